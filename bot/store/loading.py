"""A match as it was saved: everything that is needed to go on with it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam

from bot.store import deadlines, journals, schema, seating
from bot.store.asking import Connection
from bot.store.deadlines import DeadlineRow
from bot.store.errors import UnknownMatch
from bot.store.journals import JournalRow, SnapshotRow
from bot.store.matches import MatchRow
from bot.store.portable import select_rows
from bot.store.seating import SeatRow


@dataclass(frozen=True)
class SavedMatch:
    """All that is needed to go on: ``journal`` holds the current checkpoint's entries only."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    snapshot: SnapshotRow | None
    journal: tuple[JournalRow, ...]
    deadlines: tuple[DeadlineRow, ...]


_snapshot = schema.snapshot.c
_MATCH_AND_SNAPSHOT = (
    select_rows(MatchRow, schema.match)
    .add_columns(_snapshot.checkpoint, _snapshot.body)
    .outerjoin(schema.snapshot, _snapshot.match == schema.match.c.id)
    .where(schema.match.c.id == bindparam("match"))
)


async def load(connection: Connection, match: int) -> SavedMatch:
    """Everything needed to go on with a match. Raises UnknownMatch."""
    found = (await connection.execute(_MATCH_AND_SNAPSHOT, {"match": match})).first()
    if found is None:
        raise UnknownMatch(f"match {match}")
    *columns, checkpoint, body = found
    row = MatchRow(*columns)
    return SavedMatch(
        row=row,
        seats=tuple(await seating.seats_of(connection, match)),
        snapshot=None if body is None else SnapshotRow(match, checkpoint, body),
        journal=tuple(await journals.round_of(connection, match, row.checkpoint)),
        deadlines=tuple(await deadlines.of_match(connection, match)),
    )
