"""What is to be undone, kept in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MATCH = 7


@dataclass
class Row:
    id: int
    match: int
    guild_id: int
    channel_id: int
    target_id: int | None
    kind: str
    previous: Mapping[str, Any]


class Book:
    """An undo book in memory that notes how many requests had gone out at each `add`."""

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.added = 0

    async def add(
        self,
        *,
        match: int,
        guild_id: int,
        channel_id: int,
        target_id: int | None,
        kind: str,
        previous: Mapping[str, Any],
    ) -> int:
        self.added += 1
        self.rows[self.added] = Row(self.added, match, guild_id, channel_id, target_id, kind, previous)
        return self.added

    async def done(self, row: int) -> None:
        del self.rows[row]

    async def open_rows(self, match: int | None) -> Sequence[Row]:
        return [row for row in self.rows.values() if match in (None, row.match)]
