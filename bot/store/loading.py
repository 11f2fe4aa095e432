"""A match as it was saved: everything that is needed to go on with it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import deadlines, journals, matches, seating
from bot.store.deadlines import DeadlineRow
from bot.store.journals import JournalRow, SnapshotRow
from bot.store.matches import MatchRow
from bot.store.seating import SeatRow


@dataclass(frozen=True)
class SavedMatch:
    """All that is needed to go on: ``journal`` holds the current checkpoint's entries only."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    snapshot: SnapshotRow | None
    journal: tuple[JournalRow, ...]
    deadlines: tuple[DeadlineRow, ...]


async def load(connection: AsyncConnection, match: int) -> SavedMatch:
    """Everything needed to go on with a match. Raises UnknownMatch."""
    row = await matches.get(connection, match)
    return SavedMatch(
        row=row,
        seats=tuple(await seating.seats_of(connection, match)),
        snapshot=await journals.snapshot_of(connection, match),
        journal=tuple(await journals.round_of(connection, match, row.checkpoint)),
        deadlines=tuple(await deadlines.of_match(connection, match)),
    )
