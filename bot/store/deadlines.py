"""When the open questions of each match run out. Times are epoch milliseconds, in the time that counts.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows
from bot.store.slots import WHOLE, Slot


@dataclass(frozen=True)
class DeadlineRow:
    match: int
    question: int
    checkpoint: int
    due_ms: int


_match = schema.match.c
_deadline = schema.deadline.c
_DEADLINES = select_rows(DeadlineRow, schema.deadline)
_OF_MATCH = _DEADLINES.where(_deadline.match == bindparam("match")).order_by(_deadline.due_ms, _deadline.question)


async def of_running(
    connection: Connection, games: Collection[str] | None = None, *, slot: Slot = WHOLE
) -> Sequence[tuple[int, int, int, int]]:
    """(when it is due, match, checkpoint, question) of all deadlines of running matches of a slot (and of these
    games), the next one first. Paused matches stand still. Plain tuples: there may be very many when the bot starts.
    """
    columns = (_deadline.due_ms, _deadline.match, _deadline.checkpoint, _deadline.question)
    query = (
        select(*columns)
        .join(schema.match, _match.id == _deadline.match)
        .where(_match.status == "running", *slot.only(_match.guild_id))
    )
    if games is not None:
        query = query.where(_match.game.in_(games))
    return (await connection.execute(query.order_by(_deadline.due_ms))).all()


async def overdue(connection: Connection, before_ms: int, *, slot: Slot = WHOLE) -> Sequence[tuple[int, int, int]]:
    """(match, checkpoint, question) of all deadlines that ran out before this time, in running matches of a slot that
    nobody leads."""
    columns = (_deadline.match, _deadline.checkpoint, _deadline.question)
    query = (
        select(*columns)
        .join(schema.match, _match.id == _deadline.match)
        .where(_match.status == "running", _match.moderator_id.is_(None), *slot.only(_match.guild_id))
        .where(_deadline.due_ms < before_ms)
    )
    return (await connection.execute(query)).all()


async def shift(connection: Connection, by_ms: int, match: int) -> int:
    """Give everybody in this match ``by_ms`` more. How many deadlines moved."""
    query = update(schema.deadline).where(_deadline.match == match).values(due_ms=_deadline.due_ms + by_ms)
    return (await connection.execute(query)).rowcount


async def floor(connection: Connection, match: int, least_ms: int) -> int:
    """Let no deadline of this match pass before ``least_ms``. How many deadlines moved."""
    query = update(schema.deadline).where(_deadline.match == match, _deadline.due_ms < least_ms)
    return (await connection.execute(query.values(due_ms=least_ms))).rowcount


async def move(connection: Connection, match: int, due: Mapping[int, int]) -> None:
    """Let these questions of a match run out at these times."""
    statement = update(schema.deadline).where(_deadline.match == match, _deadline.question == bindparam("number"))
    lines = [{"number": number, "at": at} for number, at in due.items()]
    await connection.execute(statement.values(due_ms=bindparam("at")), lines)


async def of_guild(connection: Connection, guild_id: int) -> Sequence[tuple[int, int, int]]:
    """(match, the channel whose settings hold, when it is due) of all deadlines of the running matches of a server."""
    columns = (_deadline.match, func.coalesce(_match.parent_id, _match.channel_id), _deadline.due_ms)
    query = select(*columns).join(schema.match, _match.id == _deadline.match)
    running = query.where(_match.guild_id == guild_id, _match.status == "running").order_by(_deadline.match)
    return [(match, channel_id, due_ms) for match, channel_id, due_ms in await connection.execute(running)]


async def of_match(connection: Connection, match: int) -> list[DeadlineRow]:
    """The deadlines of one match, the next one first."""
    return await all_rows(connection, DeadlineRow, _OF_MATCH, {"match": match})
