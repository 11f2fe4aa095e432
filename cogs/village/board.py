"""The village's face: its board, its panels and its voice, made from views alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Question, Seat
from bot.games.village.cards import HOOK, RUMPLESTILTSKIN, SIDES
from bot.games.village.day import BURN, READY, SPARE
from bot.games.village.views import PlayerView, VillageView
from bot.ui.face import Setting, quoted
from bot.ui.panels import Button, Menu, MenuOption, Page, Panel, custom_id, token
from bot.ui.silence import Speech

PUBLIC_KEYS = frozenset({"introduction", "day.call", "day.vote", "day.ballot", "day.last_words"})
QUIET_KEYS = frozenset({"day.ready", "day.seconded"})
"""What only changes the board: a line each would bury what people say."""
MARKS = {"free": "🟢", "muted": "🤐", "toad": "🐸", "dead": "💀"}


class VillageFace:
    """How Rumplestiltskin! is shown."""

    game = "village"

    # -- what is said -----------------------------------------------------------------------------------------------

    def is_quiet(self, said: Announcement) -> bool:
        return said.key in QUIET_KEYS

    def line(self, said: Announcement, view: VillageView, setting: Setting) -> str:
        """An announcement in the Mirror's voice; which of several wordings is settled by its number."""
        teller = getattr(self, "_tell_" + said.key.replace(".", "_"), None)
        if teller is not None:
            return str(teller(said, setting))
        return self._say(setting, said.key, said, **self._values(said, setting))

    def _say(self, setting: Setting, key: str, said: Announcement, **values: str | int) -> str:
        # Not by the announcement's number: that counts secret ones, and the choice of words would tell how many.
        pick = crc32(f"{setting.match}.{setting.checkpoint}.{said.as_json()}".encode())
        return setting.words.say(key, pick=pick, **values)

    def _values(self, said: Announcement, setting: Setting) -> dict[str, Any]:
        """The values of an announcement in words: seats as names, roles by their names, texts made harmless."""
        values: dict[str, Any] = {}
        for name, value in said.values.items():
            if name in ("seat", "by", "nominee", "victim", "suspect", "burned"):
                values[name] = setting.name(value) if value is not None else setting.words.say("nobody")
            elif name == "role":
                values[name] = setting.words.say(f"role.{value}") if value else ""
            elif name in ("reason", "words"):
                values[name] = spoken(setting, value) if value else ""
            elif name == "nominees":
                values[name] = setting.listed(value)
            elif name == "seconds":
                values[name] = duration(setting, value)
            elif isinstance(value, str | int):
                values[name] = value
        return values

    def _tell_game_begins(self, said: Announcement, setting: Setting) -> str:
        return self._say(
            setting, "game.begins", said, seats=said.values["seats"], cast=cast_in_words(setting, said.values["cast"])
        )

    def _tell_role_dealt(self, said: Announcement, setting: Setting) -> str:
        role = said.values["role"]
        words = setting.words
        card = words.say(f"role.{role}.card")
        dealt = words.say("role.dealt", role=f"**{words.say(f'role.{role}')}**")
        return f"{dealt}\n{card}\n{words.say(f'side.{SIDES[role]}.goal')}"

    def _tell_role_team(self, said: Announcement, setting: Setting) -> str:
        mates = [
            setting.words.say("role.team.line", seat=setting.name(seat), role=setting.words.say(f"role.{role}"))
            for seat, role in said.values["mates"]
        ]
        return setting.words.say("role.team", mates="\n".join(mates))

    def _tell_introductions_end(self, said: Announcement, setting: Setting) -> str:
        lines = []
        for seat, alias in said.values["aliases"]:
            key = "introductions.line" if alias else "introductions.line.plain"
            values: dict[str, Any] = {"alias": spoken(setting, alias)[:120]} if alias else {}
            lines.append("• " + setting.words.say(key, seat=setting.name(seat), **values))
        return self._say(setting, "introductions.end", said, aliases="\n".join(lines))

    def _tell_night_verdict(self, said: Announcement, setting: Setting) -> str:
        verdict = "guilty" if said.values["guilty"] else "innocent"
        return setting.words.say(f"night.verdict.{verdict}", suspect=setting.name(said.values["suspect"]))

    def _tell_power_cancelled(self, said: Announcement, setting: Setting) -> str:
        return setting.words.say("power.cancelled", role=setting.words.say(f"role.{said.values['role']}"))

    def _tell_dawn_shot(self, said: Announcement, setting: Setting) -> str:
        key = "dawn.shot" if said.values["by"] is not None else "dawn.shot.unseen"
        key += "" if said.values["role"] else ".hidden"
        values = self._values(said, setting)
        if said.values["by"] is None:
            values.pop("by")
        if not said.values["role"]:
            values.pop("role")
        return self._say(setting, key, said, **values)

    def _tell_day_nominated(self, said: Announcement, setting: Setting) -> str:
        return self._with_or_without_reason(said, setting)

    def _tell_day_seconded(self, said: Announcement, setting: Setting) -> str:
        return self._with_or_without_reason(said, setting)

    def _with_or_without_reason(self, said: Announcement, setting: Setting) -> str:
        values = self._values(said, setting)
        if said.values["reason"]:
            return self._say(setting, said.key, said, **values)
        values.pop("reason", None)
        return self._say(setting, f"{said.key}.plain", said, **values)

    def _tell_day_poll(self, said: Announcement, setting: Setting) -> str:
        key = "day.poll.again" if said.values["rerun"] else "day.poll"
        return self._say(
            setting, key, said, nominee=setting.name(said.values["nominee"]), majority=said.values["majority"]
        )

    def _tell_day_open_ballot(self, said: Announcement, setting: Setting) -> str:
        key = "day.open_ballot.again" if said.values["rerun"] else "day.open_ballot"
        return self._say(
            setting, key, said, nominees=setting.listed(said.values["nominees"]), majority=said.values["majority"]
        )

    def _tell_day_counted(self, said: Announcement, setting: Setting) -> str:
        """The vote history for everybody, when the ballot closes."""
        words = setting.words
        lines = [words.say("day.counted", majority=said.values["majority"])]
        for nominee, votes in said.values["polls"]:
            if votes:
                name, voters = setting.name(nominee), setting.listed(votes)
                lines.append("• " + words.say("day.counted.line", nominee=name, count=len(votes), voters=voters))
            else:
                lines.append("• " + words.say("day.counted.line.none", nominee=setting.name(nominee)))
        if said.values["burned"] is not None:
            name = setting.name(said.values["burned"])
            lines.append(self._say(setting, "day.counted.burned", said, burned=name))
        elif said.values["again"]:
            lines.append(words.say("day.counted.again", names=setting.listed(said.values["again"])))
        else:
            lines.append(words.say("day.counted.nobody"))
        return "\n".join(lines)

    def _tell_game_over(self, said: Announcement, setting: Setting) -> str:
        return ""  # the finale tells it

    # -- the board --------------------------------------------------------------------------------------------------

    def is_public(self, question: Question, view: VillageView) -> bool:
        """By day everything is asked in public, a burned Huntsman too; the night is nobody's business."""
        if question.key == "huntsman.shot":
            return view.phase not in ("night", "dawn")
        return question.key in PUBLIC_KEYS

    def board(self, view: VillageView, questions: Sequence[Question], setting: Setting) -> tuple[Panel, ...]:
        by_key: dict[str, list[Question]] = {}
        for question in questions:
            by_key.setdefault(question.key, []).append(question)
        words = setting.words
        clocks = self.clocks([question for question in questions if question.seat == MIRROR], view, setting)
        head = [f"### {self.moment(view, setting)}"]
        head += [clocks] if clocks else []
        living = [player for player in view.players if player.alive]
        if view.phase not in ("day", "ballot"):  # by day the menus name everybody
            names = ", ".join(_tagged(player, setting) for player in living)
            head.append(words.say("board.alive", count=len(living), names=names))
        panels = [Panel("\n".join(head))]
        if "introduction" in by_key:
            panels.append(self._introductions(by_key["introduction"], setting))
        if "day.call" in by_key or view.phase == "day":
            panels.append(self._talk(view, by_key.get("day.call", []), setting))
        if "day.vote" in by_key:
            panels.append(self._poll(view, by_key["day.vote"], setting))
        if "day.ballot" in by_key:
            panels.append(self._open_ballot(view, by_key["day.ballot"], setting))
        if any(player.speech == "toad" for player in living):
            croak = Button(custom_id("croak", setting.match), words.say("button.croak"), "secondary", "🐸")
            panels.append(Panel("", ((croak,),)))
        if "day.last_words" in by_key:
            panels.append(self._last_words(by_key["day.last_words"], setting))
        panels += [self._shot(question, setting) for question in by_key.get("huntsman.shot", [])]
        return tuple(panels)

    def moment(self, view: VillageView, setting: Setting) -> str:
        return setting.words.say(f"phase.{view.phase}", night=view.night, day=view.night)

    def clocks(self, questions: Sequence[Question], view: VillageView, setting: Setting) -> str:
        """The clocks people can act upon, each with Discord's own relative time."""
        lines = [
            setting.words.say(question.key, when=setting.when(question))
            for question in questions
            if question.key.startswith("clock.") and setting.words.has(question.key)
            if question.key != "clock.warning"
        ]
        return "\n".join(f"⏳ {line}" for line in lines)

    def _introductions(self, questions: Sequence[Question], setting: Setting) -> Panel:
        waiting = setting.words.say(
            "board.waiting_for", names=setting.listed([question.seat for question in questions])
        )
        return Panel(waiting, self._alias_rows(questions[0], setting))

    def _alias_rows(self, question: Question, setting: Setting) -> tuple[tuple[Button, ...] | Menu, ...]:
        """Write an alias, choose one, or go by no other name."""
        words = setting.words
        buttons = (
            Button(custom_id("ow", setting.match, question.occasion), words.say("board.introduce"), "primary", "🎭"),
            Button(custom_id("o", setting.match, question.occasion, "-"), words.say("board.no_alias")),
        )
        return (self._phrases(question, question.occasion, setting), buttons)

    def _talk(self, view: VillageView, questions: Sequence[Question], setting: Setting) -> Panel:
        """Nominees so far, calls for the vote, and the controls of both."""
        words = setting.words
        able = [player.seat for player in view.players if player.speech in ("free", "muted")]
        living = [player for player in view.players if player.alive]
        names = ", ".join(_tagged(player, setting) for player in living)
        lines = [words.say("board.alive", count=len(living), names=names)]
        lines += self._nominees(view, setting)
        ready = len(able) - len(questions)
        lines.append("🔔 " + words.say("board.ready", ready=ready, needed=len(able) // 2 + 1))
        if not questions:
            return Panel("\n".join(lines))
        occasion = questions[0].occasion
        options = tuple(
            MenuOption(token(player.seat), setting.labels[player.seat]) for player in view.players if player.alive
        )
        menu = Menu(custom_id("os", setting.match, occasion), words.say("board.nominate"), options)
        call = Button(
            custom_id("o", setting.match, occasion, READY), words.say("choice.day.call.ready"), "primary", "🔔"
        )
        return Panel("\n".join(lines), (menu, (call,)))

    def _nominees(self, view: VillageView, setting: Setting) -> list[str]:
        """Who stands, and who said what against them."""
        words = setting.words
        against: dict[Seat, dict[str, list[Seat]]] = {}
        for said in view.nominated_today():
            reason = spoken(setting, said.reason)[:100] if said.reason else ""
            against.setdefault(said.nominee, {}).setdefault(reason, []).append(said.by)
        if not against:
            return [words.say("board.no_nominees")]
        lines = []
        for nominee, reasons in against.items():
            silent = reasons.pop("", [])
            by = [f"{setting.listed(seats)}: “{reason}”" for reason, seats in reasons.items()]
            if silent:
                names = setting.listed(silent)
                by.append(words.say("board.seconded", names=names) if by else names)
            lines.append(words.say("board.nominee", nominee=setting.name(nominee), by="; ".join(by)))
        return lines

    def _poll(self, view: VillageView, questions: Sequence[Question], setting: Setting) -> Panel:
        words = setting.words
        occasion = questions[0].occasion
        ballot = view.ballots[-1]
        nominee = setting.name(ballot.polls[-1][0])
        lines = [
            words.say("board.poll", nominee=nominee, majority=ballot.majority),
            words.say("board.waiting_for", names=setting.listed([question.seat for question in questions])),
        ]
        buttons = (
            Button(custom_id("o", setting.match, occasion, BURN), words.say("choice.day.vote.burn"), "danger", "🔥"),
            Button(
                custom_id("o", setting.match, occasion, SPARE), words.say("choice.day.vote.spare"), "secondary", "🕊️"
            ),
        )
        return Panel("\n".join(lines), (buttons,))

    def _open_ballot(self, view: VillageView, questions: Sequence[Question], setting: Setting) -> Panel:
        words = setting.words
        lines = []
        for nominee, votes in view.ballots[-1].polls:
            if votes:
                lines.append(
                    words.say("day.counted.line", nominee=setting.name(nominee), count=len(votes),
                              voters=setting.listed(votes))
                )  # fmt: skip
            else:
                lines.append(words.say("day.counted.line.none", nominee=setting.name(nominee)))
        options = tuple(
            MenuOption(token(choice), setting.labels[choice] if choice else words.say("choice.nothing.day.ballot"))
            for choice in questions[0].choices
        )
        menu = Menu(custom_id("os", setting.match, questions[0].occasion), words.say("board.choose"), options)
        return Panel("\n".join(lines), (menu,))

    def _last_words(self, questions: Sequence[Question], setting: Setting) -> Panel:
        """One set of controls, however many nominees may speak: each control finds the question of who presses it."""
        words = setting.words
        when = words.say("clock.last_words", when=setting.when(questions[0]))
        occasion = questions[0].occasion if len(questions) == 1 else "words"
        text = f"{setting.listed([question.seat for question in questions])}: {when}"
        rows = self._speech_buttons(occasion, setting), self._phrases(questions[0], occasion, setting)
        return Panel(text, rows)

    def _speech_buttons(self, occasion: str, setting: Setting) -> tuple[Button, ...]:
        words = setting.words
        return (
            Button(custom_id("ow", setting.match, occasion), words.say("board.last_words"), "primary", "💬"),
            Button(custom_id("o", setting.match, occasion, "-"), words.say("board.no_last_words")),
        )

    def _phrases(self, question: Question, occasion: str, setting: Setting) -> Menu:
        """One tap on a phone instead of typing."""
        words = setting.words
        codes = (question.values or {}).get("phrases", ())
        options = tuple(MenuOption(code, words.say(f"phrase.label.{code}")) for code in codes)
        return Menu(custom_id("os", setting.match, occasion), words.say(f"board.phrase.{question.key}"), options)

    def _shot(self, question: Question, setting: Setting) -> Panel:
        text = setting.words.say("board.shot", name=setting.name(question.seat)) + f" {setting.when(question)}"
        return Panel(text, (self._people_menu("os", question, setting, (setting.match, question.occasion)),))

    # -- secret panels ----------------------------------------------------------------------------------------------

    def panel(self, question: Question, view: VillageView, setting: Setting) -> Panel:
        """The same shape for every question of the night: a prompt, a menu of people, a button for nothing."""
        words = setting.words
        key = f"ask.{question.key}"
        if question.key == "night.victim" and question.values:
            prompt = words.say("ask.night.victim.again", picked=setting.name(question.values["picked"]))
        else:
            prompt = words.say(key)
        when = setting.when(question)
        text = f"{prompt}\n-# ⏳ {when}" if when else prompt
        if question.key == "introduction":
            return Panel(text, self._alias_rows(question, setting))
        if question.key == "day.last_words":
            occasion = question.occasion
            return Panel(text, (self._speech_buttons(occasion, setting), self._phrases(question, occasion, setting)))
        place = (setting.match, setting.checkpoint, question.number)
        rows: list[tuple[Button, ...] | Menu] = []
        if any(type(choice) is int for choice in question.choices):
            rows.append(self._people_menu("s", question, setting, place))
        others = [choice for choice in question.choices if type(choice) is not int]
        if others:
            rows.append(
                tuple(
                    Button(custom_id("a", *place, token(choice)), self._choice(question, choice, setting))
                    for choice in others
                )
            )
        return Panel(text, tuple(rows))

    def why_not(self, question: Question, token: str) -> str | None:
        if question.key == "day.call" and question.choices == (READY,) and token != READY:
            return "nominated_already"
        return None

    def foot(self, view: VillageView, setting: Setting) -> tuple[Button, ...]:
        """By night everybody alive may whisper; who has no team whispers to nobody, and the panel does not tell."""
        if view.seat and view.player(view.seat).speech == "toad":
            return (Button(custom_id("croak", setting.match), setting.words.say("button.croak"), "success", "🐸"),)
        if view.phase != "night" or not view.alive:
            return ()
        return (Button(custom_id("whisper", setting.match), setting.words.say("button.whisper"), "secondary", "🤫"),)

    def _people_menu(self, kind: str, question: Question, setting: Setting, place: tuple[Any, ...]) -> Menu:
        options = tuple(
            MenuOption(token(choice), self._choice(question, choice, setting))
            for choice in question.choices
            if type(choice) is int or kind == "os"
        )
        return Menu(custom_id(kind, *place), setting.words.say("ask.placeholder"), options)

    def _choice(self, question: Question, choice: Any, setting: Setting) -> str:
        if type(choice) is int:
            return setting.labels[choice]
        if choice is None:
            return setting.words.say(f"choice.nothing.{question.key}")
        return setting.words.say(f"choice.{question.key}.{choice}")

    def answered(self, question: Question, value: Any, view: VillageView, setting: Setting) -> str:
        words = setting.words
        key = f"ask.{question.key}"
        if question.kind == "reasoned":
            choice, _ = value
            if choice == READY:
                return words.say(f"{key}.done.ready")
            return words.say(f"{key}.done", choice=setting.name(choice))
        if value is None:
            return words.say(f"{key}.nothing")
        if words.has(f"{key}.done.{value}"):
            return words.say(f"{key}.done.{value}")
        if type(value) is int:
            return words.say(f"{key}.done", choice=setting.name(value))
        if question.kind == "text":
            return words.say(f"{key}.done", choice=spoken(setting, value))
        return words.say(f"{key}.done", choice=self._choice(question, value, setting))

    def dialog(
        self, question: Question, choice: Any, view: VillageView, setting: Setting
    ) -> tuple[str, str, str | None] | None:
        words = setting.words
        if question.key == "day.call":
            if choice == READY or view.player(question.seat).speech == "muted":
                return None  # who has no voice nominates without a word
            return words.say("board.reason_for", name=setting.labels[choice]), words.say("form.day.call"), None
        return view_title(question, setting), words.say(f"form.{question.key}"), None

    # -- my seat ----------------------------------------------------------------------------------------------------

    def seat(self, view: VillageView, setting: Setting) -> Panel:
        """The card, what it may do, the team, and everything learnt."""
        words = setting.words
        lines = [f"## {words.say(f'role.{view.role}')}"]
        lines.append(words.say(f"role.{view.role}.card"))
        lines.append(f"-# {words.say(f'side.{view.side}.goal')}")
        if view.spent:
            lines.append(words.say("board.spent"))
        if len(view.team) > 1:
            names = [
                f"{setting.name(seat)} ({words.say(f'role.{view.player(seat).role}')})"
                for seat in view.team
                if seat != view.seat
            ]
            lines.append(words.say("board.team", names=", ".join(names)))
        if view.phase == "night":
            for seat, victim in view.picks.items():
                lines.append(words.say("night.picked", by=setting.name(seat), victim=setting.name(victim)))
        for fact in view.learnt:
            lines.append("• " + self._fact(fact.key, fact.night, fact.values, setting))
        suspected = [seat for seat in view.suspicions if seat is not None]
        if suspected:
            lines.append(words.say("board.suspected", names=setting.listed(suspected)))
        known = [player for player in view.players if not player.alive or (player.role and player.seat != view.seat)]
        lines += [
            f"{MARKS['dead'] if not player.alive else '👁️'} {self._known(player, setting)}"
            for player in known
            if player.seat not in view.team or not player.alive
        ]
        if not view.alive:
            lines.append(words.say("board.spectator_dead"))
        return Panel("\n".join(lines))

    def _known(self, player: PlayerView, setting: Setting) -> str:
        words = setting.words
        parts = [setting.name(player.seat)]
        if player.role:
            parts.append(words.say(f"role.{player.role}"))
        if player.end:
            parts.append(words.say(f"gone.{player.end}", night=player.end_night))
        return ", ".join(parts)

    def _fact(self, key: str, night: int, values: dict[str, Any], setting: Setting) -> str:
        words = setting.words
        if key == "night.verdict":
            verdict = "guilty" if values["guilty"] else "innocent"
            return words.say(f"learnt.night.verdict.{verdict}", night=night, suspect=setting.name(values["suspect"]))
        if key == "night.glimpse":
            return words.say("learnt.night.glimpse", night=night, suspect=setting.name(values["suspect"]))
        return words.say(f"learnt.{key}", night=night, role=words.say(f"role.{values['role']}"))

    # -- silence ----------------------------------------------------------------------------------------------------

    def speech(self, view: VillageView, seat: Seat) -> Speech:
        """The dead are silent, the mute and the toads by day; at night everybody (S0-5, R0-14)."""
        if view.winner is not None:
            return "free"
        own = view.player(seat).speech
        if own == "dead":
            return "dead"
        return "night" if self.is_locked(view) else own

    def is_locked(self, view: VillageView) -> bool:
        return view.phase == "night"

    # -- the end ----------------------------------------------------------------------------------------------------

    def finale(self, view: VillageView, setting: Setting) -> Page:
        words = setting.words
        winners = {"rumplestiltskin": (RUMPLESTILTSKIN, HOOK)}.get(view.winner or "", (view.winner,))
        lines = [f"# {words.say(f'game.over.{view.winner}')}", words.say(view.reason, pick=setting.match)]
        for player in view.players:
            assert player.role is not None
            won = SIDES[player.role] in winners
            key = "game.over.line.winner" if won else "game.over.line"
            mark = "🟢" if player.alive else MARKS["dead"]
            told = words.say(key, seat=setting.name(player.seat), role=words.say(f"role.{player.role}"))
            end = f" – {words.say(f'gone.{player.end}', night=player.end_night)}" if player.end else ""
            lines.append(f"{mark} {told}{end}")
        return Page(panels=(Panel("\n".join(lines)),))

    def story(self, journal: Sequence[Entry], announcements: Sequence[Announcement], setting: Setting) -> list[str]:
        """Every secret act, night by night, and every vote, once the game is over."""
        words = setting.words
        paragraphs = [f"## {words.say('recap.title')}"]
        roles: dict[Seat, str] = {}
        for said in announcements:
            if said.key == "role.dealt" and not said.is_public:
                roles[said.audience[0]] = said.values["role"]  # type: ignore[index]
        paragraphs.append(
            "\n".join(
                words.say("story.role.dealt", by=setting.name(seat), role=words.say(f"role.{role}.the"))
                for seat, role in sorted(roles.items())
            )
        )
        told = sorted({entry.checkpoint for entry in journal if entry.checkpoint > 0})
        for night in told:
            lines = [f"### {words.say('recap.night', night=night)}"]
            for entry in journal:
                if entry.checkpoint == night and (line := self._act(entry, setting)):
                    lines.append("• " + line)
            for said in announcements:
                if said.values.get("night") == night and said.key == "dawn.breaks":
                    lines += self._morning(announcements, said.number, setting)
            paragraphs.append("\n".join(lines))
        over = next((said for said in announcements if said.key == "game.over"), None)
        if over is not None:
            winner = words.say(f"game.over.{over.values['winner']}")
            paragraphs.append(f"{winner} {words.say(over.values['reason'], pick=setting.match)}")
        return paragraphs

    def _morning(self, announcements: Sequence[Announcement], dawn: int, setting: Setting) -> list[str]:
        """The public lines from this dawn to the next nightfall: the dead, the votes, the burning."""
        lines = []
        for said in announcements:
            if said.number <= dawn or not said.is_public:
                continue
            if said.key in ("night.falls", "game.over"):
                break
            if said.key == "day.begins":
                lines.append(f"### {setting.words.say('recap.day', day=said.values['day'])}")
            if said.key in STORY_KEYS:
                lines.append(self.line(said, None, setting))  # type: ignore[arg-type]
        return lines

    def _act(self, entry: Entry, setting: Setting) -> str:
        words = setting.words
        key = f"story.{entry.key}"
        if entry.seat < 1 or not words.has(key) or entry.key == "introduction":
            return ""
        if entry.value is None:
            return ""
        target = setting.name(entry.value) if type(entry.value) is int else ""
        return words.say(key, by=setting.name(entry.seat), target=target)


STORY_KEYS = frozenset(
    {
        "dawn.killed", "dawn.vanished", "dawn.captured", "dawn.shot", "dawn.protected", "dawn.nobody",
        "day.nominated", "day.counted", "day.burned", "day.shot",
    }
)  # fmt: skip


def _tagged(player: PlayerView, setting: Setting) -> str:
    name = setting.name(player.seat)
    if player.speech == "free":
        return name
    return f"{name} {MARKS[player.speech]} ({setting.words.say(f'tag.{player.speech}')})"


def view_title(question: Question, setting: Setting) -> str:
    return setting.words.say("board.introduce" if question.key == "introduction" else "board.last_words")


def spoken(setting: Setting, text: str) -> str:
    """A phrase in words, or what a person typed, made harmless."""
    if text.startswith("#") and setting.words.has(f"phrase.{text}"):
        return setting.words.say(f"phrase.{text}")
    return quoted(text)


def duration(setting: Setting, seconds: int) -> str:
    """A span of time in whole words."""
    for size, key in ((86400, "span.days"), (3600, "span.hours"), (60, "span.minutes")):
        if seconds >= size and seconds % size == 0:
            return setting.words.say(key, count=seconds // size)
    return setting.words.say("span.seconds", count=seconds)


def cast_in_words(setting: Setting, cast: dict[str, int]) -> str:
    """Which cards are in the deck, in words: 2 × Rumplestiltskin, Sheriff, …"""
    parts = []
    for role, count in cast.items():
        if count:
            name = setting.words.say(f"role.{role}")
            parts.append(name if count == 1 else f"{count} × {name}")
    return ", ".join(parts)
