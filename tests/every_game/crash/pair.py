"""A match whose process dies after every answer, beside the same match in a memory that never sleeps."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from support.tables import Clock, Table, questions_of

from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match
from bot.engine.rulebook import Game, Options
from bot.matches.awake import Awake
from bot.matches.rows import announcement_of, entry_of
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store.database import Store


def seen(match: Match) -> list[Any]:
    """Everything anybody can look at."""
    return [match.view(seat) for seat in range(match.seats + 1)]


class Pair:
    """The match at a table, and its twin without a scratch."""

    def __init__(self, table: Table, game: Game, options: Options, seats: int, seed: str) -> None:
        self.table = table
        self.game = game
        self.seed = seed
        self.reference = Match.start(game, options, seats, SealedChance(seed))
        self.entries: list[Entry] = list(self.reference.take_changes().entries)

    async def answer(self, number: int, seat: int, value: Any, click: int) -> dict[int, int]:
        """The same answer to both; the deadlines that hold after it, as the process that now dies knew them."""
        checkpoint = self.reference.checkpoint
        self.reference.answer(number, seat, value)
        self.entries += self.reference.take_changes().entries
        awake = await self.table.service.answer(self.table.match, seat, checkpoint, number, value, interaction_id=click)
        return dict(awake.deadlines)

    def is_whole(self, awake: Awake, deadlines: dict[int, int]) -> None:
        match, reference = awake.match, self.reference
        assert match.checkpoint == reference.checkpoint
        assert [(q[:-2], q[-2] or None, q[-1]) for q in questions_of(awake)] == [
            (q[:-2], q[-2] or None, q[-1])
            for q in questions_of(Awake(reference, awake.row, awake.seats, awake.time, awake.unhurried))
        ]
        assert seen(match) == seen(reference)
        assert (match.announced, match.answered) == (reference.announced, reference.answered)
        assert awake.deadlines == deadlines
        assert match.outcome == reference.outcome

    async def is_whole_elsewhere(self, deadlines: dict[int, int]) -> None:
        """For another process: with a copy of what a power cut would leave, or on the same server."""
        address = self.table.address
        if isinstance(address, str):
            await self._is_whole_at(address, deadlines)
            return
        copy = address.with_name("copy.db")
        for end in ("", "-wal"):
            source = address.with_name(address.name + end)
            if source.exists():
                shutil.copy(source, copy.with_name(copy.name + end))
        try:
            await self._is_whole_at(copy, deadlines)
        finally:
            for left in copy.parent.glob(copy.name + "*"):
                left.unlink()

    async def _is_whole_at(self, address: Path | str, deadlines: dict[int, int]) -> None:
        store = await Store.open(address)
        service = MatchService(store, Timekeeper(Clock(self.table.clock.now)))
        try:
            self.is_whole(await service.awake(self.table.match), deadlines)
        finally:
            service.close()
            await store.close()

    async def is_over_and_all_told(self) -> None:
        """The match has ended on the disk too, and all that was answered and said is there, once."""
        assert self.reference.outcome is not None
        assert (await self.table.row()).status == "over"
        assert await self.table.deadlines() == []
        assert [entry_of(line) for line in await self.table.journal()] == self.entries
        said = [announcement_of(row) for row in await self.table.said()]
        options, seats = self.reference.options, self.reference.seats
        whole = Match.start(self.game, options, seats, SealedChance(self.seed), replay=self.entries)
        assert [one.as_json() for one in said] == [one.as_json() for one in whole.take_changes().announcements]
