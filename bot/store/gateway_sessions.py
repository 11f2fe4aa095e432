"""Where each shard has left Discord, for the next process: written at a clean stop, and taken out at the next start.

Every function takes the connection of a ``Store.write`` first. Times are epoch milliseconds. Nothing of it is logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from sqlalchemy import delete, insert

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows
from bot.store.slots import WHOLE, Slot


@dataclass(frozen=True)
class SessionRow:
    shard: int
    shards: int
    bot_id: int
    intents: int
    """The events Discord was asked to tell, as it numbers them."""
    session_id: str = field(repr=False)
    sequence: int
    """The number of the last event that was heard."""
    address: str
    servers: bytes = field(repr=False)
    """What was known of the shard's servers at that event."""
    left_ms: int


async def keep(connection: Connection, rows: Sequence[SessionRow], slot: Slot = WHOLE) -> None:
    """These, and none of before, of the shards of a slot."""
    await take(connection, slot)
    if rows:
        await connection.execute(insert(schema.gateway_session), [asdict(row) for row in rows])


async def take(connection: Connection, slot: Slot = WHOLE) -> list[SessionRow]:
    """All of a slot that are kept; they are not kept any more, whatever becomes of them."""
    mine = slot.only_shards(schema.gateway_session.c.shard)
    rows = await all_rows(connection, SessionRow, select_rows(SessionRow, schema.gateway_session).where(*mine))
    await connection.execute(delete(schema.gateway_session).where(*mine))
    return rows
