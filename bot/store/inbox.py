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
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.types import TypeEngine

from bot.store.asking import Connection
from bot.store.fenced_line import HELD, FencedLine
from bot.store.lease_rows import BESIDE_THE_SCHEMA
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
).select_from(HELD)
_PUT: Final = (
    insert(_line)
    .from_select(["id", "slot", "at_ms", "click"], _TOLD)
    .on_conflict_do_nothing()
    .returning(_line.c.slot)
    .cte("put")
)
_BELL: Final = "magic_mirror_inbox_"
_PUT_AND_RING: Final = select(func.pg_notify(func.concat(_BELL, _PUT.c.slot), "")).select_from(
    HELD.outerjoin(_PUT, true())
)
PEOPLE: Final = "magic_mirror_people"
"""What is rung when something was written down of people that every slot goes by."""
_TELL_OF_PEOPLE: Final = select(func.pg_notify(PEOPLE, ""))
_TAKEN: Final = (
    delete(_line)
    .where(_line.c.slot == bindparam("own"), exists(select(HELD.c.fence)))
    .returning(_line.c.id, (_line.c.at_ms > NOW_MS - FRESH_MS).label("fresh"), _line.c.click)
    .cte("taken")
)
_TAKE: Final = select(_TAKEN).select_from(HELD.outerjoin(_TAKEN, true()))


def bell(slot: int) -> str:
    """What is rung when there is something for this slot."""
    return f"{_BELL}{slot}"


async def tell_of_people(connection: Connection) -> None:
    """All slots are told, when this transaction is durable, that something was written down of people."""
    await connection.execute(_TELL_OF_PEOPLE)


async def put(line: FencedLine, clicks: Sequence[tuple[Any, int]]) -> None:
    """Leave clicks, as Discord told them, each for the process that plays this slot. Each slot is rung for once.

    Raises a StoreError.
    """
    clicks = sorted(clicks, key=lambda one: int(one[0]["id"]))  # two that put the same wait for each other in order
    await line.ask(
        _PUT_AND_RING,
        idents=[int(click["id"]) for click, _ in clicks],
        slots=[slot for _, slot in clicks],
        told=[json.dumps(click) for click, _ in clicks],
    )


def holds_any(slot: Slot) -> Exists:
    """Whether there is something for this slot, for whoever asks the server something anyway."""
    return exists().where(_line.c.slot == slot.number)


async def take(line: FencedLine, slot: Slot) -> list[Any]:
    """Take everything for this slot, the earliest first. What has become too old is gone. Raises a StoreError."""
    taken = await line.ask(_TAKE, own=slot.number)
    return [click for _, fresh, click in sorted(taken, key=lambda row: row[0] or 0) if fresh]
