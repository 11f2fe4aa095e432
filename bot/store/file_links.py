"""The connections to an SQLite file: one that writes, and a few that read and are kept for the next who does."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Literal

from sqlalchemy import URL

from bot.store import connecting
from bot.store.file_link import File, FileLink
from bot.store.links import Link

READERS_MOST: Final = 8
READERS_KEPT: Final = 4


class FileLinks:
    """All connections to a file."""

    def __init__(self, url: URL) -> None:
        self._database = url.database or ":memory:"
        self._free = asyncio.Semaphore(READERS_MOST)
        self._kept: list[FileLink] = []
        self._is_closed = False

    async def to_write(self) -> Link:
        return await FileLink.open(lambda: self._connect("write"), "BEGIN IMMEDIATE")

    @asynccontextmanager
    async def to_read(self) -> AsyncIterator[Link]:
        async with self._free:
            link = self._kept.pop() if self._kept else await self._reader()
            try:
                yield link
            finally:
                try:
                    await link.roll_back()
                finally:  # whoever is cancelled meanwhile leaves it unclean
                    await self._put_back(link)

    async def _reader(self) -> FileLink:
        return await FileLink.open(lambda: self._connect("read"), "BEGIN", only_reads=True)

    async def _put_back(self, link: FileLink) -> None:
        if self._is_closed or not link.is_clean or len(self._kept) >= READERS_KEPT:
            await link.close()
        else:
            self._kept.append(link)

    async def close(self) -> None:
        self._is_closed = True
        while self._kept:
            await self._kept.pop().close()

    def _connect(self, role: Literal["write", "read"]) -> sqlite3.Connection:
        """Runs on the thread of the driver, which nobody else may use it on."""
        timeout_s = connecting.BUSY_TIMEOUT_MS / 1_000
        file = sqlite3.connect(self._database, timeout=timeout_s, isolation_level=None, factory=File)
        try:
            for pragma in connecting.PRAGMAS[role]:
                file.execute(f"PRAGMA {pragma}").fetchall()
        except BaseException:
            file.close()
            raise
        return file
