"""Into how many slots the bot is divided (`bot.store.slots`), and what has to be done when that changes.

All processes that play at the same time divide it alike: two that did not would both play some tables. So the number is
written down beside the lease, on a server alone, and is changed only while no process holds any part of the lease.

Each slot has its own time that counts, since each can stand by itself. When the bot is divided anew, the clocks of all
tables that are played are put into one time, and every new slot begins with that.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Integer, Table, func, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.store import heartbeat, schema
from bot.store.asking import Connection
from bot.store.lease_rows import BESIDE_THE_SCHEMA
from bot.store.matches import LIVE
from bot.store.slots import Slot

_ARRANGING: Final = 7_164_201_736
"""Held by whoever puts the clocks in order. Nothing else uses this number."""
_division = Table(
    "process_division",
    BESIDE_THE_SCHEMA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("slots", Integer, nullable=False),
    # For how many slots the clocks are in order.
    Column("arranged", Integer, nullable=False),
)
SLOTS: Final = select(_division.c.slots).where(_division.c.id == 1).scalar_subquery()
"""Into how many slots the bot is divided now."""
MAKE: Final = insert(_division).values(id=1, slots=1, arranged=1).on_conflict_do_nothing()


async def now(connection: Connection) -> int:
    """Into how many slots the bot is divided."""
    return int((await connection.execute(select(_division.c.slots))).scalar_one())


async def divide(connection: Connection, slots: int) -> None:
    """From now on it is divided into so many. The caller makes sure that nobody plays meanwhile."""
    await connection.execute(update(_division).values(slots=slots))


async def arrange(connection: Connection, slot: Slot) -> None:
    """Put all clocks in order for this division, unless that has been done."""
    arranged = select(_division.c.arranged)
    if (await connection.execute(arranged)).scalar_one() == slot.of:
        return
    await connection.execute(select(func.pg_advisory_xact_lock(_ARRANGING)))
    before = (await connection.execute(arranged)).scalar_one()
    if before == slot.of:  # another process was quicker
        return
    beats = {}
    for old in (Slot(number, before) for number in range(before)):
        beat = await heartbeat.last_beat(connection, old)
        if beat is not None:
            beats[old] = beat
            await heartbeat.forget(connection, old)
    if beats:
        at_ms, play_ms = min(one.at_ms for one in beats.values()), max(one.play_ms for one in beats.values())
        for old, beat in beats.items():
            await _shift(connection, old, play_ms - beat.play_ms)
        for number in range(slot.of):
            await heartbeat.beat(connection, at_ms, play_ms, slot=Slot(number, slot.of))
    await connection.execute(update(_division).values(arranged=slot.of))


async def _shift(connection: Connection, slot: Slot, by_ms: int) -> None:
    """Let all clocks of the tables of this slot run out so much later, by a time that is so much later."""
    match, deadline = schema.match.c, schema.deadline.c
    played = (match.status.in_(LIVE), *slot.only(match.guild_id))
    theirs = select(match.id).where(*played)
    await connection.execute(
        update(schema.deadline).where(deadline.match.in_(theirs)).values(due_ms=deadline.due_ms + by_ms)
    )
    stand = (match.paused_ms.is_not(None), *played)
    await connection.execute(update(schema.match).where(*stand).values(paused_ms=match.paused_ms + by_ms))
