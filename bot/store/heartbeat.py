"""When the bot was last there for the players, so that the time in which it was not can be kept from counting.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import upsert


@dataclass(frozen=True)
class BeatRow:
    at_ms: int
    play_ms: int
    """The time that counts; all deadlines are in it."""


async def beat(connection: Connection, at_ms: int, play_ms: int | None = None) -> None:
    """Remember that the bot was there at ``at_ms``; without ``play_ms`` all time has counted up to then."""
    await upsert(connection, schema.heartbeat, {"id": 1, "at_ms": at_ms, "play_ms": play_ms})


async def last(connection: Connection) -> int | None:
    """When the bot was last there; None before its first start."""
    found = await last_beat(connection)
    return None if found is None else found.at_ms


async def last_beat(connection: Connection) -> BeatRow | None:
    """When the bot was last there, and the time that counts; None before its first start.

    An older version moved the deadlines when it came back: there, all time counted.
    """
    beats = schema.heartbeat.c
    found = (await connection.execute(select(beats.at_ms, beats.play_ms))).one_or_none()
    if found is None:
        return None
    at_ms, play_ms = found
    return BeatRow(at_ms, at_ms if play_ms is None else play_ms)
