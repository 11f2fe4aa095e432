"""Whoever plays one of several slots starts a process, and only one, for another that is left alone."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.waiting import PATIENCE_S

from bot import standing_in
from bot.several import Command
from bot.standing_in import StandIns

PLAYS = "import sys; open(sys.argv[1], 'a').write(f'{sys.argv[2]} '); sys.stdin.read()"
ENDS = "import sys; open(sys.argv[1], 'a').write(f'{sys.argv[2]} ')"
SLOTS = 3


class Neighbourhood:
    """What is known of the other slots, as a test has it."""

    def __init__(self) -> None:
        self.alone: list[int] = []
        self.taken: set[int] = set()
        """Slots in whose place another process has started one."""
        self.is_reached = True
        self.hung_up = 0

    async def left_alone(self) -> list[int]:
        if not self.is_reached:
            raise OSError("the database is gone")
        return self.alone

    async def stand_in(self, slot: int) -> bool:
        if slot in self.taken:
            return False
        self.taken.add(slot)
        return True

    async def leave(self, slot: int) -> None:
        self.taken.discard(slot)

    async def hang_up(self) -> None:
        self.hung_up += 1


class Post:
    """One process that looks after others, and what it has started."""

    def __init__(self, log: Path) -> None:
        self.neighbours = Neighbourhood()
        self.stop = asyncio.Event()
        self._log = log
        self.program = PLAYS
        self.stand_ins = StandIns(self.neighbours, self._command(), self.stop)

    def _command(self) -> Command:
        def command(slot: int) -> tuple[Sequence[str], dict[str, str]]:
            return [sys.executable, "-c", self.program, str(self._log), str(slot)], {}

        return command

    @property
    def started(self) -> list[str]:
        return self._log.read_text().split() if self._log.exists() else []

    async def look(self, times: int = 1) -> None:
        for _ in range(times):
            await self.stand_ins.look(SLOTS)

    async def until_started(self, *slots: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self.started != list(slots):  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.01)

    async def end(self) -> None:
        self.stop.set()
        if self.stand_ins.playing:
            await asyncio.wait(self.stand_ins.playing.values())


@pytest.fixture
async def post(tmp_path: Path) -> Post:
    return Post(tmp_path / "started")


async def test_a_slot_that_was_there_and_is_left_alone_gets_a_process_that_ends_with_this_one(post: Post) -> None:
    await post.look()
    post.neighbours.alone = [2]
    await post.look()
    assert not post.stand_ins.playing  # one look may have come between a holder and the next
    await post.look(3)
    await post.until_started("2")
    assert set(post.stand_ins.playing) == post.neighbours.taken == {2}
    await post.end()
    assert post.stand_ins.playing == {}
    assert post.neighbours.taken == set()
    assert post.started == ["2"]


async def test_of_several_only_one_starts_it(post: Post) -> None:
    await post.look()
    post.neighbours.alone, post.neighbours.taken = [0], {0}
    await post.look(3)
    assert not post.stand_ins.playing


async def test_a_slot_that_has_not_come_yet_is_waited_for(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    post.neighbours.alone = [0]
    await post.look(3)
    assert not post.stand_ins.playing
    monkeypatch.setattr(standing_in, "YOUNG_S", 0)
    await post.look()
    await post.until_started("0")
    await post.end()


async def test_one_that_ends_at_once_is_not_started_again_and_again(post: Post) -> None:
    post.program = ENDS
    await post.look()
    post.neighbours.alone = [1]
    await post.look(2)
    await post.stand_ins.playing[1]
    await post.look(3)
    assert not post.stand_ins.playing
    assert post.started == ["1"]


async def test_a_database_that_is_gone_is_asked_anew(post: Post) -> None:
    post.neighbours.is_reached = False
    keeping = asyncio.create_task(post.stand_ins.keep(lambda: True, SLOTS))
    async with asyncio.timeout(PATIENCE_S):
        while not post.neighbours.hung_up:  # noqa: ASYNC110 - it looks by the clock
            await asyncio.sleep(0.01)
    await post.end()
    await keeping


async def test_whoever_stands_by_itself_starts_nobody(post: Post) -> None:
    asked = asyncio.Event()

    def plays() -> bool:
        asked.set()
        return False

    await post.look()
    post.neighbours.alone = [0]
    keeping = asyncio.create_task(post.stand_ins.keep(plays, SLOTS))
    await asked.wait()
    await post.end()
    await keeping
    assert post.started == []
