"""The threads in which something was opened, and how they are seen: Discord tells nothing of archived ones.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert

Kind = Literal["public", "private", "unknown"]
"""Who is in it: whoever sees its channel, or those alone who were asked in. ``unknown``: what an older version has
written down, of which nobody knows yet whether it is a thread at all."""


@dataclass(frozen=True)
class ThreadRow:
    """``parent_id`` is the channel it belongs to; None as long as that is unknown."""

    id: int
    guild_id: int
    kind: Kind
    parent_id: int | None = None


async def put(connection: Connection, row: ThreadRow) -> None:
    """Write down what is known of a thread."""
    await upsert(connection, schema.thread, vars(row))


async def remove(connection: Connection, thread_id: int) -> None:
    """There is no such thread any more, or it never was one."""
    await connection.execute(delete(schema.thread).where(schema.thread.c.id == thread_id))


async def everything(connection: Connection) -> list[ThreadRow]:
    """All of them, in the order in which Discord has made them."""
    return await all_rows(connection, ThreadRow, select_rows(ThreadRow, schema.thread).order_by(schema.thread.c.id))
