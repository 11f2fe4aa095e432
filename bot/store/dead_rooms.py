"""The rooms of the dead: which private thread belongs to which match, and how far it is.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import LIVE
from bot.store.portable import one_row, select_rows, upsert
from bot.store.slots import WHOLE, Slot

State = Literal["opening", "open", "closing", "closed", "gone", "refused"]


@dataclass(frozen=True)
class DeadRoomRow:
    """``thread_id`` is unknown as long as the room is ``opening``; ``message_id`` is the bot's first message in it."""

    match: int
    state: State
    at_ms: int
    thread_id: int | None = None
    message_id: int | None = None


_room = schema.dead_room.c
_ROWS = select_rows(DeadRoomRow, schema.dead_room)


async def write(connection: Connection, row: DeadRoomRow) -> None:
    """Write down how the room of a match stands."""
    await upsert(connection, schema.dead_room, vars(row))


async def of_match(connection: Connection, match: int) -> DeadRoomRow | None:
    """The room of this match; None where none was ever wanted."""
    return await one_row(connection, DeadRoomRow, _ROWS.where(_room.match == match))


async def match_in(connection: Connection, thread_id: int) -> int | None:
    """The match whose room this thread is."""
    found = await connection.execute(select(_room.match).where(_room.thread_id == thread_id))
    return cast("int | None", found.scalar())


async def forget_thread(connection: Connection, match: int) -> None:
    """The room of this match is where nobody can look any more: one that is wanted still is made anew."""
    wanted = (_room.match == match, _room.state.in_(("opening", "open", "refused")))
    nowhere = {"state": "opening", "thread_id": None, "message_id": None}
    await connection.execute(update(schema.dead_room).where(*wanted).values(**nowhere))


async def open_threads(connection: Connection, slot: Slot = WHOLE) -> list[int]:
    """The threads of the rooms whose matches are played in a slot."""
    played = (schema.match.c.status.in_(LIVE), *slot.only(schema.match.c.guild_id))
    live = select(schema.match.c.id).where(*played)
    found = await connection.execute(
        select(_room.thread_id).where(_room.match.in_(live), _room.thread_id.is_not(None), _room.state != "gone")
    )
    return sorted(found.scalars())
