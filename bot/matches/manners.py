"""Manners of computer players: they take their time, and decide nothing over the heads of the people at their table.

What a computer waits for is public: who has been asked with it, who has answered, and how much of the clock is left.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.engine.match import Match, Snapshot
from bot.engine.questions import MIRROR, IllegalAnswer, Question, Seat, Value
from bot.games.table_options import PACE
from bot.matches.awake import resumed
from bot.matches.errors import Refused
from bot.matches.rows import entry_of
from bot.matches.snapshot import MatchSnapshot, place_of
from bot.matches.timekeeper import Timekeeper
from bot.store import loading
from bot.store.database import Store
from bot.store.errors import UnknownMatch

SPEEDS: Final = {"brisk": 0.5, "natural": 1.0, "patient": 1.5}
"""By how much the time to think is longer at each pace."""
WAITS_FOR: Final = {"brisk": 0.5, "natural": 0.5, "patient": 0.9}
"""For which share of the clock people are waited for at each pace."""
TOGETHER_SLOWER: Final = 3.0
"""Where everybody is asked at once, people want to talk before they vote."""
TALKS_ON_MS: Final = 30_000
"""Where people talk, so long nobody ends it after what one of them has said who has still something to answer."""
USUAL_CLOCK_S: Final = 60.0
"""For a clock as long as this or longer; with a shorter one there is less time to think."""
Occasion = tuple[int, str]
"""A match, and the place at which everybody is asked there."""


class Manners:
    """Says how long computer players think, and whether they have to wait for people."""

    def __init__(self, store: Store, time: Timekeeper) -> None:
        self._store = store
        self._time = time
        self._since: dict[Occasion, int] = {}
        """Since when everybody has been asked there, by the steady clock, as far as this process knows."""
        self._longest: dict[Occasion, int] = {}
        """How long the clock had still to run there when it was seen first, or was longest."""

    def look(self, match: MatchSnapshot) -> None:
        """See at which questions people and computers sit together now, since when, and how long they may."""
        now = {(match.id, place_of(question)) for question in match.open if is_together(match, question)}
        for known in [one for one in self._since if one[0] == match.id and one not in now]:
            del self._since[known], self._longest[known]
        left = self._clock_ms(match) or 0
        for occasion in now:
            self._since.setdefault(occasion, self._time.steady_ms())
            self._longest[occasion] = max(left, self._longest.get(occasion, 0))

    def slower(self, match: MatchSnapshot, question: Question) -> float:
        """By how much the time to think is longer here. It tells nothing but the table's pace and clock."""
        speed = SPEEDS[pace_of(match)]
        if not is_together(match, question):
            return speed
        left = self._clock_ms(match)
        return speed * TOGETHER_SLOWER * (1.0 if left is None else min(1.0, left / 1000 / USUAL_CLOCK_S))

    def is_waited_for(self, match: MatchSnapshot, question: Question) -> bool:
        """Whether somebody who is asked there as well has not answered yet, and has time left for it."""
        return bool(self._asked(match, question)) and self._whole_wait_ms(match, question) > 0

    def wait_ms(self, match: MatchSnapshot, question: Question) -> int:
        """For how long people are waited for there; 0 for no longer.

        It goes by what is left of the clock: while that stands, nobody's time to answer passes either.
        """
        if not is_together(match, question):
            return 0
        whole = self._whole_wait_ms(match, question)
        if self._asked(match, question):
            return whole
        spoke_ms = [match.acted_ms[one.seat] for one in self._talking(match, question)]
        return min(whole, max(spoke_ms, default=0) + TALKS_ON_MS - self._time.now_ms()) if spoke_ms else 0

    def _whole_wait_ms(self, match: MatchSnapshot, question: Question) -> int:
        occasion, share, left = (match.id, place_of(question)), WAITS_FOR[pace_of(match)], self._clock_ms(match)
        if left is None:
            now = self._time.steady_ms()
            return max(0, self._since.get(occasion, now) + int(share / (1 - share) * USUAL_CLOCK_S * 1000) - now)
        whole = max(left, self._longest.get(occasion, 0))
        return self._awake_ms(match, max(0, left - int(whole * (1 - share))))

    async def outruns(self, match: MatchSnapshot, question: Question, value: Value) -> bool:
        """Whether this answer would end what people are asked before they have answered."""
        asked = [*self._asked(match, question), *self._talking(match, question)]
        if not asked or self.wait_ms(match, question) <= 0:
            return False
        async with self._store.reading() as connection:
            try:
                saved = await loading.load(connection, match.id)
            except UnknownMatch:
                raise Refused("no_such_table") from None
        if saved.snapshot is None or saved.row.checkpoint != match.checkpoint:
            return False
        snapshot = Snapshot.model_validate_json(saved.snapshot.body)
        journal = [entry_of(line) for line in saved.journal]
        numbers = {one.number for one in asked}
        return await asyncio.to_thread(lambda: _ends(resumed(saved.row, snapshot, journal), question, value, numbers))

    def _asked(self, match: MatchSnapshot, question: Question) -> list[Question]:
        """The questions of the same moment that people have still to answer."""
        place = place_of(question)
        return [one for one in self._of_people(match, question) if not self._has_answered(match, one.seat, place)]

    def _talking(self, match: MatchSnapshot, question: Question) -> list[Question]:
        """What people are asked on who have answered, where they may say more, and have said something just now."""
        if question.key not in match.game.talks:
            return []
        place, lately = place_of(question), self._time.now_ms() - TALKS_ON_MS
        asked = [one for one in self._of_people(match, question) if self._has_answered(match, one.seat, place)]
        return [one for one in asked if match.acted_ms.get(one.seat, lately) > lately]

    def _of_people(self, match: MatchSnapshot, question: Question) -> list[Question]:
        """What is asked of people in the same moment; nobody waits for those who are away."""
        if not is_together(match, question):
            return []
        place, people = place_of(question), {seat for seat in match.people() if not match.seats[seat].away}
        return [one for one in match.open if one.seat in people and is_together(match, one) and place_of(one) == place]

    def _has_answered(self, match: MatchSnapshot, seat: Seat, place: str) -> bool:
        since = self._since.get((match.id, place), self._time.steady_ms())
        return match.answered_ms.get((seat, place), since - 1) >= since

    def _clock_ms(self, match: MatchSnapshot) -> int | None:
        """How long the next clock still runs; None where none does. What people talk through is over with
        the warning of its end; a vote has a clock of its own within it, and a warning says nothing about that one."""
        clocks = {
            one.key: match.deadlines[one.number]
            for one in match.open
            if one.seat == MIRROR and one.number in match.deadlines and one.key not in match.game.clocks_besides
        }
        ends = [due for key, due in clocks.items() if key not in match.game.warnings]
        due = ends if len(ends) > 1 else list(clocks.values())
        now = self._time.now_ms()
        if not due:
            return None
        return max(0, min(due) - now) if match.quiet is None else match.quiet.left(min(due), now)

    def _awake_ms(self, match: MatchSnapshot, wait_ms: int) -> int:
        """In how long so much time has passed outside the quiet hours: in them people sleep, and nobody decides for
        them."""
        if match.quiet is None:
            return wait_ms
        now = self._time.now_ms()
        return match.quiet.moved(match.quiet.after(now) + wait_ms) - now


def is_together(match: MatchSnapshot, question: Question) -> bool:
    """Whether this question is put to everybody at once, so that some could decide before others have looked."""
    return question.key in match.game.asked_together


def pace_of(match: MatchSnapshot) -> str:
    """How fast computer players are: as the table wants it, and patient with somebody who plays alone among them. In a
    game of turns nobody is outrun: there one person is only kept waiting."""
    pace = str(match.row.options.get(PACE, "natural"))
    if pace != "natural" or len(match.people()) != 1:
        return pace
    return "patient" if match.game.asked_together else "brisk"


def _ends(trial: Match, question: Question, value: Value, asked: set[int]) -> bool:
    """Whether after this answer some of it is asked no more. It is tried on another match just like this one."""
    try:
        trial.reply(trial.question(question.number, question.seat), value)
    except IllegalAnswer:
        return False
    return not asked <= {one.number for one in trial.open}
