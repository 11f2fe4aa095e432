"""Two processes on one PostgreSQL database: one plays, the other stands by."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from pretended.process import BotProcess
from pretended.server import PretendedDiscord


class Pair:
    """Whichever of them plays is `playing`."""

    def __init__(
        self,
        discord: PretendedDiscord,
        folder: Path,
        seed: int,
        database: str,
        ways: Sequence[str] = (),
        *,
        name: str = "",
        arguments: Sequence[str] = (),
    ) -> None:
        """ways  the address that each of them uses, where that is another one"""
        self._discord = discord
        self.database = database
        names = [f"{name}.{which}" if name else which for which in ("one", "other")]
        self.playing, self.waiting = (
            BotProcess(discord, folder, f"{seed}.{one}", database=way, name=one, arguments=arguments)
            for one, way in zip(names, ways or (database, database), strict=True)
        )

    @property
    def started(self) -> int:
        return self.playing.started + self.waiting.started

    @property
    def is_running(self) -> bool:
        return self.playing.is_running or self.waiting.is_running

    async def start(self) -> None:
        """Until one plays, and the other stands by."""
        await self.playing.start()
        await self.another_stands_by()

    async def another_stands_by(self) -> None:
        """Start the one that does not play, until it is ready to."""
        before = len(lines(self.waiting, "stands_ready"))
        self.waiting.begin()
        await self._discord.witness.until_written(
            lambda: len(lines(self.waiting, "stands_ready")) > before, "another one to stand by"
        )

    async def taken_over(self) -> None:
        """Until the one that stood by has taken up everything. From then on it is the one that plays."""
        before, beside = len(lines(self.waiting, "ready")), self.waiting
        await self._discord.witness.until_written(lambda: len(lines(beside, "ready")) > before, "another one to play")
        self.playing, self.waiting = self.waiting, self.playing

    async def until_one_plays_on(self, plays: Callable[[], bool]) -> None:
        """Until this holds, whichever of them plays then. After it one plays, and another one stands by."""
        before, beside = len(lines(self.waiting, "ready")), self.waiting
        await self._discord.witness.until_written(plays, "one of the two to play on")
        if len(lines(beside, "ready")) > before:
            await self.playing.ended()
            self.playing, self.waiting = self.waiting, self.playing
        if not self.waiting.is_running:
            await self.another_stands_by()

    async def stop(self) -> int:
        """The exit code of the one that played."""
        await self.waiting.stop()
        return await self.playing.stop()


def lines(process: BotProcess, event: str) -> list[str]:
    """What its log says of this, and on which level."""
    written = process.log.read_text().splitlines() if process.log.exists() else []
    named = [one for one in written if f'"{event}"' in one]  # whoever waits looks often, and a log may become long
    read = [json.loads(one) for one in named if one.startswith("{") and one.endswith("}")]
    return [str(one["level"]) for one in read if one["event"] == event]
