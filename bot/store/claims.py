"""Which click is whose: of several processes that Discord tells of the same click, the one that claims it first.

The table is no part of the schema: it is made beside the lease (`bot.store.lease`), lies on a server only, and means
nothing in a copy. A click can be answered for three seconds, so claims are forgotten after a minute.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, MetaData, Table, delete
from sqlalchemy.dialects.postgresql import insert

from bot.store.asking import Connection

BESIDE_THE_SCHEMA = MetaData()
_claims = Table(
    "click_claims",
    BESIDE_THE_SCHEMA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
)
KEPT = 60_000 << 22
"""Discord's ids count milliseconds, above their lowest 22 bits."""
TIDY_EVERY = 64


async def claim(connection: Connection, interaction_id: int) -> bool:
    """Take this click; False when it is taken already."""
    taking = insert(_claims).values(id=interaction_id).on_conflict_do_nothing().returning(_claims.c.id)
    is_taken = (await connection.execute(taking)).first() is not None
    if interaction_id % TIDY_EVERY == 0:
        await connection.execute(delete(_claims).where(_claims.c.id < interaction_id - KEPT))
    return is_taken
