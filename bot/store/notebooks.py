"""What players write down for themselves during a match: words, and a mark for each other seat. Nobody else reads it
before the match is over, nor then without their consent.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, is_yes, one_row, select_rows, upsert

_notebook = schema.notebook.c


@dataclass(frozen=True)
class NotebookRow:
    """``marks`` is seat (as text) -> mark; ``handed_on``: whether whoever takes the seat over gets a copy.

    ``in_recap``: whether it may stand in the recap.
    """

    match: int
    user_id: int
    words: str = ""
    marks: dict[str, str] = field(default_factory=dict)
    handed_on: bool = False
    in_recap: bool = False


_ROWS = select_rows(NotebookRow, schema.notebook)


async def of(connection: Connection, match: int, user_id: int) -> NotebookRow:
    """The notebook of this person in this match; an empty one where nothing was written."""
    query = _ROWS.where(_notebook.match == match, _notebook.user_id == user_id)
    return await one_row(connection, NotebookRow, query) or NotebookRow(match, user_id)


async def for_recap(connection: Connection, match: int) -> list[NotebookRow]:
    """The notebooks of this match that may stand in its recap."""
    query = _ROWS.where(_notebook.match == match, is_yes(_notebook.in_recap))
    return await all_rows(connection, NotebookRow, query.order_by(_notebook.user_id))


async def put(connection: Connection, row: NotebookRow) -> None:
    await upsert(connection, schema.notebook, vars(row))


async def hand_on(connection: Connection, match: int, before: int, now: int) -> None:
    """Copy the notebook of whoever had the seat `before`, if that person wants it, for whoever has it `now`."""
    old, new = await of(connection, match, before), await of(connection, match, now)
    if old.handed_on and new == NotebookRow(match, now):
        await put(connection, replace(old, user_id=now, handed_on=False, in_recap=False))
