"""A line to the server for what is one statement: there and back once, where a transaction goes four times.

Of every click there is such a one or two: it is claimed (`bot.store.claims`), passed on and taken (`bot.store.inbox`).
Each such statement looks for the number of this process's lease itself, and keeps that from being changed until it has
ended: whoever has lost the lease changes nothing. It is durable when it is answered.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final, Protocol

from sqlalchemy import CTE, Executable, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import errors
from bot.store.hanging_up import HangingUp
from bot.store.lease_rows import table

HELD: Final[CTE] = (
    select(table.c.fence)
    .where(table.c.fence == bindparam("mine"))
    .with_for_update(read=True, key_share=True)
    .cte("held")
)
"""One row while the lease is held, and none after it was lost. What a statement does is done for each row of it, and
what it gives stands beside `HELD`: then it gives nothing at all when nothing was done."""


PATIENCE_S: Final = 2.0
"""A server that does not answer for so long is not waited for: by then a click is worth nothing any more."""


class Held(Protocol):
    """What is needed of the lease (`bot.store.lease`)."""

    @property
    def fence(self) -> int:
        """Its number. Raises DatabaseInUse before it is held."""
        ...

    async def open_another(self) -> AsyncConnection:
        """One more line to its server, on which each statement is a transaction of its own."""
        ...

    def lost(self) -> errors.LeaseLost:
        """Another process has it, as was just found. What is to be raised then."""
        ...


class FencedLine:
    """Asks one statement after the other. It is opened when it is needed, and anew after it broke."""

    def __init__(self, lease: Held, where: str) -> None:
        self._lease = lease
        self._where = where
        self._line: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._hanging_up = HangingUp()
        self._is_closed = False

    async def open(self) -> None:
        """Whoever is about to take the lease need not wait for it then. Nothing is raised."""
        with suppress(Exception):
            async with self._turn:
                await self._open_line()

    async def ask(self, statement: Executable, **values: Any) -> list[Any]:
        """The rows of this statement, which begins with `HELD`. Raises LeaseLost, DatabaseInUse before the lease is
        held, StoreClosed after `close`, and another StoreError where the server cannot be asked or does not answer: it
        may have done it all the same."""
        values["mine"] = self._lease.fence
        async with self._turn:
            if self._is_closed:
                raise errors.closed()
            try:
                async with asyncio.timeout(PATIENCE_S):
                    rows = (await (await self._open_line()).execute(statement, values)).all()
            except BaseException as error:
                self._hang_up()
                meant = errors.translated(error, self._where)
                if meant is error:
                    raise
                raise meant from error
        if not rows:
            raise self._lease.lost()
        return list(rows)

    async def close(self) -> None:
        """What is being asked is answered first, unless nobody answers any more; nothing is asked after that."""
        self._is_closed = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S), self._turn:
                pass
        self._hang_up()
        await self._hanging_up.end()

    async def _open_line(self) -> AsyncConnection:
        if self._line is not None and await _is_broken(self._line):
            self._hang_up()
        if self._line is None:
            self._line = await self._lease.open_another()
        return self._line

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            self._hanging_up.begin(line)


async def _is_broken(line: AsyncConnection) -> bool:
    """Whether the server has hung up meanwhile, as far as that is known."""
    driver = (await line.get_raw_connection()).driver_connection
    return driver is None or bool(driver.is_closed())
