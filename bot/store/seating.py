"""The people on the seats of a match, and how many deadlines they have missed.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import bindparam, select, tuple_, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.errors import UnknownMatch
from bot.store.portable import all_rows, one_row, select_rows

Player = Literal["human", "random", "easy", "thoughtful", "strong"]
"""Who has a seat: a person, or a computer player of this level."""


@dataclass(frozen=True)
class SeatRow:
    match: int
    seat: int
    user_id: int | None
    name: str
    player: Player
    strikes: int = 0
    away: bool = False
    told_unreached: bool = False
    """Whether everybody was told that messages to this person fail."""


@dataclass(frozen=True)
class NewSeat:
    seat: int
    name: str
    user_id: int | None = None
    player: Player = "human"


_seat = schema.seat.c
_SEATS = select_rows(SeatRow, schema.seat).where(_seat.match == bindparam("match")).order_by(_seat.seat)
_THESE = tuple_(_seat.match, _seat.seat).in_(bindparam("seats", expanding=True))
_OWNERS = select(_seat.match, _seat.seat, _seat.user_id).where(_THESE)


async def seats_of(connection: Connection, match: int) -> list[SeatRow]:
    """The seats in order."""
    return await all_rows(connection, SeatRow, _SEATS, {"match": match})


async def owners_of(connection: Connection, seats: Collection[tuple[int, int]]) -> dict[tuple[int, int], int | None]:
    """Who has each of these seats, by match and seat: None where nobody has. A seat that does not exist is left out."""
    if not seats:
        return {}
    rows = await connection.execute(_OWNERS, {"seats": list(seats)})
    return {(match, seat): owner for match, seat, owner in rows.all()}


async def seat_of(connection: Connection, match: int, user_id: int) -> SeatRow | None:
    """The seat of this person, if there is one."""
    return await one_row(connection, SeatRow, _SEATS.where(_seat.user_id == user_id), {"match": match})


async def set_seat(
    connection: Connection, match: int, seat: int, *, user_id: int | None, name: str, player: Player
) -> None:
    """Put a substitute on a seat, with a clean record. Raises UnknownMatch when there is no such seat."""
    changes = {
        "user_id": user_id, "name": name, "player": player, "strikes": 0, "away": False, "told_unreached": False,
    }  # fmt: skip
    await _change_seat(connection, match, seat, changes)


async def set_away(connection: Connection, match: int, seat: int, away: bool) -> None:
    """Say whether this player is away. Raises UnknownMatch when there is no such seat."""
    await _change_seat(connection, match, seat, {"away": away})


async def note_told_unreached(connection: Connection, match: int, user_ids: Collection[int]) -> None:
    """Everybody was told that messages to these people fail."""
    these = (_seat.match == match, _seat.user_id.in_(user_ids))
    await connection.execute(update(schema.seat).where(*these).values(told_unreached=True))


async def clear_strikes(connection: Connection, match: int, seat: int) -> None:
    """Forgive this player's missed deadlines. Raises UnknownMatch when there is no such seat."""
    await _change_seat(connection, match, seat, {"strikes": 0})


async def clear_all_strikes(connection: Connection, match: int) -> None:
    """Nobody has missed anything, and nobody is away."""
    await connection.execute(update(schema.seat).where(_seat.match == match).values(strikes=0, away=False))


async def add_strike(connection: Connection, match: int, seat: int) -> int:
    """Count one more missed deadline; how many there are now. Raises UnknownMatch when there is no such seat."""
    counted = await connection.execute(
        update(schema.seat)
        .where(_seat.match == match, _seat.seat == seat)
        .values(strikes=_seat.strikes + 1)
        .returning(_seat.strikes)
    )
    strikes = counted.scalar_one_or_none()
    if strikes is None:
        raise UnknownMatch(f"match {match}, seat {seat}")
    return int(strikes)


async def change_id(connection: Connection, match: int, old: int, new: int) -> None:
    """The same person is known under another id now, and is there."""
    await connection.execute(
        update(schema.seat).where(_seat.match == match, _seat.user_id == old).values(user_id=new, away=False)
    )


async def _change_seat(connection: Connection, match: int, seat: int, changes: dict[str, Any]) -> None:
    changed = await connection.execute(
        update(schema.seat).where(_seat.match == match, _seat.seat == seat).values(changes)
    )
    if changed.rowcount != 1:
        raise UnknownMatch(f"match {match}, seat {seat}")
