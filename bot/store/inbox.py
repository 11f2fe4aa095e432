"""Clicks that have reached a process which does not play their table, until the one that plays it takes them.

Direct messages all arrive at the first slot, wherever their tables are. A click is written down as Discord told it, and
the slot that plays its table is rung for. It is deleted in the transaction in which it is taken, and so it is taken
once. Each line has the token with which the click is answered: no line is ever logged.

The table is made beside the lease (`bot.store.lease`), lies on a server only, and means nothing in a copy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    Exists,
    Integer,
    String,
    Table,
    bindparam,
    cast,
    delete,
    exists,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.types import TypeEngine

from bot.store.asking import Connection
from bot.store.claims import BESIDE_THE_SCHEMA
from bot.store.server_time import NOW_MS
from bot.store.slots import Slot

FRESH_MS: Final = 2_500
"""Discord waits three seconds for an answer: what has waited for longer is too old."""
_line = Table(
    "click_inbox",
    BESIDE_THE_SCHEMA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("slot", Integer, nullable=False, index=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("click", JSON, nullable=False),
)


def _each(name: str, kind: TypeEngine[Any]) -> ColumnElement[Any]:
    """One value after the other of the list that is given under this name."""
    return func.unnest(bindparam(name, type_=ARRAY(kind)))


_TOLD: Final = select(
    _each("idents", BigInteger()), _each("slots", Integer()), NOW_MS, cast(_each("told", String()), JSON)
)
_PUT: Final = (
    insert(_line)
    .from_select(["id", "slot", "at_ms", "click"], _TOLD)
    .on_conflict_do_nothing()
    .returning(_line.c.slot)
    .cte("put")
)
_BELL: Final = "magic_mirror_inbox_"
_PUT_AND_RING: Final = select(func.pg_notify(func.concat(_BELL, _PUT.c.slot), ""))
_TAKE: Final = (
    delete(_line)
    .where(_line.c.slot == bindparam("own"))
    .returning(_line.c.id, (_line.c.at_ms > NOW_MS - FRESH_MS).label("fresh"), _line.c.click)
)


def bell(slot: int) -> str:
    """What is rung when there is something for this slot."""
    return f"{_BELL}{slot}"


async def put(connection: Connection, clicks: Sequence[tuple[Any, int]]) -> None:
    """Leave clicks, as Discord told them, each for the process that plays this slot. Each slot is rung for once."""
    values = {
        "idents": [int(click["id"]) for click, _ in clicks],
        "slots": [slot for _, slot in clicks],
        "told": [json.dumps(click) for click, _ in clicks],
    }
    await connection.execute(_PUT_AND_RING, values)


def holds_any(slot: Slot) -> Exists:
    """Whether there is something for this slot, for whoever asks the server something anyway."""
    return exists().where(_line.c.slot == slot.number)


async def take(connection: Connection, slot: Slot) -> list[Any]:
    """Take everything for this slot, the earliest first. What has become too old is gone."""
    taken = await connection.execute(_TAKE, {"own": slot.number})
    return [row[2] for row in sorted(taken.all(), key=lambda row: row[0]) if row[1]]
