"""A line to a database server that can be cut."""

from __future__ import annotations

import asyncio

from sqlalchemy import make_url


class Relay:
    """A line to a server that can be cut without a word: both ends believe that it is there."""

    def __init__(self, address: str) -> None:
        self._url = make_url(address)
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        return self

    @property
    def address(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return self._url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)

    def cut(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._url.host is not None
        there, to_there = await asyncio.open_connection(self._url.host, self._url.port)
        self._tasks += [
            asyncio.create_task(self._pass(reader, to_there)),
            asyncio.create_task(self._pass(there, writer)),
        ]

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while said := await reader.read(65_536):
                await self._open.wait()
                writer.write(said)
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
