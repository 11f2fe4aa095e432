"""The face of Mafia, the club game: whose floor it is, who stands to the vote, who has voted for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Question, Seat
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.values import LEAVES, NO, YES
from bot.games.mafia.views import MafiaView, PlayerView, VoteView
from bot.matches.errors import Refused
from bot.ui.face import Deed
from bot.ui.panels import Button, Page, Panel, custom_id, token
from bot.ui.phone_pages import room_of
from bot.ui.powers import Powers
from bot.ui.render_context import RenderContext
from bot.ui.silence.speech import Speech
from cogs.hidden_roles.accused import ACCUSED, VOTES
from cogs.hidden_roles.cast_picture import CAST
from cogs.hidden_roles.face import in_turn, two
from cogs.hidden_roles.remembered import Past, past, past_of_story
from cogs.mafia.day_picture import shows_hands
from cogs.mafia.night_steps import NIGHT_STEPS
from cogs.mafia.pictures import CITY, ROLE_ICONS
from cogs.mafia.sheet_cog import sheet_button
from cogs.mafia.speaker import GivesFloor

NOMINATED = "speech.nominated"
FLOORS = ("speech.floor", "defence.floor", "final.floor")
HANDS = ("vote.hand", "vote.all")
PUBLIC_KEYS = frozenset((*FLOORS, *HANDS))
NOMINEES_ROOM = 6
"""Lines of a phone that those who were named may take, with by whom."""
HOUSES = frozenset({CITY, ACCUSED, VOTES})
"""The pictures that show who is there and who is gone, or have that in their words."""
TITLED = frozenset({"speeches", "night", "dawn", "deal"})
"""Phases of which the picture's title, or the greeting above that of the cards, says as much as a heading; of a vote or
last words it says less."""
CLOCKED = frozenset({"final"})
"""Phases that the line of their clock names as well as a heading does."""
TOGETHER = frozenset({"seats", "tied", "leaving"})
"""Values that are people about whom one sentence says something."""
BALLOTS = "ballots"
"""Kind of the button that shows all votes so far to whoever presses it."""
STORY_KEYS = frozenset(
    {
        "speech.nominated", "vote.none", "vote.lone_nominee_leaves", "vote.counted", "vote.all_tied",
        "vote.tied_again", "vote.all_of_them.counted", "vote.cancelled", "foul.called", "player.left", "dawn.killed",
    }
)  # fmt: skip
WAKING = ("night.victim", "night.maniac", "night.lover", "night.doctor", "night.suspect")
"""The acts of a night that the story tells from the journal, in the order of R3-9; the searches have their answers."""
THIRD = 3
WAITED_MOST = 8
"""So many whose hands are missing are named on the board of a vote."""
LATER_MOST, LINED_MOST = 4, 8
"""So many whose vote is still to come have a line each, if no more than so many were named; else they share one."""
VOTED_MOST, VOTERS_MOST = 3, 8
"""Nominees on the board of a vote whose voters are named: those counted last. **Votes** names all of them."""


class MafiaFace(GivesFloor):
    """How Mafia is shown."""

    game = "mafia"
    emblems: Sequence[str] = ("person-in-suit-levitating", "detective", "stethoscope", "heart-with-arrow", "newspaper")
    night_steps = NIGHT_STEPS
    open_acts = PUBLIC_KEYS
    sides, open_side, portraits = SIDES, RED, ROLE_ICONS
    quiet_keys = frozenset({"speech.ends"})  # the board ticks off who has spoken, and the next speech is announced
    fouls_most = LEAVES
    keeps_floor = True
    often_keys = frozenset(
        {
            "speech.begins", "speech.lost", "speech.ends", "speech.nominated", "vote.for", "vote.counted",
            "defence.begins", "final.begins", "foul.called",
        }
    )  # fmt: skip
    group_values = frozenset(("nominees", "seats", "tied", "voters", "leaving"))

    # -- what is said -----------------------------------------------------------------------------------------------

    def value(self, name: str, value: Any, context: RenderContext) -> Any:
        if name == "seats" and isinstance(value, int):
            return value
        if name in TOGETHER and value:
            *most, last = [context.name(seat) for seat in value]
            return two((", ".join(most), last), context) if most else last
        return super().value(name, value, context)

    def line(self, said: Announcement, view: Any, context: RenderContext) -> str:
        if said.key == NOMINATED and view is not None:
            ballots = [(vote.day, vote.votes) for vote in view.votes if vote.counted and vote.kind == "vote"]
            return self._nominated(said, past(view.claims, view.nominations, ballots), context)
        return super().line(said, view, context)

    def _nominated(self, said: Announcement, known: Past, context: RenderContext) -> str:
        """A nomination, with what a speaker who says nothing against the nominee today, or else somebody else, said or
        did against them on a day before, where there is anything of that kind."""
        day, by, nominee = context.round_of(said), said.values["by"], said.values["nominee"]
        found, nth = known.reminds_of(day, by, nominee), known.nominated_before(day, by, nominee)
        ending = ".self" if by == nominee else f".{found.what}" if found else ""
        if nth is None:
            return self._varied(said, context, ending)
        values: dict[str, Any] = self.values_of(said, context)
        if found:
            values |= {"day": found.day} | ({"other": context.name(found.other)} if found.other else {})
        key = f"{said.key}{ending}"
        return self.words(context, key, pick=in_turn(key, context.match, nth), **values)

    def _tell_vote_none(self, said: Announcement, context: RenderContext) -> str:
        return self._varied(said, context, ".one" if said.values["nominees"] else "")

    def _tell_vote_all_of_them_counted(self, said: Announcement, context: RenderContext) -> str:
        voters = said.values["voters"]
        ending = (".yes" if said.values["leaving"] else ".no") if voters else ".none"
        return self._varied(said, context, ending, count=len(voters))

    def _tell_foul_called(self, said: Announcement, context: RenderContext) -> str:
        if said.values["out"]:
            return self._varied(said, context, ".out")
        return self._varied(said, context, ".third" if said.values["fouls"] == THIRD else "")

    def _tell_dawn_killed(self, said: Announcement, context: RenderContext) -> str:
        seats = said.values["seats"]
        return self._varied(said, context, "", count=len(seats)) if seats else self._varied(said, context, ".nobody")

    def _tell_night_verdict(self, said: Announcement, context: RenderContext) -> str:
        return self._varied(said, context, ".black" if said.values["black"] else ".red")

    def _tell_night_found(self, said: Announcement, context: RenderContext) -> str:
        return self._varied(said, context, ".yes" if said.values["sheriff"] else ".no")

    # -- the board --------------------------------------------------------------------------------------------------

    def is_public(self, question: Question, view: MafiaView) -> bool:
        """The whole day is played in public; the night is nobody's business."""
        return question.key in PUBLIC_KEYS

    def moment(self, view: MafiaView, context: RenderContext) -> str:
        defends = view.phase == "vote" and view.speaker is not None
        return self.words(context, "phase.defence" if defends else f"phase.{view.phase}", day=view.day)

    def board(self, view: MafiaView, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        heading = f"### {self.moment(view, context)}"
        clocks = self.clocks([question for question in questions if question.seat == MIRROR], view, context)
        head = [clocks] if clocks else []
        if view.phase not in TITLED and not (clocks and view.phase in CLOCKED):
            head.insert(0, heading)
            heading = ""
        has_floor = any(question.key in FLOORS for question in questions)
        order, people = self._people(view, context, speaker_is_told=has_floor)
        shown, whole = order
        told = "\n".join([*head, *shown])
        brief = "\n".join(self._in_brief(view, context))
        shown_by = HOUSES | {CAST} if view.phase == "deal" else HOUSES  # the greeting names everybody
        panels = [
            Panel(
                told, heading=heading, in_picture="\n".join(people), in_brief=brief, shown_by=shown_by,
                under_text=whole,
            )
        ]  # fmt: skip
        if view.phase == "vote":
            panels.append(self._vote_board(view, questions, context))
        named = self._nominees(view, context) if view.phase == "speeches" else []
        panels += [Panel("\n".join(named))] if named else []
        panels += [
            Panel(self.whose_floor(view, context), self.floor_rows(question, view, context))
            for question in questions
            if question.key in FLOORS
        ]
        if view.votes:
            label = self.words(context, "button.ballots")
            button = Button(custom_id(BALLOTS, context.match), label)
            panels[-1] = replace(panels[-1], rows=(*panels[-1].rows, (button,)))
        return tuple(panels)

    def _people(
        self, view: MafiaView, context: RenderContext, *, speaker_is_told: bool
    ) -> tuple[tuple[list[str], str], list[str]]:
        """The order in which speeches are held, while they are, and what of it only **Text** says; and what the picture
        of the houses shows as well: who is there, with the fouls beside the names, who speaks a final word, and who is
        gone."""
        words = context.words
        living = [player for player in view.players if self.lives(player)]
        dead = self.departed(view, context)
        if view.phase == "speeches":
            order, whole = self.order(view, context, speaker_is_told=speaker_is_told)
            return (list(filter(None, [order])), whole), dead
        return ([], ""), [words.say("board.alive", count=len(living), names=self.tagged(living, context)), *dead]

    def _in_brief(self, view: MafiaView, context: RenderContext) -> list[str]:
        """How many are there, those of them who have fouls, and who has only a final word left; who is gone, and how,
        stands under **Text**."""
        living = [player for player in view.players if self.lives(player)]
        count = context.words.say("board.alive.count", count=len(living), all=len(view.players))
        fouled = [self.tagged([player], context) for player in living if player.fouls]
        return [" · ".join([count, *fouled]), *self._dying(view, context)]

    def lives(self, player: PlayerView) -> bool:
        return player.alive and not player.dying  # who was killed in the night has only a final word still (S3-4)

    def departed(self, view: MafiaView, context: RenderContext) -> list[str]:
        return [*self._dying(view, context), *super().departed(view, context)]

    def _dying(self, view: MafiaView, context: RenderContext) -> list[str]:
        dying = [player.seat for player in view.players if player.dying]
        return [self.words(context, "board.dying", names=context.listed(dying))] if dying else []

    def _nominees(self, view: MafiaView, context: RenderContext) -> list[str]:
        """The nominees, in the order in which the vote will go, and who named them. Of many that stands under **Text**
        alone, and they share a paragraph."""
        today = [(by, nominee) for day, by, nominee in view.nominations if day == view.day]
        if not today:
            return []
        lines = [
            self.words(context, "board.nominee", nominee=context.name(nominee), by=context.name(by))
            for by, nominee in today
        ]
        if room_of("\n".join(lines)) > NOMINEES_ROOM:
            lines = [context.listed([nominee for _, nominee in today])]
        return [
            self.words(context, "board.nominees"),
            *lines,
        ]

    # -- the vote ---------------------------------------------------------------------------------------------------

    def _vote_board(self, view: MafiaView, questions: Sequence[Question], context: RenderContext) -> Panel:
        """Each nominee with the votes so far; below it the hands that are asked for. Who is still to come, and the
        votes so far, the picture of those who were named shows as well."""
        vote = view.votes[-1]
        if vote.kind == "all":
            told = shown = self._all_lines(view, vote, context)
        else:
            told = self._vote_lines(view, vote, context)
            shown = self._vote_lines(view, vote, context, is_pictured=True)
        asked = [question for question in questions if question.key in HANDS]
        waited = self._waited_for(view, vote, asked, context)
        return Panel(
            "\n".join([*shown, *waited]),
            (self._hand_buttons(asked[0], context),) if asked else (),
            shown_by=frozenset({ACCUSED}),
            in_order="\n".join([*told, *waited]),
        )

    def _waited_for(
        self, view: MafiaView, vote: VoteView, asked: Sequence[Question], context: RenderContext
    ) -> list[str]:
        """Whose hands are asked for; of all who live it is told once, and of many how many still have a vote. Some of
        those have said already that it is not for this name."""
        waiting = [question.seat for question in asked]
        if not waiting or (len(waiting) > WAITED_MOST and vote.kind != "all"):
            return []
        if waiting != [player.seat for player in view.players if player.alive]:
            key = "board.waiting_for" if vote.kind == "all" else "mafia.board.waiting_for"
            return [context.words.say(key, names=context.listed(waiting))]
        # They are named above; and in a usual vote it is said how many votes are still to be given.
        return [self.words(context, "board.waiting_for_all")] if vote.kind == "all" else []

    def _vote_lines(
        self, view: MafiaView, vote: VoteView, context: RenderContext, *, is_pictured: bool = False
    ) -> list[str]:
        """Every nominee in the order of the vote; below a picture of it only the one it is about now and the last."""
        # That it is a vote, the heading says.
        lines = [self.words(context, "board.vote.again")] if vote.again else []
        counted = dict(vote.votes)
        named = [one for one in tuple(counted)[-VOTED_MOST:] if len(counted[one]) <= VOTERS_MOST]
        later = range(len(counted) + 2, len(vote.nominees))
        lined = LATER_MOST if len(vote.nominees) <= LINED_MOST else 1
        has_hands = is_pictured and shows_hands(view)
        for place, nominee in enumerate(vote.nominees, start=1):
            name = context.name(nominee)
            if nominee in counted and has_hands:
                continue
            if nominee in counted and nominee not in named and counted[nominee]:
                votes = len(counted[nominee])
                lines.append(self.words(context, "board.vote.line.short", nominee=name, count=votes))
            elif nominee in counted:
                lines.append(self._votes_for(nominee, counted[nominee], "board.vote", context))
            elif place == len(vote.nominees):
                lines.append(self.words(context, "board.vote.line.last", nominee=name))
            elif place == len(counted) + 1:
                lines.append(self.words(context, "board.vote.line.now", nominee=name))
            elif not is_pictured and len(later) <= lined:
                lines.append(self.words(context, "board.vote.line.later", nominee=name))
            elif not is_pictured and place == later[0]:
                names = context.listed([vote.nominees[one - 1] for one in later])
                lines.append(self.words(context, "board.vote.later", names=names))
        if not vote.counted:
            given = {voter for voters in counted.values() for voter in voters}
            left = [player for player in view.players if player.alive and player.seat not in given]
            lines.append(self.words(context, "board.votes_left", count=len(left)))
        return lines

    def _all_lines(self, view: MafiaView, vote: VoteView, context: RenderContext) -> list[str]:
        needed = sum(player.alive for player in view.players) // 2 + 1
        return [self.words(context, "board.all", tied=context.listed(vote.nominees), needed=needed)]

    def _hand_buttons(self, question: Question, context: RenderContext) -> tuple[Button, ...]:
        place = (context.match, question.occasion)
        return (
            Button(custom_id("o", *place, YES), self.choice(question, YES, context), "primary", "✋"),
            Button(custom_id("o", *place, NO), self.choice(question, NO, context)),
        )

    # -- panels for one seat ----------------------------------------------------------------------------------------

    def panel(self, question: Question, view: MafiaView, context: RenderContext) -> Panel:
        """By night the same shape for everybody; what is asked on the board can be answered on My seat as well."""
        if question.key in FLOORS:
            return Panel(self.prompt(question, view, context), self.floor_rows(question, view, context))
        if question.key in HANDS:
            return Panel(self.prompt(question, view, context), (self._hand_buttons(question, context),))
        return super().panel(question, view, context)

    def prompt(self, question: Question, view: MafiaView, context: RenderContext) -> str:
        values = question.values or {}
        if question.key == "vote.hand":
            return self.words(context, "ask.vote.hand", nominee=context.name(values["nominee"]))
        if question.key == "vote.all":
            return self.words(context, "ask.vote.all", tied=context.listed(values["tied"]))
        return super().prompt(question, view, context)

    def why_not(self, question: Question, token: str, view: MafiaView) -> Refused | None:
        """The menu names everybody who does not stand yet, so that it gives no alibi away (R3-4)."""
        if question.key != "speech.floor" or not token.isdecimal():
            return None
        if token in map(str, question.choices):
            return None
        today = [(by, nominee) for day, by, nominee in view.nominations if day == view.day]
        if question.seat in (by for by, _ in today):
            return Refused("nominated_once")
        if int(token) in (nominee for _, nominee in today):
            return Refused("stands_already")
        if any(str(player.seat) == token and player.alive for player in view.players):
            return Refused("alibi")
        return None

    def chosen(self, question: Question, value: Any, view: MafiaView, context: RenderContext) -> str:
        told = super().chosen(question, value, view, context)
        is_name = question.key == "speech.floor" and type(value) is int
        return self.words(context, "chosen.nominate", name=told) if is_name else told

    def aimed(self, deed: Deed, question: Question, whom: Seat, view: MafiaView) -> str | None:
        if deed == "nominate":
            return token(whom) if question.key == "speech.floor" else None
        is_about = question.key == "vote.hand" and (question.values or {}).get("nominee") == whom
        return YES if is_about else None

    def own_lines(self, view: MafiaView, context: RenderContext) -> list[str]:
        """The fouls, and whom the own card may not be used on again (S3-8, S3-9)."""
        lines = []
        fouls = view.player(view.seat).fouls
        if view.alive and fouls:
            lines.append(self.words(context, "board.fouls", count=fouls))
        if view.alive and view.last is not None and view.player(view.last).alive:
            lines.append(self.words(context, "board.last", name=context.name(view.last)))
        return lines

    def fact(self, key: str, night: int, values: Mapping[str, Any], context: RenderContext) -> str:
        ending = _verdict(key, values)
        return self.words(context, f"learnt.{key}.{ending}", night=night, suspect=context.name(values["suspect"]))

    # -- silence ----------------------------------------------------------------------------------------------------

    def speech(self, view: MafiaView, seat: Seat) -> Speech:
        """Only the speaker speaks; whose fouls have cost the words, has the floor in silence (S3-1, R3-14)."""
        usual = super().speech(view, seat)
        if usual != "free" or view.speaker is None or view.winner is not None:
            return usual
        if seat != view.speaker:
            return "floor"
        return "free" if view.floor_seconds else "muted"

    def powers(self, view: MafiaView) -> list[Powers]:
        return [self._powers_of(view, player) for player in view.players]

    def _powers_of(self, view: MafiaView, player: PlayerView) -> Powers:
        acts = player.alive and view.winner is None
        has_nominated = any(day == view.day and by == player.seat for day, by, _ in view.nominations)
        return Powers(
            player.seat,
            self.speech(view, player.seat),
            nominates=acts and view.phase == "speeches" and view.speaker == player.seat and not has_nominated,
            votes=int(acts and not self.is_locked(view)),
            acts=acts,
        )

    # -- the end ----------------------------------------------------------------------------------------------------

    def finale(self, view: MafiaView, context: RenderContext) -> Page:
        won = f"### {self.words(context, f'game.over.{view.winner}')}"
        reason = self.words(context, view.reason, pick=context.match)
        people = "\n".join(self.who_was_who(view, self.winners(view), context))
        sheet = (sheet_button(context.match, context.words),)
        return Page(panels=(Panel(reason, (sheet,), heading=won, in_picture=people),))

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        """Day by day and night by night: who was named, who voted for whom, and every secret act."""
        paragraphs = [f"## {self.words(context, 'recap.title')}", self.cards_told(announcements, context)]
        lines: list[str] = []
        here, gone = replace(context, since=0), Counter[str]()
        known = past_of_story(announcements, (NOMINATED,), "vote.counted", "votes")
        for said in announcements:
            if said.key in ("day.begins", "night.falls"):
                if lines:
                    paragraphs.append("\n".join(lines))
                lines = self._chapter(said, journal, context)
                here = replace(context, checkpoint=said.values.get("day", here.checkpoint), since=0)
            elif said.key == NOMINATED:
                lines.append(self._nominated(said, known, here))
            elif said.key == "player.left":
                lines.append(self.left(said, gone[said.values["end"]], here))
                gone[said.values["end"]] += 1
            elif said.is_public and said.key in STORY_KEYS:
                lines.append(self.line(said, None, here))
            elif not said.is_public and said.key in ("night.verdict", "night.found"):
                lines.append(f"• {self._found_out(said, context)}")
        if lines:
            paragraphs.append("\n".join(lines))
        over = next((said for said in announcements if said.key == "game.over"), None)
        if over is not None:
            winner = self.words(context, f"game.over.{over.values['winner']}")
            paragraphs.append(f"{winner} {self.words(context, over.values['reason'], pick=context.match)}")
        return paragraphs

    def _chapter(self, said: Announcement, journal: Sequence[Entry], context: RenderContext) -> list[str]:
        """A day's heading; a night's, and what was done in secret."""
        if said.key == "day.begins":
            return [f"### {self.words(context, 'recap.day', day=said.values['day'])}"]
        night = said.values["night"]
        # A player who changed their mind is told by what they settled on.
        acts = {
            (WAKING.index(one.key), one.seat): one for one in journal if one.checkpoint == night and one.key in WAKING
        }
        told = [self.act_told(acts[place], context) for place in sorted(acts)]
        return [f"### {self.words(context, 'recap.night', night=night)}", *(f"• {line}" for line in told if line)]

    def act_told(self, entry: Entry, context: RenderContext) -> str:
        own = f"story.{entry.key}.self"
        if entry.value == entry.seat and context.words.has(self.key(context.words, own)):
            return self.words(context, own, by=context.name(entry.seat))
        return super().act_told(entry, context)

    def _found_out(self, said: Announcement, context: RenderContext) -> str:
        ending = _verdict(said.key, said.values)
        by, suspect = context.name(int(said.audience[0])), context.name(said.values["suspect"])
        return self.words(context, f"story.{said.key}.{ending}", by=by, target=suspect)


def _verdict(key: str, values: Mapping[str, Any]) -> str:
    """Which of the two answers was given to the Sheriff or the Don."""
    if key == "night.verdict":
        return "black" if values["black"] else "red"
    return "yes" if values["sheriff"] else "no"
