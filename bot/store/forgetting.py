"""Taking a person out of what is kept: ids, names, and the texts they typed.

Every function takes the connection of a ``Store.write`` first. Nothing here looks whether somebody still plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import audit, schema, table_log
from bot.store.journals import AnnouncementRow, JournalRow, SnapshotRow, VoidedRow
from bot.store.matches import LIVE

NOBODY: Final = 0
"""The id that stands in place of somebody who was forgotten, where there has to be one."""
SEAT: Final = "seat"
"""The action in a table's log when a seat changes hands."""

_match, _seat, _sealed = schema.match.c, schema.seat.c, schema.sealed_seat.c
_lobby, _lobby_seat = schema.lobby.c, schema.lobby_seat.c
_bar = schema.bar.c
_journal, _voided, _announcement = schema.journal.c, schema.voided.c, schema.announcement.c


@dataclass(frozen=True)
class Present:
    """Where somebody still sits: numbers of live matches and of open lobbies."""

    matches: tuple[int, ...]
    lobbies: tuple[int, ...]


async def present(connection: AsyncConnection, user_id: int) -> Present:
    """Where this person plays, hosts or leads now, or has seen so much that they can never play."""
    seated = select(_seat.match).where(_seat.user_id == user_id)
    looking_on = select(schema.onlooker.c.match).where(schema.onlooker.c.user_id == user_id)
    mine = or_(
        _match.id.in_(seated), _match.id.in_(looking_on), _match.host_id == user_id, _match.moderator_id == user_id
    )
    live = await connection.execute(select(_match.id).where(_match.status.in_(LIVE), mine).order_by(_match.id))
    waiting = select(_lobby_seat.lobby).where(_lobby_seat.user_id == user_id)
    asked = or_(_lobby.id.in_(waiting), _lobby.invited_id == user_id)
    open_ = await connection.execute(select(_lobby.id).where(_lobby.status == "open", asked).order_by(_lobby.id))
    return Present(tuple(live.scalars()), tuple(open_.scalars()))


async def matches_of(connection: AsyncConnection, user_id: int) -> list[int]:
    """The matches in which this person has or had a seat, oldest first."""
    now = await connection.execute(select(_seat.match).where(_seat.user_id == user_id))
    first = await connection.execute(select(_sealed.match).where(_sealed.user_id == user_id))
    log = schema.table_log.c
    changes = await connection.execute(select(log.match, log.details).where(log.action == SEAT))
    between = {match for match, details in changes if user_id in (details.get("was"), details.get("now"))}
    return sorted({*now.scalars(), *first.scalars(), *between})


async def erase_names(connection: AsyncConnection, user_id: int, erased: str) -> None:
    """Delete ids and names of this person from matches and lobbies that are over. `erased` stands in their place."""
    over = select(_match.id).where(_match.status.not_in(LIVE))
    done = select(_lobby.id).where(_lobby.status != "open")
    nameless = {"user_id": None, "name": erased}
    for statement in (
        update(schema.delivery)
        .where(
            and_(
                schema.delivery.c.match == _seat.match,
                schema.delivery.c.recipient == _seat.seat,
                _seat.user_id == user_id,
                _seat.match.in_(over),
            )
        )
        .values(channel_id=None, message_id=None),
        update(schema.seat).where(_seat.user_id == user_id, _seat.match.in_(over)).values(nameless),
        update(schema.sealed_seat)
        .where(_sealed.user_id == user_id, _sealed.match.in_(over))
        .values(user_id=None, name=None, salt=None),
        update(schema.match).where(_match.host_id == user_id, _match.id.in_(over)).values(host_id=NOBODY),
        update(schema.match).where(_match.moderator_id == user_id, _match.id.in_(over)).values(moderator_id=None),
        update(schema.lobby_seat)
        .where(_lobby_seat.user_id == user_id, _lobby_seat.lobby.in_(done))
        .values(nameless | {"press_id": None}),
        update(schema.lobby).where(_lobby.host_id == user_id, _lobby.id.in_(done)).values(host_id=NOBODY),
        update(schema.lobby)
        .where(_lobby.invited_id == user_id, _lobby.id.in_(done))
        .values(invited_id=NOBODY, invited_name=erased),
        delete(schema.lobby_call).where(schema.lobby_call.c.user_id == user_id),
        delete(schema.standby).where(schema.standby.c.user_id == user_id),
        delete(schema.onlooker).where(schema.onlooker.c.user_id == user_id),
        delete(schema.notebook).where(schema.notebook.c.user_id == user_id),
        # What they played stays a game that others have won or lost.
        update(schema.tally_seat).where(schema.tally_seat.c.user_id == user_id).values(user_id=None),
        delete(schema.end_vote).where(schema.end_vote.c.user_id == user_id),
        # Without the id a bar would hold nobody back; name and reason go.
        update(schema.bar).where(_bar.user_id == user_id).values(name=erased, reason=""),
        update(schema.bar).where(_bar.by_id == user_id).values(by_id=NOBODY),
        delete(schema.bar).where(_bar.scope == "host", _bar.place == user_id),
        # What they made of role sets is the server's.
        update(schema.role_set).where(schema.role_set.c.updated_by == user_id).values(updated_by=NOBODY),
        update(schema.role_set_version).where(schema.role_set_version.c.by_id == user_id).values(by_id=NOBODY),
        # People who stood by, hosted or helped at a table without a seat have left lines in its log.
        update(schema.table_log).where(schema.table_log.c.actor == user_id).values(actor=NOBODY),
    ):
        await connection.execute(statement)
    await audit.forget(connection, user_id)


async def erase_from_log(connection: AsyncConnection, match: int, user_id: int) -> None:
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
    connection: AsyncConnection,
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


async def _each(connection: AsyncConnection, statement: Any, lines: Sequence[dict[str, Any]]) -> None:
    if lines:
        await connection.execute(statement, lines)
