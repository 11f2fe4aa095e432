"""Makes replays for people on Discord, in a process of its own: drawing hundreds of pictures takes whole seconds.

It is `magic-mirror recap`, run beside the bot, one at a time and at a low priority.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import structlog

from bot.beside import let_stand_back, without_token
from bot.matches.errors import Refused
from bot.recaps.recap import Recap

log = structlog.get_logger(__name__)

WAITING_MOST: Final = 5
"""People who may wait for one; each is made within a minute, and Discord lets us answer for fifteen."""
PATIENCE_S: Final = 90.0


class Studio:
    """Makes one replay after another."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def made(self, recap: Recap, language: str, largest: int) -> bytes:
        """The file of a finished game, of at most so many bytes. Raises Refused when too many are waiting, or when it
        cannot be made."""
        if self._waiting >= WAITING_MOST:
            raise Refused("replay_busy")
        self._waiting += 1
        try:
            async with self._turn:
                with TemporaryDirectory(prefix="magic-mirror-replay-") as folder:
                    return await self._page(recap, language, largest, Path(folder))
        finally:
            self._waiting -= 1

    async def _page(self, recap: Recap, language: str, largest: int, folder: Path) -> bytes:
        written, page = folder / "recap.json", folder / "replay.html"
        written.write_bytes(recap.model_dump_json().encode())
        command = ("recap", written, "--html", page, "--language", language, "--largest", largest)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", *map(str, command)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=without_token(),
        )
        let_stand_back(process.pid)
        try:
            _, problem = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        except TimeoutError:
            problem = b"it took too long"
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.returncode != 0 or not page.is_file():
            log.error("replay_not_made", problem=problem.decode(errors="replace")[-500:])
            raise Refused("replay_not_made")
        return page.read_bytes()
