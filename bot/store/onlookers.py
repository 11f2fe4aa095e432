"""People who have seen of a match what the dead see: they can never take a seat in it any more.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert

Way = Literal["watch", "room"]
"""By the button for guests, or in the room of the dead."""

_onlooker = schema.onlooker.c


@dataclass(frozen=True)
class OnlookerRow:
    """``entered``: whether somebody who belongs in the room of the dead has been let in."""

    match: int
    user_id: int
    way: Way
    entered: bool
    at_ms: int


_ROWS = select_rows(OnlookerRow, schema.onlooker)


async def add(connection: Connection, row: OnlookerRow) -> None:
    """Write down that this person looks on, or that they do so in another way now."""
    await upsert(connection, schema.onlooker, vars(row))


async def note_entered(connection: Connection, match: int, user_id: int, entered: bool) -> None:
    """Write down whether this person is in the room of the dead."""
    mine = (_onlooker.match == match, _onlooker.user_id == user_id)
    await connection.execute(update(schema.onlooker).where(*mine).values(entered=entered))


async def note_all_out(connection: Connection, match: int) -> None:
    """Nobody is in the room of this match, which is another one now. Their marks stay."""
    await connection.execute(update(schema.onlooker).where(_onlooker.match == match).values(entered=False))


async def of_match(connection: Connection, match: int) -> list[OnlookerRow]:
    """Everybody who looks on, in the order in which they began to."""
    query = _ROWS.where(_onlooker.match == match).order_by(_onlooker.at_ms, _onlooker.user_id)
    return await all_rows(connection, OnlookerRow, query)
