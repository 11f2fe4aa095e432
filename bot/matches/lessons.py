"""Practice: what the strong player would have answered in somebody's place, and why. It is told to them alone.

There are lessons where one person plays among computers. The strong player is shown what that person saw when they were
asked, and nothing else; its chance is its own. Only the wish to be told is kept, and holds in their next games too:
what is told is worked out anew from the journal, and is the same each time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any

from bot.engine.chance import SealedChance, mixed
from bot.engine.match import Diverged, Entry, Match
from bot.engine.questions import Question, Seat, Value, put
from bot.engine.rulebook import Game, Reason, View
from bot.games import GAMES
from bot.matches.counting import PEOPLE_LEAST, who_sat
from bot.matches.errors import Refused
from bot.matches.rows import entry_of
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.players import player_for
from bot.store import journals, people, seating, table_log
from bot.store.journals import JournalRow
from bot.store.matches import MatchRow

TRIES, TRIES_MOST = 3, 12
"""Where several answers are as good, the strong player takes any: so often it is asked whether it might agree, more
often where it does not always answer the same."""
LOOKS_BACK = 12
"""So many of somebody's answers are looked through for one that was a decision."""

KNOWN_MOST = 100
"""Seats whose last lesson is kept in mind."""


@dataclass(frozen=True)
class Lesson:
    """What somebody answered, what the strong player would have, and why.

    asked   what was asked, without what could have been said instead
    view    what the seat saw then
    place   how many answers the seat had given before
    """

    asked: Question
    view: View
    given: Value
    better: Value
    reason: Reason
    place: int = 0


def is_practice(match: MatchSnapshot) -> bool:
    """Whether one person plays this game among computers, and its best player can say why it answers as it does."""
    return match.game.why is not None and len(match.people()) == 1 and bool(match.computers())


class Lessons:
    """Gives lessons to people who want them. Raises StoreTrouble."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._store = service.store
        self._one_thought = asyncio.Semaphore(1)
        self._known: OrderedDict[tuple[int, Seat, int | None], tuple[list[JournalRow], Lesson | None]] = OrderedDict()
        """Match, seat and the answer before which it was -> the answers of the seat, and their lesson: it is worked out
        once, however often somebody presses."""

    # -- the wish ---------------------------------------------------------------------------------------------------

    async def are_wanted(self, match: MatchSnapshot, seat: Seat) -> bool:
        """Whether the person of this seat wants to be told after each of their decisions."""
        user_id = match.seats[seat].user_id
        if user_id is None or not is_practice(match):
            return False
        return await self._practises(user_id) and await self._counts_for_nobody(match.id)

    async def want(self, match_id: int, user_id: int) -> None:
        """This person wants to be told from now on, whenever they practise.

        Raises Refused: `over`, `not_seated`, `not_practice`.
        """
        match = await self._service.snapshot(match_id)
        if match.seat_of(user_id) is None:
            raise Refused("not_seated")
        if match.over:
            raise Refused("over")
        await self.check_practice(match)
        now = self._service.keeper.now_ms()
        await self._store.write(lambda connection: people.set_practises(connection, user_id, True, now))

    async def want_no_more(self, user_id: int) -> None:
        """This person wants to be told no more, wherever they sit now. Of whoever never wanted it nothing is kept."""
        if await self._practises(user_id):
            now = self._service.keeper.now_ms()
            await self._store.write(lambda connection: people.set_practises(connection, user_id, False, now))

    async def _practises(self, user_id: int) -> bool:
        async with self._store.reading() as connection:
            person = await people.get(connection, user_id)
        return person is not None and person.practises

    async def check_practice(self, match: MatchSnapshot) -> None:
        """Raises Refused (`not_practice`) where people play against each other, or did before some of them left."""
        if not (is_practice(match) and await self._counts_for_nobody(match.id)):
            raise Refused("not_practice")

    async def _counts_for_nobody(self, match_id: int) -> bool:
        """Whether fewer people have sat here than a match needs to count in statistics, those who left included."""
        async with self._store.reading() as connection:
            seats = await seating.seats_of(connection, match_id)
            sat = who_sat(seats, await table_log.lines_of(connection, match_id))
        return len(sat.to_the_end) + len(sat.given_up) < PEOPLE_LEAST

    # -- lessons ----------------------------------------------------------------------------------------------------

    async def on(self, match: MatchSnapshot, question: Question, given: Value) -> Lesson | None:
        """The lesson of an answer; `match` is as it was before. None where there was nothing to decide."""
        secret = _secret(match.row, match.checkpoint, question)
        view = match.view(question.seat)
        async with self._one_thought:
            lesson = await asyncio.to_thread(lesson_on, match.game, question, view, given, secret)
        if lesson is None:
            return None
        async with self._store.reading() as connection:
            lines = await journals.entries_of(connection, match.id)
        mine = [(line.checkpoint, line.question) for line in lines if line.seat == question.seat]
        # Somebody quick has answered more than this since.
        answer = match.checkpoint, question.number
        return replace(lesson, place=mine.index(answer) if answer in mine else max(0, len(mine) - 1))

    async def last(self, match: MatchSnapshot, seat: Seat, before: int | None = None) -> Lesson | None:
        """The lesson of the last decision of this seat, or of its last one before that `place`; None where there was
        none, or today's rules lead elsewhere."""
        async with self._store.reading() as connection:
            lines = await journals.entries_of(connection, match.id)
        about, mine = (match.id, seat, before), [line for line in lines if line.seat == seat][:before][-LOOKS_BACK:]
        async with self._one_thought:
            known = self._known.pop(about, None)
            if known is None or known[0] != mine:
                known = mine, await asyncio.to_thread(_last_lesson, match.row, lines, seat, before)
            self._known[about] = known
        if len(self._known) > KNOWN_MOST:
            self._known.popitem(last=False)
        return known[1]


def lesson_on(game: Game, question: Question, view: View, given: Value, secret: str) -> Lesson | None:
    """What the strong player would have answered to this with this view. None where nothing was to be decided, where
    something was only said or taken back, and where the strong player does not think either.

    secret  makes its chance: with the same one it answers the same
    """
    if game.why is None or _is_forced(game, question) or _is_said(question, given) or _takes_back(game, given):
        return None
    asked = _plainly(question)
    better = _agreed(game, asked, view, given, secret)
    reason = game.why(asked, view, better)
    if reason is not None and _essence(asked, given) in reason.as_good:
        better, reason = given, game.why(asked, view, given)
    return None if reason is None else Lesson(asked, view, given, better, reason)


def _agreed(game: Game, asked: Question, view: View, given: Value, secret: str) -> Value:
    """The strong player's answer: the given one, if that is among those it takes for the best."""
    answers: list[Value] = []
    for turn in range(TRIES_MOST):
        if turn == TRIES and all(_essence(asked, answer) == _essence(asked, answers[0]) for answer in answers):
            break
        rng = Random(sha256(f"{secret}|{turn}".encode()).digest())
        answers.append(player_for(game.name, "strong", rng).answer(asked, lambda: view))
        if _essence(asked, answers[-1]) == _essence(asked, given):
            break
    return answers[-1] if _essence(asked, answers[-1]) == _essence(asked, given) else answers[0]


def _essence(asked: Question, value: Value) -> Any:
    """What was decided, without the words that were said to it."""
    return value[0] if asked.kind == "reasoned" else value


def _is_forced(game: Game, question: Question) -> bool:
    """Whether there was one answer only; to think again is none."""
    ways = [choice for choice in question.choices if choice not in game.takes_back]
    return question.kind in ("one", "reasoned") and len(ways) == 1


def _is_said(question: Question, given: Value) -> bool:
    """Whether this was said on the way to an answer. What could be said then, nobody can tell any more."""
    return question.says is not None and isinstance(given, str) and given not in question.choices


def _takes_back(game: Game, given: Value) -> bool:
    """Whether somebody only wanted to think again."""
    return isinstance(given, str) and given in game.takes_back


def _plainly(question: Question) -> Question:
    """The same question to somebody who is to answer, and to say nothing before."""
    return put(
        question.seat,
        question.key,
        question.choices,
        question.kind,
        least=question.least,
        most=question.most,
        default=question.default,
        values=question.values,
        occasion=question.occasion,
    )


# -- out of the journal ------------------------------------------------------------------------------------------------


def _last_lesson(row: MatchRow, lines: Sequence[JournalRow], seat: Seat, before: int | None) -> Lesson | None:
    journal = [entry_of(line) for line in lines]
    mine = list(enumerate(place for place, entry in enumerate(journal) if entry.seat == seat))[:before]
    try:
        found = ((place, _lesson_at(row, journal, at)) for place, at in reversed(mine[-LOOKS_BACK:]))
        return next((replace(lesson, place=place) for place, lesson in found if lesson is not None), None)
    except Diverged:
        return None


def _lesson_at(row: MatchRow, journal: Sequence[Entry], place: int) -> Lesson | None:
    """The lesson of this line: the game is played again up to it. Raises Diverged."""
    game, entry = GAMES[row.game], journal[place]
    options = game.options.model_validate(row.options)
    chance = SealedChance(mixed(row.seed, row.presses))
    match = Match.start(game, options, row.seats, chance, replay=journal[:place], led=True)
    asked = [question for question in match.open if (question.seat, question.key) == (entry.seat, entry.key)]
    if not asked:
        return None
    secret = _secret(row, match.checkpoint, asked[0])
    return lesson_on(game, asked[0], match.view(entry.seat), entry.value, secret)


def _secret(row: MatchRow, checkpoint: int, question: Question) -> str:
    return f"{row.seed}|lessons|{question.seat}|{checkpoint}|{question.number}"
