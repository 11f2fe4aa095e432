"""People who want to be told when a table opens: of which games in which servers, and at which hours.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, delete, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, one_row, select_rows, upsert
from bot.store.slots import WHOLE, Slot

_wish, _wisher, _lobby = schema.table_wish.c, schema.wisher.c, schema.lobby.c


@dataclass(frozen=True)
class WishRow:
    guild_id: int
    game: str
    user_id: int
    at_ms: int


@dataclass(frozen=True)
class WisherRow:
    """``quiet_from`` and ``quiet_until`` are hours of the day; ``told`` is the date of the evening of the last message,
    ``telling`` the lobby of a message of which it is not known yet whether it has arrived."""

    user_id: int
    quiet_from: int
    quiet_until: int
    zone: str | None
    told: str | None
    telling: int | None


_WISHES = select_rows(WishRow, schema.table_wish)
_WISHERS = select_rows(WisherRow, schema.wisher)
_BEING_TOLD = _WISHERS.where(_wisher.telling.is_not(None)).order_by(_wisher.user_id)


async def add(connection: Connection, row: WishRow) -> None:
    """Note a wish, or that it was said again."""
    await upsert(connection, schema.table_wish, vars(row))


async def remove(connection: Connection, guild_id: int, game: str, user_id: int) -> None:
    """This person does not want to hear of this game in this server any more."""
    mine = (_wish.guild_id == guild_id, _wish.game == game, _wish.user_id == user_id)
    await connection.execute(delete(schema.table_wish).where(*mine))


async def remove_in(connection: Connection, guild_id: int, user_id: int) -> None:
    """This person does not want to hear of anything in this server any more."""
    await connection.execute(
        delete(schema.table_wish).where(_wish.guild_id == guild_id, _wish.user_id == user_id)
    )  # fmt: skip


async def remove_all(connection: Connection, user_id: int) -> None:
    """This person does not want to hear of any table any more; the hours they have chosen stay."""
    await connection.execute(delete(schema.table_wish).where(_wish.user_id == user_id))


async def of_person(connection: Connection, user_id: int) -> list[WishRow]:
    """Everything this person wants to hear of, in all servers."""
    query = _WISHES.where(_wish.user_id == user_id).order_by(_wish.guild_id, _wish.game)
    return await all_rows(connection, WishRow, query)


async def of_game(connection: Connection, guild_id: int, game: str, before_ms: int) -> list[int]:
    """Everybody who said before this moment that they want to hear of this game in this server, the first comes
    first."""
    query = select(_wish.user_id).where(_wish.guild_id == guild_id, _wish.game == game, _wish.at_ms < before_ms)
    return list((await connection.execute(query.order_by(_wish.at_ms, _wish.user_id))).scalars())


async def open_since(connection: Connection, since_ms: int, slot: Slot = WHOLE) -> list[int]:
    """The lobbies of a slot that were opened since then, are open, and stand somewhere to be seen; the oldest first."""
    return list((await connection.execute(_open_since(slot), {"since_ms": since_ms})).scalars())


@cache
def _open_since(slot: Slot) -> Select[Any]:
    new = (_lobby.status == "open", _lobby.message_id.is_not(None), _lobby.created_ms >= bindparam("since_ms"))
    return select(_lobby.id).where(*new, *slot.only(_lobby.guild_id)).order_by(_lobby.id)


async def wisher(connection: Connection, user_id: int) -> WisherRow | None:
    """When this person is told; None for somebody who has never wanted that."""
    return await one_row(connection, WisherRow, _WISHERS.where(_wisher.user_id == user_id))


async def held_wisher(connection: Connection, user_id: int) -> WisherRow | None:
    """Like ``wisher``, and nobody else changes it before this transaction ends (SQLite has one writer anyway)."""
    return await one_row(connection, WisherRow, _WISHERS.where(_wisher.user_id == user_id).with_for_update())


async def put_wisher(connection: Connection, row: WisherRow) -> None:
    """Save this, over what was there."""
    await upsert(connection, schema.wisher, vars(row))


async def being_told(connection: Connection) -> list[WisherRow]:
    """Everybody of whom it is not known whether their message has arrived."""
    return await all_rows(connection, WisherRow, _BEING_TOLD)


async def was_told(connection: Connection, user_id: int) -> None:
    """Nothing is left to be done about the message to this person."""
    await connection.execute(update(schema.wisher).where(_wisher.user_id == user_id).values(telling=None))
