"""Whole games of Mafia in which the bot dies after every single answer, next to the same games without a scratch."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import random_answer
from tables import HOST, Table, opened_table
from test_kill_at_every_answer import Pair

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.mafia.game import GAME as CLUB_MAFIA
from bot.games.mafia.options import MafiaOptions
from bot.matches.archive import announcement_of, entry_of
from bot.store.seating import NewSeat

STEPS_MOST = 3_000
COPY_EVERY = 17
"""So often the file itself is copied as a power cut would leave it, and woken by another process."""

TABLES: list[tuple[int, int, dict[str, Any], set[str]]] = [
    (1, 6, {}, {"speech.floor", "vote.hand", "night.victim", "foul", "clock.speech", "clock.night"}),
    (2, 10, {"fouls": "halving", "quick_nights": True}, {"final.floor", "night.lover", "night.maniac", "foul"}),
    (3, 12, {"ties": "sport", "one_nominee": "leaves_after_first_day", "reveal": "leaving"}, {"night.search"}),
    (4, 9, {"ties": "mild", "fouls": "off", "final_seconds": 0, "first_night_kill": False}, {"vote.hand"}),
]


async def deal(table: Table, seats: int, options: MafiaOptions, seed: str) -> None:
    people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in range(1, seats + 1)]
    table.match = await table.service.create(
        CLUB_MAFIA, options, people, guild_id=1, channel_id=20, host_id=HOST, role_set="club", seed=seed
    )


@pytest.mark.parametrize(("number", "seats", "settings", "keys"), TABLES, ids=[str(one[0]) for one in TABLES])
async def test_a_game_survives_a_death_after_every_answer(
    number: int, seats: int, settings: dict[str, Any], keys: set[str], tmp_path: Path
) -> None:
    """Nothing is lost: not who has the floor, not whose hand is up, not a foul, not the cancelled vote, no clock."""
    rng, seed, options = Random(number), f"club {number}", MafiaOptions(**settings)
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, seats, options, seed)
        reference = Match.start(CLUB_MAFIA, options, seats, SealedChance(seed))
        pair = Pair(table, reference, options)  # type: ignore[arg-type]
        deadlines = dict((await table.awake()).deadlines)
        asked = set()
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
            asked.add(question.key)
            deadlines = await pair.answer(question.number, question.seat, value, 1_000_000 + step)
        assert reference.outcome is not None
        assert keys <= asked
        assert (await table.row()).status == "over"
        assert await table.deadlines() == []
        assert [entry_of(line) for line in await table.journal()] == pair.entries
        said = [announcement_of(row) for row in await table.said()]
        whole = Match.start(CLUB_MAFIA, options, seats, SealedChance(seed), replay=pair.entries)
        assert [one.as_json() for one in said] == [one.as_json() for one in whole.take_changes().announcements]


async def test_start_up_after_every_answer_arms_exactly_the_open_clocks(tmp_path: Path) -> None:
    """The whistle has no clock that ever runs out, but it is armed like the others."""
    rng = Random(5)
    async with opened_table(tmp_path / "mirror.db") as table:
        await deal(table, 8, MafiaOptions(), "club of clocks")
        keys = set()
        for _ in range(80):
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
        assert {"clock.speech", "clock.vote", "clock.night", "foul"} <= keys
