"""Connections to a database server, as SQLAlchemy keeps them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.asking import Connection
from bot.store.links import Link, Work, step_by_step

Guard = Callable[[Connection], Awaitable[None]]
"""What a transaction that writes begins with. It raises what keeps that from being begun."""


class ServerLink:
    """One connection to a server."""

    def __init__(self, connection: AsyncConnection, guard: Guard | None = None) -> None:
        self.connection = connection
        self._guard = guard

    @property
    def is_clean(self) -> bool:
        return not (self.connection.closed or self.connection.invalidated or self.connection.in_transaction())

    async def begin(self) -> None:
        await self.connection.begin()
        if self._guard is not None:
            await self._guard(self.connection)

    async def commit(self) -> None:
        await self.connection.commit()

    async def roll_back(self) -> None:
        try:
            await self.connection.rollback()
        except Exception:
            await self.close()

    async def at_once(self, works: Sequence[Work]) -> list[Any]:
        return await step_by_step(self, works)

    async def close(self) -> None:
        if not self.is_clean:
            with suppress(Exception):
                await self.connection.invalidate()
        with suppress(Exception):
            await self.connection.close()


class ServerLinks:
    """All connections to a server."""

    def __init__(self, writing: AsyncEngine, reading: AsyncEngine, guard: Guard | None = None) -> None:
        self._writing = writing
        self._reading = reading
        self._guard = guard

    async def to_write(self) -> Link:
        return ServerLink(await self._writing.connect(), self._guard)

    @asynccontextmanager
    async def to_read(self) -> AsyncIterator[Link]:
        async with self._reading.connect() as connection:
            yield ServerLink(connection)

    async def close(self) -> None:
        await self._reading.dispose()
        await self._writing.dispose()
