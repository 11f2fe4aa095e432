"""Lines about what hosts and moderators do that are still to be posted where their server reads them.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows

_audit = schema.audit.c


@dataclass(frozen=True)
class AuditRow:
    """``actor`` has done ``action``, at a match or (None) elsewhere."""

    id: int
    guild_id: int
    at_ms: int
    actor: int
    action: str
    match: int | None
    details: Any


_ROWS = select_rows(AuditRow, schema.audit)


async def add(
    connection: Connection,
    guild_id: int,
    *,
    at_ms: int,
    actor: int,
    action: str,
    match: int | None,
    details: Mapping[str, Any],
    most: int,
) -> None:
    """Write a line to be posted; of more than ``most`` in one server the oldest go."""
    values = {"guild_id": guild_id, "at_ms": at_ms, "actor": actor, "action": action, "match": match}
    await connection.execute(insert(schema.audit).values(**values, details=dict(details)))
    newest = select(_audit.id).where(_audit.guild_id == guild_id).order_by(_audit.id.desc()).limit(most)
    await connection.execute(delete(schema.audit).where(_audit.guild_id == guild_id, _audit.id.not_in(newest)))


async def waiting(connection: Connection, guild_id: int) -> list[AuditRow]:
    """The lines of this server, the oldest first."""
    return await all_rows(connection, AuditRow, _ROWS.where(_audit.guild_id == guild_id).order_by(_audit.id))


async def guilds(connection: Connection) -> list[int]:
    """The servers for which lines wait."""
    return list((await connection.execute(select(_audit.guild_id).distinct().order_by(_audit.guild_id))).scalars())


async def remove(connection: Connection, line: int) -> None:
    """This line has been posted."""
    await connection.execute(delete(schema.audit).where(_audit.id == line))


async def remove_of(connection: Connection, guild_id: int) -> None:
    """This server reads no lines any more."""
    await connection.execute(delete(schema.audit).where(_audit.guild_id == guild_id))


async def forget(connection: Connection, user_id: int) -> None:
    """No line tells any more what this person did, or what was done to them."""
    for row in await all_rows(connection, AuditRow, _ROWS):
        if user_id == row.actor or user_id in row.details.values():
            await remove(connection, row.id)
