"""What is written when a seat gets another owner."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import Any

from bot.store import deliveries, matches, notebooks, seating, standing_orders
from bot.store.seating import SeatRow


def unused(name: str, taken: Collection[str]) -> str:
    """This name, with a number where somebody at the table is called so: two computer players are told apart."""
    numbered = (f"{name} {number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


async def give_seat(connection: Any, row: SeatRow, *, checkpoint: int, at_ms: int) -> None:
    """Write that this is who has the seat now.

    What it knows has to reach its new owner, and nothing more the one before; even after a crash. What the one before
    has ordered holds no more.
    """
    seats = await seating.seats_of(connection, row.match)
    before = next((one.user_id for one in seats if one.seat == row.seat), None)
    if before is not None and row.user_id is not None:
        await notebooks.hand_on(connection, row.match, before, row.user_id)
    await seating.set_seat(connection, row.match, row.seat, user_id=row.user_id, name=row.name, player=row.player)
    await standing_orders.end(connection, row.match, row.seat)
    await deliveries.hand_over(connection, row.match, row.seat, checkpoint=checkpoint, at_ms=at_ms)
    await matches.set_unsent(connection, row.match)
