"""People who want to be told when the game of a lobby begins.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, delete, func, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert
from bot.store.slots import WHOLE, Slot

_call = schema.lobby_call.c
_lobby = schema.lobby.c


@dataclass(frozen=True)
class LobbyCallRow:
    lobby: int
    user_id: int
    at_ms: int


_ROWS = select_rows(LobbyCallRow, schema.lobby_call)
_CLOSED = select(_lobby.id).where(_lobby.status == "closed")
_FORGET_CLOSED = delete(schema.lobby_call).where(_call.lobby.in_(_CLOSED))


async def add(connection: Connection, row: LobbyCallRow) -> None:
    """Note that this person wants to be told."""
    await upsert(connection, schema.lobby_call, vars(row))


async def remove(connection: Connection, lobby: int, user_id: int) -> bool:
    """Note that this person need not be told, or has been; whether they were noted."""
    gone = await connection.execute(delete(schema.lobby_call).where(_call.lobby == lobby, _call.user_id == user_id))
    return gone.rowcount == 1


async def how_many(connection: Connection, lobby: int) -> int:
    """How many people want to be told of this lobby."""
    found = await connection.execute(select(func.count()).select_from(schema.lobby_call).where(_call.lobby == lobby))
    return int(found.scalar_one())


async def due(connection: Connection, slot: Slot = WHOLE) -> list[LobbyCallRow]:
    """Everybody who has still to be told of a game of a slot that has begun, the earliest first."""
    return await all_rows(connection, LobbyCallRow, _due(slot))


@cache
def _due(slot: Slot) -> Select[Any]:
    begun = select(_lobby.id).where(_lobby.status == "started", _lobby.match.is_not(None), *slot.only(_lobby.guild_id))
    return _ROWS.where(_call.lobby.in_(begun)).order_by(_call.lobby, _call.at_ms, _call.user_id)


async def forget_closed(connection: Connection) -> None:
    """Nobody is told of lobbies in which no game will begin."""
    await connection.execute(_FORGET_CLOSED)
