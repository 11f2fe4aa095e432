"""Clicks that have reached a process which does not play their table, until the one that plays it takes them.

Direct messages all arrive at the first slot, wherever their tables are. A click is written down as Discord told it, and
the slot that plays its table is rung for. It is deleted in the transaction in which it is taken, and so it is taken
once. Each line has the token with which the click is answered: no line is ever logged.

The table is made beside the lease (`bot.store.lease`), lies on a server only, and means nothing in a copy.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import JSON, BigInteger, Column, Integer, Table, delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert

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


def bell(slot: int) -> str:
    """What is rung when there is something for this slot."""
    return f"magic_mirror_inbox_{slot}"


async def put(connection: Connection, click: Any, slot: int) -> None:
    """Leave a click, as Discord told it, for the process that plays this slot."""
    values = {"id": int(click["id"]), "slot": slot, "at_ms": NOW_MS, "click": click}
    await connection.execute(insert(_line).values(values).on_conflict_do_nothing())
    await connection.execute(select(func.pg_notify(bell(slot), "")))


async def holds_any(connection: Connection, slot: Slot) -> bool:
    """Whether there is something for this slot."""
    return bool((await connection.execute(select(exists().where(_line.c.slot == slot.number)))).scalar())


async def take(connection: Connection, slot: Slot) -> list[Any]:
    """Take everything for this slot, the earliest first. What has become too old is gone."""
    fresh = (_line.c.at_ms > NOW_MS - FRESH_MS).label("fresh")
    taken = await connection.execute(
        delete(_line).where(_line.c.slot == slot.number).returning(_line.c.id, fresh, _line.c.click)
    )
    return [row[2] for row in sorted(taken.all(), key=lambda row: row[0]) if row[1]]
