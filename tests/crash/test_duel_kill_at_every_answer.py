"""Whole duels in which the bot dies after every single answer, next to the same duels played without a scratch."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from duelling import DUEL
from playing import random_answer
from tables import HOST, Table, opened_table
from test_kill_at_every_answer import Pair

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.name_duel.options import DuelOptions
from bot.matches.archive import announcement_of, entry_of
from bot.store.seating import NewSeat

STEPS_MOST = 2_000
COPY_EVERY = 17
"""So often the file itself is copied as a power cut would leave it, and woken by another process."""

CONTESTS = [
    (1, DuelOptions(best_of=1)),
    (2, DuelOptions(best_of=3, quick_reactions=True)),
    (3, DuelOptions(best_of=3, notebook=False, turn_seconds=60, reaction_seconds=5)),
]


async def deal(table: Table, options: DuelOptions, seed: str) -> None:
    people = [NewSeat(seat, name, 100 + seat) for seat, name in enumerate(("ann", "ben"), 1)]
    table.match = await table.service.create(
        DUEL, options, people, guild_id=1, channel_id=20, host_id=HOST, role_set="classic", seed=seed
    )


@pytest.mark.parametrize(("number", "options"), CONTESTS, ids=[str(contest[0]) for contest in CONTESTS])
async def test_a_contest_survives_a_death_after_every_answer(number: int, options: DuelOptions, tmp_path: Path) -> None:
    """Nothing is lost: not what was guessed, not who still decides, not the clocks, not the order of a deck."""
    rng, seed = Random(number), f"duel {number}"
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, options, seed)
        reference = Match.start(DUEL, options, 2, SealedChance(seed))
        pair = Pair(table, reference, options)
        deadlines = dict((await table.awake()).deadlines)
        keys = set()
        for step in range(STEPS_MOST):
            table.service.close()
            table.begin()
            pair.is_whole(await table.awake(), deadlines)
            if step % COPY_EVERY == 0:
                await pair.copy_is_whole(tmp_path / "copy.db", deadlines)
            if reference.outcome is not None:
                break
            table.clock.now += 1_000
            question, value = random_answer(reference, rng)
            keys.add(question.key)
            deadlines = await pair.answer(question.number, question.seat, value, 1_000_000 + step)
        assert reference.outcome is not None
        assert {"duel.play", "duel.guess", "duel.react", "clock.reaction"} <= keys
        assert (await table.row()).status == "over"
        assert await table.deadlines() == []
        assert [entry_of(line) for line in await table.journal()] == pair.entries
        said = [announcement_of(row) for row in await table.said()]
        whole = Match.start(DUEL, options, 2, SealedChance(seed), replay=pair.entries)
        assert [one.as_json() for one in said] == [one.as_json() for one in whole.take_changes().announcements]


async def test_start_up_after_every_answer_arms_exactly_the_open_clocks(tmp_path: Path) -> None:
    """Also while the clock of the turn does not run, because a guess waits."""
    rng = Random(7)
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, DuelOptions(best_of=3), "duel of clocks")
        keys = set()
        for _ in range(60):
            awake = await table.awake()
            if awake.over:
                break
            question, value = random_answer(awake.match, rng)
            await table.answer(question, value)
            await table.restart(away_s=5)
            armed = {line.question: line.due_ms for line in table.service._deadlines._heap}
            assert armed == (await table.awake()).deadlines
            clocks = [one for one in (await table.awake()).match.open if one.within is not None]
            assert set(armed) == {one.number for one in clocks}
            keys |= {one.key for one in clocks}
        assert keys == {"clock.turn", "clock.reaction"}
