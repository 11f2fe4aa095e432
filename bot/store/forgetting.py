"""Taking a person out of what is kept: ids, names, and the texts they typed.

Every function takes the connection of a ``Store.write`` first. Nothing here looks whether somebody still plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, bindparam, func, or_, select, update

from bot.store import audit, gateway_sessions, personal, schema, table_log
from bot.store.asking import Connection
from bot.store.journals import AnnouncementRow, JournalRow, SnapshotRow, VoidedRow
from bot.store.matches import LIVE
from bot.store.personal import NOBODY
from bot.store.portable import is_no

SEAT: Final = "seat"
"""The action in a table's log when a seat changes hands."""

_match, _seat, _sealed = schema.match.c, schema.seat.c, schema.sealed_seat.c
_lobby, _lobby_seat = schema.lobby.c, schema.lobby_seat.c
_journal, _voided, _announcement = schema.journal.c, schema.voided.c, schema.announcement.c


@dataclass(frozen=True)
class Present:
    """Where somebody still sits: numbers of live matches and of open lobbies."""

    matches: tuple[int, ...]
    lobbies: tuple[int, ...]


async def present(connection: Connection, user_id: int) -> Present:
    """Where this person plays, hosts or leads now, or has seen so much that they can never play."""
    seated = select(_seat.match).where(_seat.user_id == user_id)
    looking_on = select(schema.onlooker.c.match).where(schema.onlooker.c.user_id == user_id)
    mine = or_(
        _match.id.in_(seated), _match.id.in_(looking_on), _match.host_id == user_id, _match.moderator_id == user_id
    )
    live = await connection.execute(select(_match.id).where(_match.status.in_(LIVE), mine).order_by(_match.id))
    waiting = select(_lobby_seat.lobby).where(_lobby_seat.user_id == user_id)
    # A challenge where the bot is no member may stand where they cannot see it: that one ends, and keeps nobody here.
    asked = or_(_lobby.id.in_(waiting), and_(_lobby.invited_id == user_id, is_no(_lobby.anywhere)))
    open_ = await connection.execute(select(_lobby.id).where(_lobby.status == "open", asked).order_by(_lobby.id))
    return Present(tuple(live.scalars()), tuple(open_.scalars()))


async def everybody(connection: Connection) -> set[int]:
    """The ids of all people of whom anything is kept."""
    found: set[int | None] = set()
    for kept in personal.KEPT:
        for column in kept.people:
            found.update((await connection.execute(select(kept.table.c[column]).distinct())).scalars())
    hosts = select(schema.bar.c.place).where(schema.bar.c.scope == "host").distinct()
    found.update((await connection.execute(hosts)).scalars())
    log = schema.table_log.c
    for (details,) in await connection.execute(select(log.details).where(log.action == SEAT)):
        found.update((details.get("was"), details.get("now")))
    for (details,) in await connection.execute(select(schema.audit.c.details)):
        found.update(value for value in details.values() if isinstance(value, int))
    return {one for one in found if one is not None} - {NOBODY}


async def last_seen_ms(connection: Connection, user_id: int) -> int:
    """When this person was last seen by the bot, or came to a table; 0 for never."""
    person, sat, waited = schema.person.c, _seat.user_id == user_id, _lobby_seat.user_id == user_id
    asked = (
        select(func.max(person.updated_ms)).where(person.user_id == user_id),
        select(func.max(_match.created_ms)).where(_match.id.in_(select(_seat.match).where(sat))),
        select(func.max(_lobby.created_ms)).where(_lobby.id.in_(select(_lobby_seat.lobby).where(waited))),
    )
    return max([(await connection.execute(one)).scalar() or 0 for one in asked])


async def matches_of(connection: Connection, user_id: int) -> list[int]:
    """The matches in which this person has or had a seat, oldest first."""
    now = await connection.execute(select(_seat.match).where(_seat.user_id == user_id))
    first = await connection.execute(select(_sealed.match).where(_sealed.user_id == user_id))
    log = schema.table_log.c
    changes = await connection.execute(select(log.match, log.details).where(log.action == SEAT))
    between = {match for match, details in changes if user_id in (details.get("was"), details.get("now"))}
    return sorted({*now.scalars(), *first.scalars(), *between})


async def erase_names(connection: Connection, user_id: int, erased: str) -> None:
    """Delete ids and names of this person from matches and lobbies that are over, and from all else that is kept of
    people. `erased` stands in their place."""
    await personal.erase(connection, user_id, erased)
    await audit.forget(connection, user_id)  # what was done to them too
    await gateway_sessions.take(connection)  # who was in a voice channel may stand there


async def erase_from_log(connection: Connection, match: int, user_id: int) -> None:
    """Let the log of a table that is over no longer say that it was this person."""
    log = schema.table_log.c
    for line in await table_log.lines_of(connection, match):
        told = {name: NOBODY if value == user_id else value for name, value in line.details.items()}
        actor = NOBODY if line.actor == user_id else line.actor
        await connection.execute(
            update(schema.table_log)
            .where(log.match == match, log.number == line.number)
            .values(actor=actor, details=told)
        )


async def rewrite(
    connection: Connection,
    journal: Sequence[JournalRow],
    said: Sequence[AnnouncementRow],
    voided: Sequence[VoidedRow],
    snapshot: SnapshotRow | None,
) -> None:
    """Write these lines in place of those with the same numbers."""
    place = (_journal.match == bindparam("m"), _journal.checkpoint == bindparam("c"), _journal.number == bindparam("n"))
    await _each(
        connection,
        update(schema.journal).where(*place).values(value=bindparam("v"), digest=bindparam("d")),
        [{"m": one.match, "c": one.checkpoint, "n": one.number, "v": one.value, "d": one.digest} for one in journal],
    )
    await _each(
        connection,
        update(schema.announcement)
        .where(_announcement.match == bindparam("m"), _announcement.number == bindparam("n"))
        .values(content=bindparam("v")),
        [{"m": one.match, "n": one.number, "v": one.content} for one in said],
    )
    taken_back = (_voided.match == bindparam("m"), _voided.voided_ms == bindparam("w"))
    await _each(
        connection,
        update(schema.voided)
        .where(*taken_back, _voided.checkpoint == bindparam("c"), _voided.number == bindparam("n"))
        .values(value=bindparam("v"), digest=""),
        [{"m": one.match, "w": one.voided_ms, "c": one.checkpoint, "n": one.number, "v": one.value} for one in voided],
    )
    if snapshot is not None:
        await connection.execute(
            update(schema.snapshot).where(schema.snapshot.c.match == snapshot.match).values(body=snapshot.body)
        )


async def _each(connection: Connection, statement: Any, lines: Sequence[dict[str, Any]]) -> None:
    if lines:
        await connection.execute(statement, lines)
