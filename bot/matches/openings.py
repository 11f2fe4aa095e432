"""How a match begins, sealed: its names under salts, and all of it under one digest that the first message shows."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.recaps.opening import Opening, SealedSeat, name_digest, opening_digest
from bot.store import sealed_seats
from bot.store.matches import MatchRow, NewMatch
from bot.store.sealed_seats import SealedSeatRow
from bot.store.seating import NewSeat

SALT_BYTES = 16


def sealed(new: NewMatch) -> tuple[NewMatch, list[SealedSeatRow]]:
    """A new match with the digest of its opening, and its seats as they are under it (of no match yet: 0)."""
    rows = [_sealed_seat(seat) for seat in new.seats]
    digest = opening_digest(
        game=new.game,
        options=new.options,
        code_version=new.code_version,
        seats=[(row.player, row.name_digest) for row in rows],
        commitment=new.commitment,
        presses=[str(press) for press in new.presses],
    )
    return replace(new, opening=digest), rows


def _sealed_seat(seat: NewSeat) -> SealedSeatRow:
    salt = secrets.token_hex(SALT_BYTES)
    return SealedSeatRow(0, seat.seat, seat.user_id, seat.player, seat.name, salt, name_digest(salt, seat.name))


async def keep(connection: Any, match_id: int, rows: Sequence[SealedSeatRow]) -> None:
    """Write the sealed seats of a match that was just created."""
    await sealed_seats.keep(connection, [replace(row, match=match_id) for row in rows])


def opening_of(row: MatchRow, seats: Sequence[SealedSeatRow]) -> Opening | None:
    """The opening as a recap has it; None for a match from before openings were sealed."""
    if row.opening is None:
        return None
    parts = (
        SealedSeat(player=seat.player, name=seat.name, salt=seat.salt, name_digest=seat.name_digest) for seat in seats
    )
    return Opening(code_version=row.code_version, seats=tuple(parts), digest=row.opening)
