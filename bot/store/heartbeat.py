"""When the bot was last alive, so that the time it was away can be credited to the players."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.portable import upsert


async def beat(connection: AsyncConnection, at_ms: int) -> None:
    """Remember that the bot was alive at ``at_ms``."""
    await upsert(connection, schema.heartbeat, {"id": 1, "at_ms": at_ms})


async def last(connection: AsyncConnection) -> int | None:
    """When the bot was last alive, in epoch milliseconds; None before its first start."""
    found = (await connection.execute(select(schema.heartbeat.c.at_ms))).scalar_one_or_none()
    return None if found is None else int(found)
