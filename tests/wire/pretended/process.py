"""The bot, as `magic-mirror run` starts it, in a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pretended.server import PretendedDiscord

LAUNCHER: Final = Path(__file__).with_name("launcher.py")
ROOT: Final = Path(__file__).resolve().parents[3]


class BotProcess:
    """One process after another on the same database."""

    def __init__(self, discord: PretendedDiscord, folder: Path, seed: int) -> None:
        self._discord = discord
        self._folder = folder
        self._seed = seed
        self._process: Process | None = None
        self.started = 0
        self.wrong_s = 0.0
        """By how many seconds the machine's clock is wrong for the processes that are started from now on."""

    @property
    def database(self) -> Path:
        return self._folder / "mirror.db"

    @property
    def log(self) -> Path:
        """Standard error of all of them, one below the other."""
        return self._folder / "bot.log"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Until both shards are there."""
        self.started += 1
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, str(LAUNCHER), "run", cwd=self._folder, env=self._environment(), stdout=log, stderr=log
            )
        self._discord.witness.note(f"process {self.started} starts")
        watcher = asyncio.ensure_future(self._tell_when_over(self._process))
        await self._discord.witness.until(lambda: self._discord.gateway.connected or watcher.done(), "both shards")
        assert self.is_running, f"the bot ended at once: {self.log.read_text()[-2000:]}"

    async def _tell_when_over(self, process: Process) -> None:
        await process.wait()
        self._discord.witness.ring()

    def _environment(self) -> Mapping[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PRETENDED_PORT": str(self._discord.port),
            "PRETENDED_BEGAN": repr(self._discord.clock.began_s),
            "PRETENDED_SPEED": repr(self._discord.clock.speed),
            "PRETENDED_WRONG": repr(self.wrong_s),
            "PRETENDED_SEED": f"{self._seed}.{self.started}",
            "MAGIC_MIRROR_TOKEN": self._discord.world.token,
            "MAGIC_MIRROR_DATABASE": str(self.database),
            "MAGIC_MIRROR_LOG_JSON": "true",
        }

    def kill(self) -> None:
        """SIGKILL, now: nothing is finished, nothing is said."""
        if self._process is not None and self.is_running:
            self._discord.witness.note(f"process {self.started} is killed")
            self._process.send_signal(signal.SIGKILL)

    def freeze(self) -> None:
        """SIGSTOP: it is there, and does nothing."""
        self._signal(signal.SIGSTOP, "is frozen")

    def thaw(self) -> None:
        """SIGCONT: it does not know that time has passed."""
        self._signal(signal.SIGCONT, "goes on")

    def _signal(self, number: signal.Signals, what: str) -> None:
        assert self._process is not None
        self._discord.witness.note(f"process {self.started} {what}")
        self._process.send_signal(number)

    async def gone(self) -> None:
        """After `kill`, when the process is really over."""
        assert self._process is not None
        await self._process.wait()
        self._discord.gateway.process_died()

    async def stop(self) -> int:
        """SIGTERM, and the exit code."""
        if self._process is None:
            return 0
        if self.is_running:
            self._process.terminate()
        try:
            code = await asyncio.wait_for(self._process.wait(), 30)
        except TimeoutError:
            self._process.kill()
            code = await self._process.wait()
        self._discord.gateway.process_died()
        return code
