"""`magic-mirror run --processes N`: one process for each slot of the bot, and this one, which starts them again.

This one knows neither Discord nor the database. A process that has ended is started again: at once the first time, and
after longer and longer pauses when it ends again soon. When this one ends, however it ends, so do the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from bot.config import Settings, listening_address

log = structlog.get_logger(__name__)

LONGEST_PAUSE_S: Final = 60.0
AGED_S: Final = 60.0
"""Whoever has run for so long is started again at once."""
ONLY_A_PERSON: Final = 2
"""The exit code of what only a person can mend: nothing is started again then."""
FINISH_S: Final = 30.0
"""So long they may take to stop."""
HEALTH: Final = "MAGIC_MIRROR_HEALTH"

Command = Callable[[int], tuple[Sequence[str], dict[str, str]]]
"""Given a slot: what is to be started for it, and what stands in its environment besides."""


def of_this_bot(settings: Settings, processes: int) -> Command:
    """How each slot is played. Health is asked for at one port after the other."""

    def command(slot: int) -> tuple[Sequence[str], dict[str, str]]:
        address = listening_address(settings.health)
        if address is None:
            return [*_run(slot, processes), "--supervised"], {}
        host, port = address
        return [*_run(slot, processes), "--supervised"], {HEALTH: f"{host}:{port + slot}"}

    return command


def in_place_of_another(processes: int) -> Command:
    """How a slot is played for a while that is another's (`bot.standing_in`). Nobody asks for its health."""

    def command(slot: int) -> tuple[Sequence[str], dict[str, str]]:
        return [*_run(slot, processes), "--supervised", "--stands-in"], {HEALTH: ""}

    return command


def _run(slot: int, processes: int) -> list[str]:
    return [sys.executable, "-m", "bot", "run", "--processes", str(processes), "--slot", str(slot)]


class Several:
    """Keeps one process for each slot."""

    def __init__(self, slots: int, command: Command) -> None:
        self._slots = slots
        self._command = command
        self._stop = asyncio.Event()
        self._exit = 0
        self.running: dict[int, Process] = {}

    async def run(self) -> int:
        """Until it is told to stop, or a process has ended that only a person can mend. The exit code."""
        await asyncio.gather(*(self._keep(slot) for slot in range(self._slots)))
        return self._exit

    def stop(self) -> None:
        """Let all of them stop in good order."""
        self._stop.set()

    async def _keep(self, slot: int) -> None:
        pause_s = 0.0
        loop = asyncio.get_running_loop()
        while not self._stop.is_set():
            began = loop.time()
            code = await self._play(slot)
            if self._stop.is_set():
                return
            if code == ONLY_A_PERSON:
                self._exit = code
                self.stop()
                return
            pause_s = 0.0 if loop.time() - began >= AGED_S else min(2 * pause_s + bool(pause_s), LONGEST_PAUSE_S)
            log.error("process_ended", slot=slot, code=code, again_in_s=pause_s)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), pause_s)
            pause_s = pause_s or 1.0

    async def _play(self, slot: int) -> int:
        """One process for this slot, until it ends; its exit code."""
        try:
            return await play(self._command, slot, self._stop, lambda process: self.running.update({slot: process}))
        finally:
            self.running.pop(slot, None)


async def play(
    command: Command, slot: int, stop: asyncio.Event, started: Callable[[Process], None] = lambda _: None
) -> int:
    """Start a process for this slot, and let it play until it ends, or `stop` is set; its exit code."""
    what, besides = command(slot)
    process = await asyncio.create_subprocess_exec(*what, stdin=PIPE, env={**os.environ, **besides})
    started(process)
    log.info("process_started", slot=slot, pid=process.pid)
    ending = asyncio.create_task(process.wait())
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({ending, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not ending.done():
            await _end(process, ending)
    finally:
        stopping.cancel()
    return ending.result()


async def _end(process: Process, ending: asyncio.Task[int]) -> None:
    """Let a process stop in good order; one that does not is killed."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await asyncio.wait({ending}, timeout=FINISH_S)
    if not ending.done():
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await ending


async def keep(settings: Settings, processes: int) -> int:
    """Run so many until SIGTERM or SIGINT; the exit code."""
    several = Several(processes, of_this_bot(settings, processes))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, several.stop)
    return await several.run()
