"""The way from a process to its PostgreSQL, which can be cut: what is sent then arrives when it is mended.

async with cable(address) as way:
    way.address  # for the process
    way.cut()
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

HOST = "127.0.0.1"
MANY_BYTES = 1 << 16


class Cable:
    """Carries bytes both ways, and new connections too, while it is whole. Nobody is told that it is not."""

    def __init__(self, address: str) -> None:
        self._there = urlsplit(address)
        self._whole = asyncio.Event()
        self._whole.set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None
        self.address = ""

    async def open(self) -> None:
        self._listening = await asyncio.start_server(self._connect, HOST, 0)
        port = self._listening.sockets[0].getsockname()[1]
        user = f"{self._there.username}@" if self._there.username else ""
        self.address = urlunsplit(self._there._replace(netloc=f"{user}{HOST}:{port}"))

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    async def close(self) -> None:
        assert self._listening is not None
        self._listening.close()
        for task in self._carrying:
            task.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection(self._there.hostname, self._there.port)
        except OSError:
            writer.close()
            return
        for ways in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(*ways))
            self._carrying.add(task)
            task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while sent := await reader.read(MANY_BYTES):
                await self._whole.wait()
                writer.write(sent)
                await writer.drain()
        await self._whole.wait()
        writer.close()


@asynccontextmanager
async def cable(address: str) -> AsyncIterator[Cable]:
    one = Cable(address)
    await one.open()
    try:
        yield one
    finally:
        one.mend()
        await one.close()
