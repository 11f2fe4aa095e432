"""From one process to the next: the sessions with Discord that were left at a clean stop, for a few minutes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import structlog

from bot.resuming_client import ResumingClient, Session
from bot.store import gateway_sessions
from bot.store.database import AnyThread, Store
from bot.store.gateway_sessions import SessionRow
from bot.trouble import StoreTrouble

log = structlog.get_logger(__name__)

KEPT_MS: Final = 180_000
"""Discord does not say how long it waits. Asking in vain costs seconds, in which nobody is heard."""


async def keep(store: Store, client: ResumingClient, sessions: Sequence[Session], now_ms: int) -> None:
    """Write down where this client has left. What cannot be written is lost: the next process begins anew."""
    bot_id = client._connection.self_id
    if bot_id is None or not sessions:
        return
    rows = [
        SessionRow(
            shard=one.shard,
            shards=one.shards,
            bot_id=bot_id,
            intents=client.intents.value,
            session_id=one.id,
            sequence=one.sequence,
            address=one.address,
            servers=one.servers,
            left_ms=now_ms,
        )
        for one in sessions
    ]
    try:
        await store.write(AnyThread(partial(gateway_sessions.keep, rows=rows, slot=store.slot)))
    except StoreTrouble as problem:
        log.warning("sessions_not_kept", problem=str(problem))


async def take(store: Store, client: ResumingClient, now_ms: int) -> list[Session]:
    """What this client can go on with, at most once. Raises StoreTrouble."""
    rows = await store.write(AnyThread(partial(gateway_sessions.take, slot=store.slot)))
    return [
        Session(one.shard, one.shards, one.session_id, one.sequence, one.address, one.servers)
        for one in rows
        if 0 <= now_ms - one.left_ms <= KEPT_MS
        and (one.bot_id, one.intents) == (client._connection.self_id, client.intents.value)
    ]
