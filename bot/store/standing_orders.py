"""What people have told the Mirror to answer for them, until they take it back: standing orders.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import LIVE
from bot.store.portable import all_rows, select_rows
from bot.store.slots import WHOLE, Slot

_order, _match = schema.standing_order.c, schema.match.c


@dataclass(frozen=True)
class OrderRow:
    match: int
    seat: int
    name: str


_ROWS = select_rows(OrderRow, schema.standing_order)


async def give(connection: Connection, row: OrderRow) -> None:
    """Write this order down, or that it was given once more."""
    await take_back(connection, row)
    await connection.execute(insert(schema.standing_order).values(vars(row)))


async def take_back(connection: Connection, row: OrderRow) -> None:
    """This order holds no more."""
    mine = (_order.match == row.match, _order.seat == row.seat, _order.name == row.name)
    await connection.execute(delete(schema.standing_order).where(*mine))


async def end(connection: Connection, match: int, seat: int) -> None:
    """No order of this seat holds any more: it is somebody else's."""
    await connection.execute(delete(schema.standing_order).where(_order.match == match, _order.seat == seat))


async def of_live(connection: Connection, slot: Slot = WHOLE) -> list[OrderRow]:
    """The orders in all matches of a slot that are not over."""
    live = select(_match.id).where(_match.status.in_(LIVE), *slot.only(_match.guild_id))
    return await all_rows(connection, OrderRow, _ROWS.where(_order.match.in_(live)).order_by(*schema.standing_order.c))
