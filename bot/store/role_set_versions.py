"""What was done to the role sets of a server: a version each time, and what the set was then.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import delete, func, insert, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows

VERSIONS_MOST: Final = 25
"""So many versions of one set are kept, the newest ones: as many as one menu holds."""
DELETED_MOST: Final = 20
"""So many deleted sets of a server and game can be brought back, the last ones."""
DELETED: Final = "deleted"

_version = schema.role_set_version.c


@dataclass(frozen=True)
class VersionHead:
    """One version without its body. ``line`` is the set through all its names; ``did`` says what made the version:
    ``made``, ``changed``, ``renamed``, ``deleted``, ``restored`` or ``imported``; ``by_id`` is a person, or 0."""

    line: int
    number: int
    guild_id: int
    game: str
    name: str
    did: str
    by_id: int
    at_ms: int


_HEADS = select_rows(VersionHead, schema.role_set_version)


async def add(
    connection: Connection, guild_id: int, game: str, name: str, body: Any, *, line: int | None, did: str,
    by_id: int, at_ms: int,
) -> VersionHead:  # fmt: skip
    """Write down the next version of a line (None: the first of a new one), and drop what is too old."""
    if line is None:
        line, number = await _next(connection, _version.line), 1
    else:
        number = await _next(connection, _version.number, _version.line == line)
    head = VersionHead(line, number, guild_id, game, name, did, by_id, at_ms)
    await connection.execute(insert(schema.role_set_version).values(**vars(head), body=body))
    await connection.execute(
        delete(schema.role_set_version).where(_version.line == line, _version.number <= number - VERSIONS_MOST)
    )
    if did == DELETED:
        await _drop_old_lines(connection, guild_id, game)
    return head


async def _next(connection: Connection, column: Any, *where: Any) -> int:
    highest = select(func.coalesce(func.max(column), 0)).where(*where)
    return int((await connection.execute(highest)).scalar_one()) + 1


async def _drop_old_lines(connection: Connection, guild_id: int, game: str) -> None:
    gone = [row.line for row in await newest_of(connection, guild_id, game) if row.did == DELETED]
    await connection.execute(
        delete(schema.role_set_version).where(_version.line.in_(gone[: max(0, len(gone) - DELETED_MOST)]))
    )


async def newest_of(connection: Connection, guild_id: int, game: str) -> list[VersionHead]:
    """The newest version of every line of a server and game, the one that was touched last at the end."""
    newest = select(func.max(_version.id)).where(_version.guild_id == guild_id, _version.game == game)
    query = _HEADS.where(_version.id.in_(newest.group_by(_version.line))).order_by(_version.id)
    return await all_rows(connection, VersionHead, query)


async def line_of(connection: Connection, guild_id: int, game: str, name: str) -> int | None:
    """The line that has, or last had, this very name."""
    query = select(_version.line).where(_version.guild_id == guild_id, _version.game == game, _version.name == name)
    found = await connection.execute(query.order_by(_version.id.desc()).limit(1))
    return cast("int | None", found.scalar_one_or_none())


async def heads_of(connection: Connection, guild_id: int, line: int) -> list[VersionHead]:
    """All versions of a line of this server, the oldest first."""
    query = _HEADS.where(_version.guild_id == guild_id, _version.line == line).order_by(_version.number)
    return await all_rows(connection, VersionHead, query)


async def body_of(connection: Connection, head: VersionHead) -> Any:
    """What the set was in this version. Raises ValueError when that is not even JSON."""
    query = select(_version.body).where(_version.line == head.line, _version.number == head.number)
    return (await connection.execute(query)).scalar_one()
