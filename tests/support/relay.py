"""A line to a database server that can be cut."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sqlalchemy import make_url


class Relay:
    """A line to a server that can be cut without a word: both ends believe that it is there. What is said meanwhile,
    and by whom a new line is asked for, comes through when it is mended."""

    def __init__(self, address: str) -> None:
        self._url = make_url(address)
        self._whole = asyncio.Event()
        self._whole.set()
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        return self

    @property
    def address(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return self._url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._url.host is not None
        await self._whole.wait()
        try:
            there, to_there = await asyncio.open_connection(self._url.host, self._url.port)
        except OSError:
            writer.close()
            return
        for end, other_end in ((reader, to_there), (there, writer)):
            task = asyncio.create_task(self._pass(end, other_end))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while said := await reader.read(65_536):
                await self._whole.wait()
                writer.write(said)
                await writer.drain()
        await self._whole.wait()
        writer.close()

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self.mend()
        self._server.close()
        for task in self._passing:
            task.cancel()
