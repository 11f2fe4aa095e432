"""The village's face: its board, its panels and its voice, made from views alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Question, Seat
from bot.games.hidden_roles.claims import is_claim
from bot.games.village.cards import HOOK, RUMPLESTILTSKIN, SIDES, TOWN
from bot.games.village.claims import SAID
from bot.games.village.values import BURN, READY
from bot.games.village.views import PlayerView, VillageView
from bot.matches.errors import Refused
from bot.ui.face import Deed
from bot.ui.panels import Button, Page, Panel, custom_id, token
from bot.ui.powers import Powers
from bot.ui.render_context import RenderContext
from bot.ui.silence.speech import Speech
from cogs.hidden_roles.accused import ACCUSED, VOTES
from cogs.hidden_roles.cast_picture import CAST
from cogs.hidden_roles.face import HiddenRolesFace, duration, is_alone_in_team, two
from cogs.hidden_roles.role_card import CARD
from cogs.village import asked, board, bonus_words
from cogs.village.day_picture import not_shown
from cogs.village.deck_words import deck_paragraphs
from cogs.village.drawn import BONUS_CARD, DrawsVillage
from cogs.village.night_steps import NIGHT_HOURS, NIGHT_STEPS
from cogs.village.nominated import nomination
from cogs.village.pictures import ROLE_ICONS, VILLAGE
from cogs.village.story import MOURNED, VillageStory

AGREEMENTS = frozenset({"night.agreed", "night.disagreed"})
PUBLIC_KEYS = frozenset({"introduction", "day.call", "day.vote", "day.ballot", "day.last_words"}) | bonus_words.PUBLIC
BY_DAY = frozenset({"dawn", "day"})
"""Phases in which somebody who has become a toad can still be seen as one."""
OPENED = frozenset({"day", "deal", "introductions"})
"""Phases whose title the picture or the news above it say."""
ENDED = frozenset({"spell.sleep", "day.heartbreak", "day.crush", "dawn.heartbreak", "dawn.crush"})
"""What a phone has no room for at the end of a game of many: the picture says who died of love, the story the rest."""
GREETED = frozenset({"deal", "introductions"})
"""Those of them above whose picture of all cards the greeting says what is going on."""
HOUSES = frozenset({VILLAGE, ACCUSED, VOTES})
"""The pictures that show who is alive."""
CARD_READ = frozenset(
    {
        "dawn.killed", "dawn.captured", "dawn.shot", "dawn.heartbreak", "dawn.crush", "dawn.sacrificed", "day.burned",
        "day.shot", "day.heartbreak", "day.crush",
    }
)  # fmt: skip
"""What is told with the card at its end, which stands on the house as well."""
CROAK = "croak"
SLUR = "slur"


class VillageFace(DrawsVillage):
    """How Rumplestiltskin! is shown."""

    game = "village"
    emblems: Sequence[str] = ("axe", "crystal-ball", "deer", "woman-fairy", "full-moon")
    night_steps = NIGHT_STEPS
    night_hours: Sequence[str] = NIGHT_HOURS
    open_acts = PUBLIC_KEYS
    sides, open_side, portraits = SIDES, TOWN, ROLE_ICONS
    quiet_keys = frozenset({"day.ready", "day.seconded", "day.foul_called"})
    asides = frozenset({"cards.explained"})
    signposts = frozenset({"cards.explained.where"})
    secret_clocks = frozenset({"clock.warning", "clock.redirect"})
    standing_keys = bonus_words.STANDING
    turning_points = HiddenRolesFace.turning_points | {"bonus.face_up"}
    discreet_phases = frozenset({"day", "ballot"})  # a spell that flies at somebody
    often_keys = frozenset(
        {
            "day.nominated", "day.seconded", "day.last_words", "day.poll", "day.open_ballot", "day.counted",
            "day.persuaded", "day.foul_called",
        }
    )  # fmt: skip
    seat_values = HiddenRolesFace.seat_values | {"burned"} | bonus_words.SEATS

    # -- what is said -----------------------------------------------------------------------------------------------

    def value(self, name: str, value: Any, context: RenderContext) -> Any:
        if name in ("reason", "words"):
            return board.spoken(context, value) if value else ""
        in_words = bonus_words.value(name, value, context)
        return in_words if in_words is not None else super().value(name, value, context)

    def values_of(self, said: Announcement, context: RenderContext) -> dict[str, Any]:
        listed = bonus_words.told_in_parts(said, context)
        return super().values_of(said, context) if listed is None else dict(listed)

    def line(self, said: Announcement, view: Any, context: RenderContext) -> str:
        if said.key == "night.verdict":
            return self._verdict(said, view, context)
        if said.key == "dawn.toad" and view is not None and view.deck and view.phase not in BY_DAY:
            return self.late_toad(said, context)
        if said.key in AGREEMENTS and _chose_alone(said, view):
            return self.told(context, f"{said.key}.alone", said, **self.values_of(said, context))
        if named := nomination(said, view, context):
            return named
        if said.key in MOURNED and view is not None:
            return self.mourned(said, _before_them(view, said.values["seat"]), context)
        if said.key == "day.poll" and view is not None:
            return self._tell_day_poll(said, context, _asked_before(view, said, context))
        return super().line(said, view, context)

    def late_toad(self, said: Announcement, context: RenderContext) -> str:
        """A curse that was still flying when the talk was over: nobody has seen the toad until now."""
        return self.told(context, "day.toad.late", said, **self.values_of(said, context))

    def mourned(self, said: Announcement, nth: int, context: RenderContext) -> str:
        """Somebody met their end, so many others in the same way before them."""
        return self.told(context, said.key, said, nth=nth, **self.values_of(said, context))

    def _verdict(self, said: Announcement, view: VillageView, context: RenderContext) -> str:
        """A thumb, and who else may be behind it (S0-15)."""
        key = "night.verdict.guilty" if said.values["guilty"] else "night.verdict.innocent"
        return self.with_others(context, key, view.cast, suspect=context.name(said.values["suspect"]))

    def _tell_day_warning(self, said: Announcement, context: RenderContext) -> str:
        # What is left of the day: nobody has longer for that.
        return self.told(context, said.key, said, seconds=duration(context, said.values["seconds"]))

    def _tell_cards_explained(self, said: Announcement, context: RenderContext) -> str:
        """A sentence for each card that may be in the game (S0-2), in one paragraph: lines would fill two screens."""
        roles, team, bonus = (said.values[name] for name in ("roles", "team", "bonus"))
        return "\n".join(deck_paragraphs(context.words, roles, team, bonus, between=" "))

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """The words of the picture of all cards say what each of them does, and so does My seat; the picture of the
        count says who has voted for whom, and that of a dawn which day it is and which cards the dead had. What is
        done by day is no news then."""
        if said.key == "cards.explained" and CAST in pictures:
            return context.words.say("cards.explained.where")
        if said.key in ENDED and VILLAGE in pictures and view.winner is not None and view.seats > bonus_words.CROWD:
            return ""
        if said.key in CARD_READ and VILLAGE in pictures and said.values.get("role"):
            reads = context.words.say("card.reads", role=self.role(context, said.values["role"]))
            return self.line(said, view, context).removesuffix(f" {reads}")
        if said.key == "bonus.dealt" and {CARD, BONUS_CARD} <= set(pictures):
            return bonus_words.beside_cards(said.values["card"], view, context)
        if said.key == "day.begins" and VILLAGE in pictures and said.values["day"] > 1:
            return ""
        if said.key == "dawn.breaks" and VILLAGE in pictures and _is_short(view, said):
            # A phone has no room for a greeting of the morning, or for two of the first; the picture says the day.
            return ""
        if said.key == "day.counted" and view.winner is not None and said.values["burned"] is not None:
            return board.counted_in_brief(said.values, context)
        if said.key == "day.counted" and VOTES in pictures:
            around = _around_the_count(said.values, view, context)
            return None if around is None else "\n".join([*around[0], self._decided(said, context), *around[1]])
        return super().line_beside(said, pictures, view, context)

    def _tell_bonus_dealt(self, said: Announcement, context: RenderContext) -> str:
        return f"{self._plainly(said, context)}\n{bonus_words.card(context, said.values['card'], '.card')}"

    def _tell_bonus_redrawn(self, said: Announcement, context: RenderContext) -> str:
        return self._tell_bonus_dealt(said, context)

    def _tell_bonus_face_up(self, said: Announcement, context: RenderContext) -> str:
        return self._plainly(said, context) if said.values["traits"] else context.words.say("bonus.none_face_up")

    def _tell_day_act(self, said: Announcement, context: RenderContext) -> str:
        unjudged = ".unjudged" if said.values.get("unjudged") else ""
        return self.told(context, f"day.act.{said.values['trait']}{unjudged}", said)

    def _tell_day_foul(self, said: Announcement, context: RenderContext) -> str:
        return self.told(context, f"day.foul.{said.values['trait']}", said, seat=context.name(said.values["seat"]))

    def _plainly(self, said: Announcement, context: RenderContext) -> str:
        return self.told(context, said.key, said, **self.values_of(said, context))

    def _tell_introductions_end(self, said: Announcement, context: RenderContext) -> str:
        aliases = board.aliases_told(said.values["aliases"], context)
        return self.told(context, "introductions.end", said, aliases=aliases)

    def _tell_power_cancelled(self, said: Announcement, context: RenderContext) -> str:
        return context.words.say("power.cancelled", role=context.words.say(f"role.{said.values['role']}"))

    def _tell_dawn_shot(self, said: Announcement, context: RenderContext) -> str:
        key = "dawn.shot" if said.values["by"] is not None else "dawn.shot.unseen"
        key += "" if said.values["role"] else ".hidden"
        values = self.values_of(said, context)
        if said.values["by"] is None:
            values.pop("by")
        if not said.values["role"]:
            values.pop("role")
        return self.told(context, key, said, **values)

    def _tell_day_nominated(self, said: Announcement, context: RenderContext) -> str:
        return self._with_or_without_reason(said, context)

    def _tell_day_seconded(self, said: Announcement, context: RenderContext) -> str:
        return self._with_or_without_reason(said, context)

    def _with_or_without_reason(self, said: Announcement, context: RenderContext) -> str:
        values = self.values_of(said, context)
        if said.values["reason"] not in (None, "", SAID):
            return self.told(context, said.key, said, **values)
        values.pop("reason", None)
        if said.values["reason"] == SAID and said.key == "day.nominated":
            return self.told(context, "day.nominated.said", said, **values)
        return self.told(context, f"{said.key}.plain", said, **values)

    def _tell_day_poll(self, said: Announcement, context: RenderContext, nth: int | None = None) -> str:
        key = "day.poll.again" if said.values["rerun"] else "day.poll"
        return self.told(context, key, said, nth=nth, nominee=context.name(said.values["nominee"]))

    def _tell_day_open_ballot(self, said: Announcement, context: RenderContext) -> str:
        key = "day.open_ballot.again" if said.values["rerun"] else "day.open_ballot"
        return self.told(
            context, key, said, nominees=context.listed(said.values["nominees"]), majority=said.values["majority"]
        )

    def _tell_day_counted(self, said: Announcement, context: RenderContext) -> str:
        """The vote history for everybody, when the ballot closes."""
        lines = [*self._count(said, context), self._decided(said, context)]
        return "\n".join([*lines, *board.between_two(said.values, context)])

    def _decided(self, said: Announcement, context: RenderContext) -> str:
        """What follows from the count."""
        if said.values["burned"] is not None:
            return self.told(context, "day.counted.burned", said, burned=context.name(said.values["burned"]))
        if said.values["again"]:
            names = two([context.name(seat) for seat in said.values["again"]], context)
            return self.told(context, "day.counted.again", said, names=names)
        return self.told(context, "day.counted.nobody", said)

    def _tell_day_smooth_talk(self, said: Announcement, context: RenderContext) -> str:
        """The count is read out, and held back for a moment (R0-19)."""
        return "\n".join([*self._count(said, context), self._plainly(said, context)])

    def _count(self, said: Announcement, context: RenderContext) -> list[str]:
        """A title, and a line for each nominee."""
        lines = [context.words.say("day.counted", majority=said.values["majority"])]
        return lines + [f"• {board.votes_told(nominee, votes, context)}" for nominee, votes in said.values["polls"]]

    # -- the board --------------------------------------------------------------------------------------------------

    def is_public(self, question: Question, view: VillageView) -> bool:
        """By day everything is asked in public, a burned Huntsman too; the night is nobody's business."""
        return view.phase not in ("night", "dawn") if question.key == "huntsman.shot" else question.key in PUBLIC_KEYS

    def board(self, view: VillageView, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        by_key: dict[str, list[Question]] = {}
        for question in questions:
            by_key.setdefault(question.key, []).append(question)
        clocks = self.clocks([question for question in questions if question.seat == MIRROR], view, context)
        title = [f"### {self.moment(view, context)}", *filter(None, [clocks])]
        traits, voteless = "", []
        if view.phase not in board.EVERYBODY_NAMED:
            traits, voteless = bonus_words.traits(view, context), bonus_words.voteless(view, context)
        # Of a vote the title says more than its picture's does. A clock that hurries nobody goes with it. That cards
        # are dealt the news say, above the picture of all of them.
        shown = 2 if view.phase == "day" and context.unhurried else 1 if view.phase in OPENED else 0
        text, heading = "\n".join([*title[shown:], *voteless]), "\n".join(title[:shown])
        living = "\n".join(filter(None, (traits, board.alive(view, context))))
        brief = board.alive_in_brief(view, context)
        shown_by = HOUSES | {CAST} if view.phase in GREETED else HOUSES
        panels = [Panel(text, heading=heading, in_picture=living, in_brief=brief, shown_by=shown_by)]
        if "introduction" in by_key:
            panels.append(board.introductions(view, by_key["introduction"], context))
        if "day.call" in by_key or view.phase == "day":
            talk = board.talk(view, by_key.get("day.call", []), context)
            charm, fouls = bonus_words.charm(view, by_key, context), bonus_words.fouls(view, by_key, context)
            panels.append(replace(talk, rows=(*talk.rows, *charm, *fouls)))
        if "day.vote" in by_key:
            panels.append(board.poll(view, by_key["day.vote"], context))
        if "day.ballot" in by_key:
            panels.append(board.open_ballot(view, by_key["day.ballot"], context))
        toads = [player.seat for player in view.players if player.alive and player.speech == "toad"]
        toads = [seat for seat in toads if seat not in context.computers]  # nobody else may press it
        if toads:
            panels[-1] = replace(panels[-1], rows=(*panels[-1].rows, (_croak_button(toads, context),)))
        if "day.last_words" in by_key:
            panels.append(board.last_words(by_key["day.last_words"], context))
        panels += bonus_words.controls(by_key, context)
        for question in by_key.get("huntsman.shot", []):
            menu = self.people_menu("os", question, context, (context.match, question.occasion))
            panels.append(board.shot(question, menu, context))
        return tuple(panels)

    def moment(self, view: VillageView, context: RenderContext) -> str:
        return context.words.say(f"phase.{view.phase}", night=view.night, day=view.night)

    # -- secret panels ----------------------------------------------------------------------------------------------

    def clocks(self, questions: Sequence[Question], view: VillageView, context: RenderContext) -> str:
        """By day what a seat is asked in secret has a time of its own: the end of the day is none of it."""
        by_day = view.phase in bonus_words.BY_DAY
        due = context.due
        ends = [due[one.number] for one in questions if one.key == "clock.day" and one.number in due]
        # With the day its vote ends: a clock that would run longer says nothing.
        told = [one for one in questions if one.key != "clock.vote" or not ends or due.get(one.number, 0) < min(ends)]
        return "" if view.seat != SPECTATOR and by_day else super().clocks(told, view, context)

    def prompt(self, question: Question, view: VillageView, context: RenderContext) -> str:
        if question.key == "spell.redirect":
            seconds = duration(context, context.at_least(question.values["seconds"]))  # type: ignore[index]
            return context.words.say("ask.spell.redirect", seconds=seconds)
        return super().prompt(question, view, context)

    def panel(self, question: Question, view: VillageView, context: RenderContext) -> Panel:
        prompt = asked.about_whom(question, view, context) + self.prompt(question, view, context)
        own = asked.panel(question, context, prompt=prompt)
        return replace(super().panel(question, view, context), text=prompt) if own is None else own

    def why_not(self, question: Question, token: str, view: VillageView) -> Refused | None:
        if question.key == "day.call" and question.choices == (READY,) and token != READY:
            return Refused("nominated_already")
        return bonus_words.why_not(question, token, view)

    def aimed(self, deed: Deed, question: Question, whom: Seat, view: VillageView) -> str | None:
        if question.key == ("day.call" if deed == "nominate" else "day.ballot"):
            return token(whom)
        is_polled = question.key == "day.vote" and view.ballots[-1].polls[-1][0] == whom
        return BURN if deed == "vote" and is_polled else None

    not_yours = staticmethod(bonus_words.not_yours)
    has_no_vote_for = staticmethod(bonus_words.has_no_vote_for)

    def foot(self, view: VillageView, context: RenderContext) -> tuple[Button, ...]:
        if view.seat and view.player(view.seat).speech == "toad":
            return (Button(custom_id(CROAK, context.match), context.words.say("button.croak"), "success", "🐸"),)
        if view.seat and speaks_slurred(view, view.seat) and not self.is_locked(view):
            speak = Button(custom_id(SLUR, context.match), context.words.say("button.slur"), "secondary", "🍺")
            return (speak, *super().foot(view, context))
        return super().foot(view, context)

    def answered(self, question: Question, value: Any, view: VillageView, context: RenderContext) -> str:
        if question.kind == "reasoned" and not is_claim(value):
            return super().answered(question, value[0], view, context)
        done = asked.done(question, value, context)
        return super().answered(question, value, view, context) if done is None else done

    dialog = staticmethod(asked.form)

    # -- my seat ----------------------------------------------------------------------------------------------------

    def played_here(self, view: VillageView) -> Mapping[str, int]:
        return {**view.cast, "shots_by_day" if view.shoots_by_day else "shots_at_night": 1}

    def card_key(self, view: VillageView, context: RenderContext) -> str:
        """Nobody has to read any more what a power did that is spent."""
        key = super().card_key(view, context)
        return f"{key}.spent" if view.spent and context.words.has(f"{key}.spent") else key

    def own_lines(self, view: VillageView, context: RenderContext) -> list[str]:
        return [context.words.say("board.spent")] if view.spent else []

    def second_card(self, view: VillageView, context: RenderContext) -> list[str]:
        return bonus_words.own_card(view, context)

    def fact(self, key: str, night: int, values: Mapping[str, Any], context: RenderContext) -> str:
        words = context.words
        if key == "night.verdict":
            verdict = "guilty" if values["guilty"] else "innocent"
            return words.say(f"learnt.night.verdict.{verdict}", night=night, suspect=context.name(values["suspect"]))
        if key == "night.nothing_seen":
            return words.say("learnt.night.nothing_seen", night=night)
        if key == "night.glimpse":
            return words.say("learnt.night.glimpse", night=night, suspect=context.name(values["suspect"]))
        if key == "power.cancelled":
            return words.say("learnt.power.cancelled", night=night, role=words.say(f"role.{values['role']}"))
        return bonus_words.fact(key, night, values, context)

    # -- silence ----------------------------------------------------------------------------------------------------

    def speech(self, view: VillageView, seat: Seat) -> Speech:
        """The dead are silent, the mute and the toads by day; at night everybody (S0-5, R0-14)."""
        if view.winner is not None:
            return "free"
        own = view.player(seat).speech
        if own == "dead":
            return "dead"
        return "night" if self.is_locked(view) else own

    def is_asleep(self, view: VillageView, seat: Seat) -> bool:
        """A player who sleeps by day sleeps by night, too, when nobody may speak."""
        return view.player(seat).speech == "asleep"

    def powers(self, view: VillageView) -> list[Powers]:
        return [self._powers_of(view, player) for player in view.players]

    def _powers_of(self, view: VillageView, player: PlayerView) -> Powers:
        going_on = view.winner is None
        speech = self.speech(view, player.seat)
        if player.speech == "asleep" and going_on:
            speech = "asleep"
        elif speech == "free" and speaks_slurred(view, player.seat):
            speech = "drunk"
        by_day = view.phase in ("dawn", "day", "ballot")
        return Powers(
            player.seat,
            speech,
            nominates=view.phase == "day" and player.nominates,
            votes=player.votes if by_day else 0,
            acts=player.alive and player.speech != "asleep" and going_on,
        )

    def borrows_voices(self, view: VillageView) -> bool:
        return view.slurs

    # -- the end ----------------------------------------------------------------------------------------------------

    def winners(self, view: VillageView) -> Sequence[str | None]:
        """Captain Hook wins with the Rumplestiltskins."""
        return (RUMPLESTILTSKIN, HOOK) if view.winner == RUMPLESTILTSKIN else (view.winner,)

    def finale(self, view: VillageView, context: RenderContext) -> Page:
        words = context.words
        won = self.with_others(context, f"game.over.{view.winner}", view.cast)
        heading, reason = f"### {won}", words.say(view.reason, pick=context.match)
        people = zip(view.players, self.who_was_who(view, self.winners(view), context), strict=True)
        told = "\n".join(bonus_words.with_card(line, player.bonus, context) for player, line in people)
        whole = f"{heading}\n{reason}\n{told}"
        beside = "\n".join(filter(None, [reason, bonus_words.held_at_the_end(view, context)]))
        return Page(panels=(Panel(beside, in_order=whole),))

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        """Every secret act, night by night, and every vote, once the game is over."""
        words = context.words
        paragraphs = [f"## {words.say('recap.title')}"]
        paragraphs.append(self.cards_told(announcements, context))
        paragraphs += filter(None, [bonus_words.cards_told(announcements, context)])
        story = VillageStory(
            journal,
            announcements,
            context,
            line=self.line,
            mourned=self.mourned,
            late_toad=self.late_toad,
            act_told=self.act_told,
        )
        paragraphs += story.nights()
        over = next((said for said in announcements if said.key == "game.over"), None)
        if over is not None:
            cast = next(said for said in announcements if said.key == "game.begins").values["cast"]
            winner = self.with_others(context, f"game.over.{over.values['winner']}", cast)
            paragraphs.append(f"{winner} {words.say(over.values['reason'], pick=context.match)}")
        return paragraphs

    def act_told(self, entry: Entry, context: RenderContext) -> str:
        if entry.key == "introduction":
            return ""
        if entry.key == "day.cast_love":
            return bonus_words.love_told(entry, context)
        own = f"story.{entry.key}.own"
        if entry.value == entry.seat and context.words.has(own):
            return context.words.say(own, by=context.name(entry.seat))
        return super().act_told(entry, context)


def _chose_alone(said: Announcement, view: VillageView | None) -> bool:
    """Whether nobody else of the team chose with its reader. It may be read late: whoever lived and woke with them then
    was told it as well."""
    return len(said.audience) == 1 and is_alone_in_team(view)


def _before_them(view: VillageView, seat: Seat) -> int:
    """How many have met the same end before: in an earlier night, or in the same one with a lower seat."""
    mine = view.player(seat)
    gone = [(one.end_night, one.seat) for one in view.players if not one.alive and one.end == mine.end]
    return sum(one < (mine.end_night, seat) for one in gone)


def _asked_before(view: VillageView, poll: Announcement, context: RenderContext) -> int | None:
    """How many nominees were asked about before this one, in first ballots or in repeats; None where it is not known
    of which ballot this is."""
    day, nominee, rerun = context.round_of(poll), poll.values["nominee"], poll.values["rerun"]
    asked = [
        (ballot.day, ballot.rerun, one)
        for ballot in view.ballots
        if bool(ballot.rerun) == bool(rerun)
        for one, _ in ballot.polls
    ]
    return asked.index((day, rerun, nominee)) if (day, rerun, nominee) in asked else None


def _is_short(view: VillageView, dawn: Announcement) -> bool:
    """Whether a morning does without its greeting: of many people, and the first one, which the day greets as well."""
    return view.seats >= bonus_words.MANY or (dawn.values["night"] == 1 and view.winner is None)


def _around_the_count(
    counted: Mapping[str, Any], view: VillageView, context: RenderContext
) -> tuple[list[str], list[str]] | None:
    """What is said before and after what a count leads to, below the picture that shows it: the votes for whoever has
    died since, and that between two the most burn, which later only the board of their vote says. How many are a
    majority the picture says. None where it shows another count."""
    polls = counted["polls"]
    missing = not_shown(view, polls)
    if len(missing) == len(polls):
        return None
    others = [f"• {board.votes_told(nominee, votes, context)}" for nominee, votes in polls if nominee in missing]
    return others, board.between_two(counted, context) if counted["burned"] is not None else []


def speaks_slurred(view: VillageView, seat: Seat) -> bool:
    """Whether the Mirror says again, slurred, what this seat says: the Drunk's words, while they may speak."""
    player = view.player(seat)
    return view.slurs and player.trait == "drunk" and player.speech == "free" and view.winner is None


def _croak_button(toads: Sequence[Seat], context: RenderContext) -> Button:
    """For these people alone, and it says so: everybody sees it."""
    names = ", ".join(context.labels[seat] for seat in toads)
    return Button(custom_id(CROAK, context.match), context.words.say("button.croak.of", names=names), "secondary", "🐸")
