"""What the store needs of an open connection, whichever database it leads to; and a transaction, step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from bot.store.asking import Connection

Work = Callable[[Connection], Awaitable[Any]]


class NotBegun(Exception):
    """There is no transaction: its cause says why."""


class Link(Protocol):
    """One open connection. `is_clean`: the next transaction may begin on it."""

    @property
    def connection(self) -> Connection: ...

    @property
    def is_clean(self) -> bool: ...

    async def begin(self) -> None: ...

    async def commit(self) -> None: ...

    async def roll_back(self) -> None:
        """Undo the transaction, if there is one; when even that fails, the link is not clean."""
        ...

    async def at_once(self, works: Sequence[Work]) -> list[Any]:
        """One transaction of works that wait for nothing but the connection: their results, when they are durable.

        Raises NotBegun, or what a work raises; then nothing has changed.
        """
        ...

    async def close(self) -> None:
        """Whatever state it is in; nothing is raised."""
        ...


class Links(Protocol):
    """The connections to one database."""

    async def to_write(self) -> Link:
        """A new one. It is the caller's to close."""
        ...

    def to_read(self) -> AbstractAsyncContextManager[Link]:
        """One that cannot write, and sees from its first query to its end what was committed before that."""
        ...

    async def close(self) -> None:
        """Those that read. One in use is closed when it comes back."""
        ...


async def step_by_step(link: Link, works: Sequence[Work]) -> list[Any]:
    """Like `Link.at_once`, on the event loop: others have their turn while the database is at work.

    When the task itself is told to stop the transaction is left as it is.
    """
    try:
        await link.begin()
    except Exception as error:
        raise NotBegun from error
    try:
        results = [await work(link.connection) for work in works]
        await link.commit()
    except (Exception, asyncio.CancelledError) as error:
        if not is_being_cancelled(error):
            await link.roll_back()
        raise
    return results


def is_being_cancelled(error: BaseException) -> bool:
    """Whether this task itself is told to stop, and not merely the work of somebody it does it for."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
