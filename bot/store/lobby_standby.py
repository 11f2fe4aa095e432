"""People who stand by at a full lobby: the next free seat is the first one's.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, delete, select, update

from bot.store import schema, standby
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert
from bot.store.slots import WHOLE, Slot
from bot.store.standby import StandbyRow

_waiter, _lobby = schema.lobby_standby.c, schema.lobby.c


@dataclass(frozen=True)
class WaiterRow:
    """``offered_ms``: since when a free seat waits for this person; None while there is none."""

    lobby: int
    user_id: int
    name: str
    at_ms: int
    offered_ms: int | None = None


_ROWS = select_rows(WaiterRow, schema.lobby_standby)
_CLOSED = select(_lobby.id).where(_lobby.status == "closed")
_FORGET_CLOSED = delete(schema.lobby_standby).where(_waiter.lobby.in_(_CLOSED))


async def add(connection: Connection, row: WaiterRow) -> None:
    """Put this person at the end of the list."""
    await upsert(connection, schema.lobby_standby, vars(row))


async def remove(connection: Connection, lobby: int, user_id: int) -> bool:
    """Take this person off the list; whether they stood on it."""
    mine = (_waiter.lobby == lobby, _waiter.user_id == user_id)
    return (await connection.execute(delete(schema.lobby_standby).where(*mine))).rowcount == 1


async def offered(connection: Connection, lobby: int, user_id: int, at_ms: int) -> None:
    """A free seat waits for this person from now on."""
    mine = (_waiter.lobby == lobby, _waiter.user_id == user_id)
    await connection.execute(update(schema.lobby_standby).where(*mine).values(offered_ms=at_ms))


async def of_lobby(connection: Connection, lobby: int) -> list[WaiterRow]:
    """Everybody on the list, in its order."""
    query = _ROWS.where(_waiter.lobby == lobby).order_by(_waiter.at_ms, _waiter.user_id)
    return await all_rows(connection, WaiterRow, query)


async def open_lobbies(connection: Connection, slot: Slot = WHOLE) -> list[int]:
    """The open lobbies of a slot at which somebody stands by."""
    return list((await connection.execute(_open_lobbies(slot))).scalars())


@cache
def _open_lobbies(slot: Slot) -> Select[Any]:
    has_some = (_lobby.status == "open", _lobby.id.in_(select(_waiter.lobby)))
    return select(_lobby.id).where(*has_some, *slot.only(_lobby.guild_id)).order_by(_lobby.id)


async def forget_closed(connection: Connection) -> None:
    """Nobody stands by at a lobby that is closed."""
    await connection.execute(_FORGET_CLOSED)


async def hand_on(connection: Connection, lobby: int, match: int) -> None:
    """Whoever stands by at the lobby stands by at its match, in the same order: they have agreed to take a seat."""
    for row in await of_lobby(connection, lobby):
        await standby.add(connection, StandbyRow(match, row.user_id, row.name, row.at_ms, agreed=True))
        await remove(connection, lobby, row.user_id)
