"""The log of each table: what a host or the bot did there.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import bindparam, func, insert, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows

LED: Final = "chair"
"""The action when somebody else leads a match; see `schema.match`."""
ASKED_AGAIN: Final = "asked_again"
"""The action when cards that were passed over at night are asked after all."""


@dataclass(frozen=True)
class LogRow:
    match: int
    number: int
    at_ms: int
    actor: int
    action: str
    details: Any


_line = schema.table_log.c
_LAST = select(func.coalesce(func.max(_line.number), 0)).where(_line.match == bindparam("match"))
_INSERT = insert(schema.table_log)
_LOG = select_rows(LogRow, schema.table_log).where(_line.match == bindparam("match")).order_by(_line.number)


async def add(connection: Connection, match: int, *, at_ms: int, actor: int, action: str, details: Any = None) -> int:
    """Write down what a host or the bot did at this table; the number of the line, from 1."""
    number = int((await connection.execute(_LAST, {"match": match})).scalar_one()) + 1
    row = LogRow(match, number, at_ms, actor, action, {} if details is None else details)
    await connection.execute(_INSERT, dict(vars(row)))
    return number


async def last_actor(connection: Connection, match: int, action: str) -> int | None:
    """Who did this last at this table; 0 for the bot, None for nobody."""
    done = select(_line.actor).where(_line.match == match, _line.action == action)
    found = await connection.execute(done.order_by(_line.number.desc()).limit(1))
    return cast("int | None", found.scalar())


async def times(connection: Connection, match: int, actions: Collection[str]) -> int:
    """How often any of this was done at this table."""
    done = select(func.count()).where(_line.match == match, _line.action.in_(actions))
    return int((await connection.execute(done)).scalar_one())


async def lines_of(connection: Connection, match: int) -> list[LogRow]:
    """The table's log, oldest first."""
    return await all_rows(connection, LogRow, _LOG, {"match": match})
