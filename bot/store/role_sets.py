"""The role sets a server has saved for a game, by name; one of them may be the default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, text, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, one_row, select_rows, upsert

_set = schema.role_set.c


@dataclass(frozen=True)
class RoleSetRow:
    """``body`` is a plain JSON value; ``updated_by`` a person's id."""

    guild_id: int
    game: str
    name: str
    body: Any
    is_default: bool
    updated_by: int
    updated_ms: int


_SETS = select_rows(RoleSetRow, schema.role_set)


async def list_of(connection: Connection, guild_id: int, game: str) -> list[RoleSetRow]:
    """The role sets of a server for one game, by name."""
    query = _SETS.where(_set.guild_id == guild_id, _set.game == game).order_by(_set.name)
    return await all_rows(connection, RoleSetRow, query)


async def names_of(connection: Connection, guild_id: int, game: str) -> list[str]:
    """Only the names: they can be read even where a body cannot."""
    query = select(_set.name).where(_set.guild_id == guild_id, _set.game == game).order_by(_set.name)
    return list((await connection.execute(query)).scalars())


async def get(connection: Connection, guild_id: int, game: str, name: str) -> RoleSetRow | None:
    """The role set of that name, if there is one."""
    query = _SETS.where(_set.guild_id == guild_id, _set.game == game, _set.name == name)
    return await one_row(connection, RoleSetRow, query)


async def default(connection: Connection, guild_id: int, game: str) -> RoleSetRow | None:
    """The server's default for this game, if it chose one."""
    query = _SETS.where(_set.guild_id == guild_id, _set.game == game, text("is_default = 1"))
    return await one_row(connection, RoleSetRow, query.order_by(_set.name))


async def put(
    connection: Connection, guild_id: int, game: str, name: str, body: Any, *, updated_by: int, updated_ms: int
) -> None:
    """Save a role set, over the one of the same name if there is one; the default stays the default."""
    row = RoleSetRow(guild_id, game, name, body, False, updated_by, updated_ms)
    await upsert(connection, schema.role_set, vars(row), keep=("is_default",))


async def rename(
    connection: Connection, guild_id: int, game: str, name: str, new: str, *, updated_by: int, updated_ms: int
) -> None:
    """Give a role set another name; the default stays the default."""
    chosen = (_set.guild_id == guild_id, _set.game == game, _set.name == name)
    values = {"name": new, "updated_by": updated_by, "updated_ms": updated_ms}
    await connection.execute(update(schema.role_set).where(*chosen).values(values))


async def remove(connection: Connection, guild_id: int, game: str, name: str) -> bool:
    """Delete a role set; False when there was none of that name."""
    chosen = (_set.guild_id == guild_id, _set.game == game, _set.name == name)
    return (await connection.execute(delete(schema.role_set).where(*chosen))).rowcount > 0


async def set_default(connection: Connection, guild_id: int, game: str, name: str | None) -> bool:
    """Make this one, and no other, the default (None: no default). False when there is none of that name."""
    mine = (_set.guild_id == guild_id, _set.game == game)
    if name is not None and await get(connection, guild_id, game, name) is None:
        return False
    await connection.execute(update(schema.role_set).where(*mine).values(is_default=False))
    if name is not None:
        await connection.execute(update(schema.role_set).where(*mine, _set.name == name).values(is_default=True))
    return True
