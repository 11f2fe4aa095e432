"""The people on the seats when a match began, as the digest of its opening has it.

The seats of a match change hands; these lines stay, so that the digest can be recomputed. A name goes into it as the
digest of the name and a salt: when name and salt are deleted, the digest tells nothing any more and still fits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import insert

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows
from bot.store.seating import Player

_seat = schema.sealed_seat.c


@dataclass(frozen=True)
class SealedSeatRow:
    """``name`` and ``salt`` are None when whoever sat there was forgotten."""

    match: int
    seat: int
    user_id: int | None
    player: Player
    name: str | None
    salt: str | None = field(repr=False)
    name_digest: str


_ROWS = select_rows(SealedSeatRow, schema.sealed_seat)


async def keep(connection: Connection, rows: Iterable[SealedSeatRow]) -> None:
    """Write down who sits where at the beginning."""
    await connection.execute(insert(schema.sealed_seat), [dict(vars(row)) for row in rows])


async def of_match(connection: Connection, match: int) -> list[SealedSeatRow]:
    """The seats in order; none for a match from before names were sealed."""
    return await all_rows(connection, SealedSeatRow, _ROWS.where(_seat.match == match).order_by(_seat.seat))
