"""The bot, as `magic-mirror run` starts it, in a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from support.forking import forking

from pretended import launcher
from pretended.server import PretendedDiscord
from pretended.witness import PATIENCE_S


class BotProcess:
    """One process after another on the same database."""

    def __init__(
        self,
        discord: PretendedDiscord,
        folder: Path,
        seed: int | str,
        *,
        database: Path | str | None = None,
        name: str = "process",
        arguments: Sequence[str] = (),
    ) -> None:
        self._discord = discord
        self._folder = folder
        self._seed = seed
        self.name = name
        self._arguments = arguments
        self.database = database or folder / "mirror.db"
        self._process: ForkServerProcess | None = None
        self._over = asyncio.Event()
        self._was_killed = False
        self._place = 0
        self.started = 0
        self.wrong_s = 0.0
        """By how many seconds the machine's clock is wrong for the processes that are started from now on."""

    @property
    def log(self) -> Path:
        """Standard error of all of them, one below the other."""
        return self._folder / ("bot.log" if self.name == "process" else f"{self.name}.log")

    @property
    def pid(self) -> int:
        """Of the process that was started last."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.is_alive()

    async def start(self) -> None:
        """Until both shards are there, or until it is killed: it may show somebody something before that."""
        self.begin()
        await self._discord.witness.until(lambda: self._discord.gateway.connected or self._over.is_set(), "both shards")
        assert self.is_running or self._was_killed, f"the bot ended at once: {self.log.read_text()[-2000:]}"

    def begin(self) -> None:
        self.started += 1
        self._was_killed = False
        turns = self._discord.clock.turns
        self._place = turns.new_place() if turns is not None else 0
        self._process = forking().Process(target=launcher.run, args=(self._start(),), daemon=True)
        self._process.start()
        self._takes_turns()
        self._over.clear()
        asyncio.get_running_loop().add_reader(self._process.sentinel, self._is_over, self._process.sentinel)
        self._discord.witness.note(f"{self.name} {self.started} starts")

    def _is_over(self, sentinel: int) -> None:
        asyncio.get_running_loop().remove_reader(sentinel)
        self._takes_no_turns()
        self._over.set()
        self._discord.witness.ring()

    def _start(self) -> launcher.Start:
        return launcher.Start(
            folder=self._folder,
            log=self.log,
            settings=self._settings(),
            port=self._discord.port,
            clock=self._discord.clock,
            place=self._place,
            wrong_s=self.wrong_s,
            seed=f"{self._seed}.{self.started}",
            arguments=self._arguments,
        )

    def _settings(self) -> Mapping[str, str]:
        return {
            "MAGIC_MIRROR_TOKEN": self._discord.world.token,
            "MAGIC_MIRROR_DATABASE": str(self.database),
            "MAGIC_MIRROR_LOG_JSON": "true",
        }

    def kill(self) -> None:
        """SIGKILL, now: nothing is finished, nothing is said."""
        if self._process is not None and self.is_running:
            self._discord.witness.note(f"{self.name} {self.started} is killed")
            self._was_killed = True
            self._process.kill()

    def _takes_turns(self) -> None:
        if self._discord.clock.turns is not None:
            self._discord.clock.turns.join(self._place)

    def _takes_no_turns(self) -> None:
        if self._discord.clock.turns is not None:
            self._discord.clock.turns.leave(self._place)

    def freeze(self) -> None:
        """SIGSTOP: it is there, and does nothing."""
        self._takes_no_turns()
        self._signal(signal.SIGSTOP, "is frozen")

    def thaw(self) -> None:
        """SIGCONT: it does not know that time has passed."""
        self._signal(signal.SIGCONT, "goes on")
        self._takes_turns()

    def tell_to_stop(self) -> None:
        """SIGTERM: it may finish what is under way."""
        self._signal(signal.SIGTERM, "is told to stop")

    def _signal(self, number: signal.Signals, what: str) -> None:
        self._discord.witness.note(f"{self.name} {self.started} {what}")
        os.kill(self.pid, number)

    async def ended(self) -> int:
        """The exit code, when it is over by itself or by a signal."""
        await self._over.wait()
        assert self._process is not None
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    async def gone(self) -> None:
        """After `kill`, when the process is really over."""
        await self._over.wait()
        self._discord.gateway.process_died()

    async def stop(self) -> int:
        """SIGTERM, and the exit code."""
        if self._process is None:
            return 0
        self._process.terminate()
        try:
            await asyncio.wait_for(self._over.wait(), PATIENCE_S)
        except TimeoutError:
            self._process.kill()
            await self._over.wait()
        self._discord.gateway.process_died()
        return await self.ended()
