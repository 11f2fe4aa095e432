"""Whole games in which the bot dies after every single answer, next to the same games played without a scratch."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import random_answer
from tables import SEED, VILLAGE, Clock, Table, opened_table, questions_of

from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match
from bot.games.village.options import VillageOptions
from bot.matches.archive import announcement_of, entry_of
from bot.matches.awake import Awake
from bot.matches.service import MatchService
from bot.store.database import Store

EVERYTHING = VILLAGE.role_set("everything").options
ENCHANTED = VILLAGE.role_set("enchanted").options
STEPS_MOST = 5_000
COPY_EVERY = 17
"""So often the file itself is copied as a power cut would leave it, and woken by another process."""

GAMES: list[tuple[int, int, VillageOptions]] = [
    (1, 8, VillageOptions()),
    (2, 9, VillageOptions(open_ballot=True, quick_nights=True)),
    (3, 9, VillageOptions(introductions=False, dead_watch=False, huntsman_any_death=False)),
    (4, 12, VillageOptions(last_words_seconds=0, reballots_most=0)),
    (5, 13, EVERYTHING.model_copy(update={"quick_nights": True})),
    (6, 15, EVERYTHING.model_copy(update={"introductions": False, "open_ballot": True})),
    (7, 9, ENCHANTED.model_copy(update={"introductions": False})),
    (8, 12, ENCHANTED.model_copy(update={"introductions": False, "open_ballot": True, "quick_nights": True})),
]


def seen(match: Match, seats: int) -> list[Any]:
    """Everything anybody can look at."""
    return [match.view(seat) for seat in range(seats + 1)]


def no_scratch(seed: str, seats: int, options: VillageOptions) -> Match:
    return Match.start(VILLAGE, options, seats, SealedChance(seed))


class Pair:
    """A match that dies all the time, and the same match in the memory of somebody who never sleeps."""

    def __init__(self, table: Table, reference: Match, options: VillageOptions) -> None:
        self.table = table
        self.reference = reference
        self.options = options
        self.entries: list[Entry] = list(reference.take_changes().entries)

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
            (q[:-2], q[-2] or None, q[-1]) for q in questions_of(Awake(reference, awake.row, awake.seats))
        ]
        assert seen(match, reference.seats) == seen(reference, reference.seats)
        assert (match.announced, match.answered) == (reference.announced, reference.answered)
        assert awake.deadlines == deadlines
        assert match.outcome == reference.outcome

    async def copy_is_whole(self, path: Path, deadlines: dict[int, int]) -> None:
        """What a power cut would leave: the file and its log, without any goodbye."""
        for end in ("", "-wal"):
            source = self.table.path.with_name(self.table.path.name + end)
            if source.exists():
                shutil.copy(source, path.with_name(path.name + end))
        store = await Store.open(path)
        service = MatchService(store, Clock(self.table.clock.now))
        try:
            self.is_whole(await service.awake(self.table.match), deadlines)
        finally:
            service.close()
            await store.close()
            for left in path.parent.glob(path.name + "*"):
                left.unlink()


@pytest.mark.parametrize(("number", "seats", "options"), GAMES, ids=[str(game[0]) for game in GAMES])
async def test_a_game_survives_a_death_after_every_answer(
    number: int, seats: int, options: VillageOptions, tmp_path: Path
) -> None:
    rng, seed = Random(number), f"{SEED} {number}"
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(seats, options, begun=False, seed=seed)
        pair = Pair(table, no_scratch(seed, seats, options), options)
        deadlines: dict[int, int] = dict((await table.awake()).deadlines)
        for step in range(STEPS_MOST):
            table.service.close()
            table.begin()
            pair.is_whole(await table.awake(), deadlines)
            if step % COPY_EVERY == 0:
                await pair.copy_is_whole(tmp_path / "copy.db", deadlines)
            if pair.reference.outcome is not None:
                break
            table.clock.now += 1_000
            question, value = random_answer(pair.reference, rng)
            deadlines = await pair.answer(question.number, question.seat, value, 1_000_000 + step)
        assert pair.reference.outcome is not None
        assert (await table.row()).status == "over"
        assert await table.deadlines() == []
        assert [entry_of(line) for line in await table.journal()] == pair.entries
        said = [announcement_of(row) for row in await table.said()]
        whole = Match.start(VILLAGE, options, seats, SealedChance(seed), replay=pair.entries)
        assert [one.as_json() for one in said] == [one.as_json() for one in whole.take_changes().announcements]


async def test_start_up_after_every_answer_arms_exactly_the_open_clocks(tmp_path: Path) -> None:
    rng = Random(77)
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(8, VillageOptions(), begun=False)
        for _ in range(120):
            awake = await table.awake()
            if awake.over:
                break
            question, value = random_answer(awake.match, rng)
            await table.answer(question, value)
            await table.restart(away_s=5)
            armed = {line.question: line.due_ms for line in table.service._deadlines._heap}
            assert armed == (await table.awake()).deadlines
            clocks = {q.number for q in (await table.awake()).match.open if q.within is not None}
            assert set(armed) == clocks
