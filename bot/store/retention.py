"""Deleting what is over and has been kept long enough.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
"""

from __future__ import annotations

from sqlalchemy import delete, or_, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import LIVE
from bot.store.portable import is_no, is_yes

_match, _lobby, _bar, _undo = schema.match.c, schema.lobby.c, schema.bar.c, schema.undo.c


async def past(connection: Connection, guild_id: int, before_ms: int) -> list[int]:
    """The matches of a server that were over before this time, and of which everything is told."""
    over = (_match.status.not_in(LIVE), is_no(_match.unsent), _match.ended_ms < before_ms)
    found = await connection.execute(select(_match.id).where(_match.guild_id == guild_id, *over).order_by(_match.id))
    return list(found.scalars())


async def delete_match(connection: Connection, match: int) -> None:
    """Delete a match and all that belongs to it, but for what is still to be put back in Discord."""
    begun = select(_lobby.id).where(_lobby.match == match, _lobby.status == "started")
    for statement in (
        delete(schema.bar).where(
            or_(
                (_bar.scope == "match") & (_bar.place == match),
                (_bar.scope == "lobby") & _bar.place.in_(begun),
            )
        ),
        delete(schema.lobby).where(_lobby.id.in_(begun)),
        delete(schema.undo).where(_undo.match == match, is_yes(_undo.done)),
        delete(schema.audit).where(schema.audit.c.match == match),
        delete(schema.match).where(_match.id == match),
    ):
        await connection.execute(statement)


async def delete_lobbies(connection: Connection, guild_id: int, before_ms: int) -> None:
    """Delete the lobbies of a server that were laid before this time, and in which no match has begun."""
    gone = select(_lobby.id).where(
        _lobby.guild_id == guild_id,
        _lobby.status == "closed",
        _lobby.created_ms < before_ms,
    )
    await connection.execute(delete(schema.bar).where(_bar.scope == "lobby", _bar.place.in_(gone)))
    await connection.execute(delete(schema.lobby).where(_lobby.id.in_(gone)))
