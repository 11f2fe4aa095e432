"""What a server has set, as one plain JSON value."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, delete, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import upsert

_setting = schema.guild_setting.c
_BODY = select(_setting.body).where(_setting.guild_id == bindparam("guild_id"))


async def get(connection: Connection, guild_id: int) -> Any:
    """The server's settings; None when it never set any."""
    return (await connection.execute(_BODY, {"guild_id": guild_id})).scalar_one_or_none()


async def guilds(connection: Connection) -> list[int]:
    """Every server that has set anything."""
    return list((await connection.execute(select(_setting.guild_id).order_by(_setting.guild_id))).scalars())


async def put(connection: Connection, guild_id: int, body: Any) -> None:
    """Save all of a server's settings, over what was there."""
    await upsert(connection, schema.guild_setting, {"guild_id": guild_id, "body": body})


async def remove(connection: Connection, guild_id: int) -> None:
    """Back to the defaults."""
    await connection.execute(delete(schema.guild_setting).where(_setting.guild_id == guild_id))
