"""Bars: who may not take a seat, where, and until when.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import delete

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert

_bar = schema.bar.c


@dataclass(frozen=True)
class BarRow:
    """``scope`` is lobby, match, host or server, and ``place`` which of them; 0 for a server.

    ``until_ms`` is None until somebody lifts it.
    """

    guild_id: int
    scope: str
    place: int
    user_id: int
    name: str
    reason: str = field(repr=False)
    by_id: int
    at_ms: int
    until_ms: int | None

    def holds(self, now_ms: int) -> bool:
        return self.until_ms is None or self.until_ms > now_ms

    def is_from(self, other: BarRow) -> bool:
        """Whether both are from the same table, the tables of the same host, or the same server."""
        return (self.guild_id, self.scope, self.place) == (other.guild_id, other.scope, other.place)


_ROWS = select_rows(BarRow, schema.bar)


async def put(connection: Connection, row: BarRow) -> None:
    """Bar somebody, or bar them anew in the place of an earlier bar."""
    await upsert(connection, schema.bar, vars(row))


async def remove(connection: Connection, guild_id: int, scope: str, place: int, user_id: int) -> bool:
    """Lift a bar; whether there was one."""
    chosen = (_bar.guild_id == guild_id, _bar.scope == scope, _bar.place == place, _bar.user_id == user_id)
    return (await connection.execute(delete(schema.bar).where(*chosen))).rowcount == 1


async def remove_past(connection: Connection, now_ms: int) -> None:
    """Forget the bars whose time is over."""
    await connection.execute(delete(schema.bar).where(_bar.until_ms <= now_ms))


async def against(connection: Connection, guild_id: int, user_id: int) -> list[BarRow]:
    """Every bar of this server against a person, those whose time is over too."""
    return await all_rows(connection, BarRow, _ROWS.where(_bar.guild_id == guild_id, _bar.user_id == user_id))


async def of_guild(connection: Connection, guild_id: int) -> list[BarRow]:
    """Every bar of this server, the newest first."""
    query = _ROWS.where(_bar.guild_id == guild_id).order_by(_bar.at_ms.desc(), _bar.user_id)
    return await all_rows(connection, BarRow, query)
