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
        *,
        name: str = "",
        arguments: Sequence[str] = (),
        address_of: Callable[[str], str] | None = None,
    ) -> None:
        """address_of  which way to the database the process of this name takes"""
        self._discord = discord
        self.database = database
        names = [f"{name}.{which}" if name else which for which in ("one", "other")]
        self.playing, self.waiting = (
            BotProcess(
                discord, folder, f"{seed}.{one}",
                database=address_of(one) if address_of is not None else database, name=one, arguments=arguments,
            )
            for one in names
        )  # fmt: skip

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

    async def stop(self) -> int:
        """The exit code of the one that played."""
        await self.waiting.stop()
        return await self.playing.stop()


def lines(process: BotProcess, event: str) -> list[str]:
    """What its log says of this, and on which level."""
    written = process.log.read_text().splitlines() if process.log.exists() else []
    read = [json.loads(one) for one in written if one.startswith("{") and one.endswith("}")]
    return [str(one["level"]) for one in read if one["event"] == event]
