"""The people who stand by at a match: they have agreed to take a seat over when its player leaves, or a host has asked
them to.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert

_standby = schema.standby.c


@dataclass(frozen=True)
class StandbyRow:
    match: int
    user_id: int
    name: str
    at_ms: int
    agreed: bool


_ROWS = select_rows(StandbyRow, schema.standby)


async def add(connection: Connection, row: StandbyRow) -> None:
    """Put this person on the list, with a new name where they stand on it already."""
    await upsert(connection, schema.standby, vars(row))


async def remove(connection: Connection, match: int, user_id: int) -> bool:
    """Take this person off the list; whether they stood on it."""
    gone = await connection.execute(delete(schema.standby).where(_standby.match == match, _standby.user_id == user_id))
    return gone.rowcount == 1


async def of_match(connection: Connection, match: int) -> list[StandbyRow]:
    """Everybody on the list, in the order in which they were asked or agreed."""
    query = _ROWS.where(_standby.match == match).order_by(_standby.at_ms, _standby.user_id)
    return await all_rows(connection, StandbyRow, query)
