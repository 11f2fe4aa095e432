"""A whole process killed in the middle of its nights, again and again, over the same file; at the full size also over
the same database on a server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.sizes import size
from support.tables import NOON, VILLAGE, questions_of

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.matches.awake import Awake
from bot.matches.rows import announcement_of, entry_of
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store import journals, matches
from bot.store.database import Store

HERE = Path(__file__).parent
KILLS = size(2, full=4)


async def lives_until_killed(address: Path | str, seed: str, acknowledged: int, pause_s: float) -> list[list[Any]]:
    """Start the process, kill it some moments after so many answers, and return all that it had acknowledged."""
    tests, root = str(HERE.parents[1]), str(HERE.parents[2])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(HERE / "reckless_process.py"),
        str(address),
        seed,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((root, tests))},
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(acknowledged)]
    await asyncio.sleep(pause_s)
    process.send_signal(signal.SIGKILL)
    lines += (await process.stdout.read()).splitlines(keepends=True)
    assert await process.wait() == -signal.SIGKILL
    # The last line may have been cut off in the pipe: then it was not heard.
    return [json.loads(line) for line in lines if line.endswith(b"\n")]


async def is_whole(store: Store, service: MatchService, match_id: int) -> set[str]:
    """The match stands where the same answers lead in memory; the answers in its journal."""
    async with store.reading() as connection:
        row = await matches.get(connection, match_id)
        journal = await journals.entries_of(connection, match_id)
        said = await journals.announcements_of(connection, match_id)
    options = VILLAGE.options.model_validate(row.options)
    reference = Match.start(
        VILLAGE, options, row.seats, SealedChance(row.seed), replay=[entry_of(line) for line in journal]
    )
    awake = await service.awake(match_id)
    assert questions_of(awake) == questions_of(Awake(reference, awake.row, awake.seats, awake.time, awake.unhurried))
    assert [awake.match.view(seat) for seat in range(9)] == [reference.view(seat) for seat in range(9)]
    assert [announcement_of(one).as_json() for one in said] == [
        one.as_json() for one in reference.take_changes().announcements
    ]
    assert set(awake.deadlines) == {q.number for q in reference.open if q.within is not None}
    assert (row.status == "over") == (reference.outcome is not None)
    return {json.dumps([match_id, line.checkpoint, line.question, line.seat, line.value]) for line in journal}


@pytest.mark.full_size
async def test_nothing_that_was_acknowledged_is_lost(address: Path | str) -> None:
    rng = Random(5)
    await (await Store.open(address)).close()
    acknowledged: list[str] = []
    for life in range(KILLS):
        lines = await lives_until_killed(address, f"life {life}", rng.randint(1, 60), rng.uniform(0, 0.1))
        acknowledged += map(json.dumps, lines)
        store = await Store.open(address)
        service = MatchService(store, Timekeeper(lambda: NOON))
        try:
            assert await store.check() == []
            async with store.reading() as connection:
                kept = await matches.of_guild(connection, 1) + await matches.of_guild(connection, 1, live=False)
            # A server's sequence leaves out the number of a match that was being written at a kill.
            written: set[str] = set()
            for row in kept:
                written |= await is_whole(store, service, row.id)
            assert [line for line in acknowledged if line not in written] == []
        finally:
            service.close()
            await store.close()
    assert len(acknowledged) > 25 * KILLS
