"""Whoever keeps several processes: each is started again when it ends, and all of them stop with it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.config import Settings
from bot.several import ONLY_A_PERSON, Command, Several, of_this_bot

PLAYS = "import sys; open(sys.argv[1], 'a').write('x'); sys.stdin.read()"
"""Like a process that plays: until it is told to stop, or whoever has started it is gone."""
CANNOT = f"import sys; sys.exit({ONLY_A_PERSON})"


def command_of(tmp_path: Path, program: str = PLAYS) -> Command:
    def command(slot: int) -> tuple[Sequence[str], dict[str, str]]:
        return [sys.executable, "-c", program, str(tmp_path / str(slot))], {}

    return command


async def until_started(tmp_path: Path, slot: int, times: int) -> None:
    while not (tmp_path / str(slot)).exists() or len((tmp_path / str(slot)).read_text()) < times:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_who_is_killed_is_started_again_and_all_stop_in_the_end(tmp_path: Path) -> None:
    several = Several(2, command_of(tmp_path))
    keeping = asyncio.create_task(several.run())
    for slot in (0, 1):
        await until_started(tmp_path, slot, 1)
    other = several.running[0].pid
    os.kill(several.running[1].pid, signal.SIGKILL)
    await until_started(tmp_path, 1, 2)
    assert several.running[0].pid == other
    several.stop()
    assert await keeping == 0
    assert several.running == {}
    with pytest.raises(ProcessLookupError):
        os.kill(other, 0)


async def test_what_only_a_person_can_mend_is_not_tried_again(tmp_path: Path) -> None:
    assert await Several(2, command_of(tmp_path, CANNOT)).run() == ONLY_A_PERSON


def test_each_slot_has_a_process_that_ends_with_this_one_and_a_port_of_its_own() -> None:
    command = of_this_bot(Settings(health="9464", _env_file=None), 3)  # type: ignore[call-arg]
    told = [command(slot) for slot in range(3)]
    assert [arguments[-5:] for arguments, _ in told] == [
        ["--processes", "3", "--slot", str(slot), "--supervised"] for slot in range(3)
    ]
    assert [besides["MAGIC_MIRROR_HEALTH"] for _, besides in told] == [f"127.0.0.1:{9464 + slot}" for slot in range(3)]
