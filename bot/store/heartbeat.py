"""When the bot was last there for the players, so that the time in which it was not can be kept from counting.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, Integer, Table, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.lease_rows import BESIDE_THE_SCHEMA
from bot.store.portable import upsert
from bot.store.slots import WHOLE, Slot

# Where several processes play, each but the first has its beats here, on the server alone.
_of_slots = Table(
    "slot_heartbeat",
    BESIDE_THE_SCHEMA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("play_ms", BigInteger),
)


@dataclass(frozen=True)
class BeatRow:
    at_ms: int
    play_ms: int
    """The time that counts; all deadlines are in it."""


def _place(slot: Slot) -> tuple[Table, int]:
    return (schema.heartbeat, 1) if slot.is_first else (_of_slots, slot.number)


async def beat(connection: Connection, at_ms: int, play_ms: int | None = None, *, slot: Slot = WHOLE) -> None:
    """Remember that this slot was there at ``at_ms``; without ``play_ms`` all time has counted up to then."""
    table, number = _place(slot)
    await upsert(connection, table, {"id": number, "at_ms": at_ms, "play_ms": play_ms})


async def forget(connection: Connection, slot: Slot) -> None:
    """This slot was never there."""
    table, number = _place(slot)
    await connection.execute(table.delete().where(table.c.id == number))


async def last(connection: Connection) -> int | None:
    """When the bot was last there; None before its first start."""
    found = await last_beat(connection)
    return None if found is None else found.at_ms


async def last_beat(connection: Connection, slot: Slot = WHOLE) -> BeatRow | None:
    """When this slot was last there, and the time that counts; None before its first start.

    An older version moved the deadlines when it came back: there, all time counted.
    """
    table, number = _place(slot)
    beats: Any = table.c
    found = (await connection.execute(select(beats.at_ms, beats.play_ms).where(beats.id == number))).one_or_none()
    if found is None:
        return None
    at_ms, play_ms = found
    return BeatRow(at_ms, at_ms if play_ms is None else play_ms)
