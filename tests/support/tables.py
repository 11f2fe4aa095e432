"""Tables in play on a real store: a file, a clock that is moved by hand, and the match service over both."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.any_game import random_answer

from bot.engine.questions import IllegalAnswer, Question, Value
from bot.engine.rulebook import Game, Options
from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.awake import Awake
from bot.matches.deserted import DesertedTables
from bot.matches.end_votes import EndVotes
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.hosting import Hosting
from bot.matches.leaving import Leaving, Left
from bot.matches.lobby import NOWHERE
from bot.matches.moderator import Moderation
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store import journals, loading, matches, seating, table_log
from bot.store.database import Store
from bot.store.deadlines import DeadlineRow
from bot.store.journals import AnnouncementRow, JournalRow
from bot.store.seating import NewSeat
from support.waiting import until

VILLAGE = GAMES["village"]
HOST = 900
NOON = 1_700_000_000_000
SEED = "a seed that is known"
NO_INTRODUCTIONS = VillageOptions(introductions=False)
ANSWERS_MOST = 3_000
"""A game that takes more answers than this is endless."""


class Clock:
    """Epoch milliseconds, moved by hand."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Table:
    """One match in one database, and the service that runs it now."""

    def __init__(self, store: Store, clock: Clock, address: Path | str) -> None:
        self.store = store
        self.clock = clock
        self.address = address
        self.match = 0
        self.told: list[Happening] = []
        self.begin()

    def begin(self) -> None:
        """A process begins."""
        self.service = MatchService(self.store, Timekeeper(self.clock))
        self.service.watchers.append(self.told.append)
        self.hosting = Hosting(self.service.keeper)
        self.deserted = DesertedTables(self.service.keeper, self.hosting)
        self.service.watchers.append(self.deserted.watch)
        self.moderation = Moderation(self.service.keeper)
        self.end_votes = EndVotes(self.service.keeper)
        self.leaving = Leaving(self.service.keeper, self.moderation)

    def close(self) -> None:
        """The process ends."""
        self.service.close()
        self.hosting.close()
        self.deserted.close()

    @property
    def path(self) -> Path:
        """Of the file, where it lies in one."""
        assert isinstance(self.address, Path)
        return self.address

    # -- playing ----------------------------------------------------------------------------------------------------

    async def deal(
        self,
        seats: int = 8,
        options: Options = NO_INTRODUCTIONS,
        *,
        game: Game = VILLAGE,
        begun: bool = True,
        parent_id: int | None = None,
        anywhere: bool = False,
        seed: str = SEED,
    ) -> int:
        """A new match of people 101, 102, …; when `begun`, everybody has a card and the first night has fallen."""
        people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in range(1, seats + 1)]
        self.match = await self.service.create(
            game,
            options,
            people,
            guild_id=NOWHERE if anywhere else 1,
            channel_id=20,
            parent_id=parent_id,
            anywhere=anywhere,
            host_id=HOST,
            role_set=game.role_sets[0].name,
            seed=seed,
        )
        if begun:
            await self.answer(await self.asked("roles.delivered"), "delivered")
        self.told.clear()
        return self.match

    async def awake(self) -> Awake:
        return await self.service.awake(self.match)

    async def asked(self, key: str) -> Question:
        """The first open question of this key."""
        awake = await self.awake()
        return next(question for question in awake.match.open if question.key == key)

    async def keys(self) -> list[str]:
        return [question.key for question in (await self.awake()).match.open]

    async def answer(self, question: Question, value: Value, interaction_id: int | None = None) -> Awake:
        checkpoint = (await self.awake()).match.checkpoint
        return await self.service.answer(
            self.match, question.seat, checkpoint, question.number, value, interaction_id=interaction_id
        )

    async def night_passes(self) -> None:
        """Nobody does anything until it is day."""
        while (await self.awake()).match.view(0).phase != "day":
            awake = await self.awake()
            clock = next(question for question in awake.match.open if question.key.startswith("clock."))
            await self.answer(clock, clock.default)

    async def seconds_left(self, key: str) -> float:
        """How long the next of the clocks with such a key still runs."""
        awake = await self.awake()
        clocks = [question.number for question in awake.match.open if question.key.startswith(key)]
        due = [awake.deadlines[number] for number in clocks if number in awake.deadlines]
        return (min(due) - self.play_ms) / 1000

    async def night_left_s(self) -> float:
        """What is left of the night's clock, in seconds, on disk and in memory alike."""
        clock = await self.asked("clock.night")
        stored = {line.question: line.due_ms for line in await self.deadlines()}
        assert (await self.awake()).deadlines == stored
        return (stored[clock.number] - self.play_ms) / 1000

    async def introduces(self, seat: int, text: str) -> None:
        """Whoever has this seat writes an alias."""
        awake = await self.awake()
        question = next(one for one in awake.match.open_for(seat) if one.key == "introduction")
        await self.answer(question, text)

    async def plays_on(self) -> None:
        """To the end, by chance; every answer is stored before the next. An endless game fails."""
        rng = Random(self.match)
        await self.wakes_up()
        for _ in range(ANSWERS_MOST):
            match = (await self.awake()).match
            if match.outcome is not None:
                return
            await self.answer(*random_answer(match, rng))
        raise AssertionError(f"game {self.match} does not end")

    async def leaves(self, user_id: int, computer: str = "Hansel") -> Left:
        """This person is asked whether they want to leave, and does."""
        awake = await self.awake()
        seat = awake.seat_of(user_id) or 0
        return await self.leaving.leave(self.match, user_id, seat, awake.match.checkpoint, computer)

    # -- time -------------------------------------------------------------------------------------------------------

    @property
    def play_ms(self) -> int:
        """The time that counts; deadlines are in it."""
        return self.service.time.play_ms()

    async def time_passes(self, seconds: float) -> None:
        """Move the clock, and wait until every deadline that has passed was dealt with."""
        self.clock.now += int(seconds * 1000)
        await self.ring()

    async def wakes_up(self) -> None:
        """The host says that somebody is there, if the table has fallen asleep."""
        if (await self.row()).status == "paused":
            await self.hosting.resume(self.match, HOST)

    async def ring(self) -> None:
        deadlines = self.service._deadlines
        deadlines.look()
        await until(
            lambda: deadlines._task is None and not (deadlines._heap and deadlines._heap[0].due_ms <= self.play_ms)
        )

    # -- ending and going on ----------------------------------------------------------------------------------------

    async def restart(self, away_s: float = 0) -> int:
        """Another process takes over after `away_s`; what start-up says."""
        self.close()
        self.clock.now += int(away_s * 1000)
        self.told.clear()
        self.begin()
        away = await self.service.start_up()
        await self.hosting.start_up()
        await self.deserted.start_up()
        await self.service.beat()  # all is taken up
        return away

    # -- what the disk knows ----------------------------------------------------------------------------------------

    async def row(self) -> matches.MatchRow:
        async with self.store.reading() as connection:
            return await matches.get(connection, self.match)

    async def journal(self) -> list[JournalRow]:
        async with self.store.reading() as connection:
            return await journals.entries_of(connection, self.match)

    async def voided(self) -> list[journals.VoidedRow]:
        async with self.store.reading() as connection:
            return await journals.voided_of(connection, self.match)

    async def said(self) -> list[AnnouncementRow]:
        async with self.store.reading() as connection:
            return await journals.announcements_of(connection, self.match)

    async def deadlines(self) -> list[DeadlineRow]:
        async with self.store.reading() as connection:
            return list((await loading.load(connection, self.match)).deadlines)

    async def seats(self) -> dict[int, seating.SeatRow]:
        async with self.store.reading() as connection:
            return {row.seat: row for row in await seating.seats_of(connection, self.match)}

    async def logged(self) -> list[tuple[str, Any]]:
        async with self.store.reading() as connection:
            return [(line.action, line.details) for line in await table_log.lines_of(connection, self.match)]

    def kinds(self) -> list[str]:
        """What the watchers were told, in order."""
        return [happening.kind for happening in self.told]


@asynccontextmanager
async def opened_table(address: Path | str) -> AsyncIterator[Table]:
    """A table over a fresh database."""
    store = await Store.open(address)
    table = Table(store, Clock(), address)
    try:
        yield table
    finally:
        table.close()
        await store.close()


async def refused(work: Awaitable[Any]) -> str:
    """The work is refused; the code why."""
    with pytest.raises((Refused, IllegalAnswer)) as caught:
        await work
    return str(caught.value.code)


def questions_of(awake: Awake) -> list[tuple[Any, ...]]:
    """Everything that is open: who is asked what, under which number, with which choices."""
    return [
        (q.number, q.seat, q.key, q.kind, list(q.choices), q.least, q.most, q.within, q.default, q.values, q.occasion)
        for q in awake.match.open
    ]
