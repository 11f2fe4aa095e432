"""What the bot changed in Discord and must put back: written before the change, marked done when it is undone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, insert, text, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows
from bot.store.slots import WHOLE, Slot

_undo = schema.undo.c


@dataclass(frozen=True)
class UndoRow:
    """``kind`` and ``previous`` (a plain JSON value) are the caller's; ``target_id`` is a role, person or thread."""

    id: int
    match: int
    guild_id: int
    channel_id: int
    target_id: int
    kind: str
    previous: Any
    done: bool
    created_ms: int


_ROWS = select_rows(UndoRow, schema.undo)


async def note(
    connection: Connection,
    *,
    match: int,
    guild_id: int,
    channel_id: int,
    target_id: int,
    kind: str,
    previous: Any,
    created_ms: int,
) -> int:
    """Write down how something was before it is changed; the number of the note."""
    result = await connection.execute(
        insert(schema.undo).values(
            match=match,
            guild_id=guild_id,
            channel_id=channel_id,
            target_id=target_id,
            kind=kind,
            previous=previous,
            done=False,
            created_ms=created_ms,
        )
    )
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


async def mark_done(connection: Connection, note_id: int) -> None:
    """It is put back."""
    await connection.execute(update(schema.undo).where(_undo.id == note_id).values(done=True))


async def drop(connection: Connection, match: int) -> None:
    """Nothing of this match is put back any more: the place is out of reach."""
    await connection.execute(update(schema.undo).where(schema.undo.c.match == match).values(done=True))


async def pending(
    connection: Connection, *, match: int | None = None, guild_id: int | None = None, slot: Slot = WHOLE
) -> list[UndoRow]:
    """What is still to be put back, the newest change first, so that undoing in this order ends at the beginning."""
    of = {name: value for name, value in (("match", match), ("guild_id", guild_id)) if value is not None}
    return await all_rows(connection, UndoRow, _pending(tuple(of), slot), of)


@cache
def _pending(of: tuple[str, ...], slot: Slot) -> Select[Any]:
    query = _ROWS.where(text("done = 0"), *slot.only(_undo.guild_id), *(_undo[name] == bindparam(name) for name in of))
    return query.order_by(_undo.id.desc())
