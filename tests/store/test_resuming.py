"""What a process writes down when it leaves Discord is for the next one: soon, the same bot, with the same intents."""

from __future__ import annotations

import discord
import pytest

from bot import resuming
from bot.client import intents
from bot.resuming_client import ResumingClient, Session
from bot.store.database import Store

LEFT_MS = 1_700_000_000_000
SESSIONS = [Session(shard, 2, f"session {shard}", 7, "wss://there", b"what was known") for shard in (0, 1)]


def a_client(bot_id: int = 900, *, message_content: bool = False) -> ResumingClient:
    client = ResumingClient(intents=intents(message_content=message_content))
    about = {"id": str(bot_id), "username": "Mirror", "discriminator": "0", "avatar": None}
    client._connection.user = discord.ClientUser(state=client._connection, data=about)  # type: ignore[arg-type]
    return client


async def test_the_next_process_gets_it_and_the_one_after_it_does_not(store: Store) -> None:
    await resuming.keep(store, a_client(), SESSIONS, LEFT_MS)
    assert await resuming.take(store, a_client(), LEFT_MS + resuming.KEPT_MS) == SESSIONS
    assert await resuming.take(store, a_client(), LEFT_MS) == []


@pytest.mark.parametrize(
    ("client", "at_ms"),
    [
        (a_client(), LEFT_MS + resuming.KEPT_MS + 1),
        (a_client(), LEFT_MS - 1),
        (a_client(901), LEFT_MS),
        (a_client(message_content=True), LEFT_MS),
    ],
    ids=["too late", "before it was left", "another bot", "other intents"],
)
async def test_nobody_else_gets_it_and_it_is_gone(store: Store, client: ResumingClient, at_ms: int) -> None:
    await resuming.keep(store, a_client(), SESSIONS, LEFT_MS)
    assert await resuming.take(store, client, at_ms) == []
    assert await resuming.take(store, a_client(), LEFT_MS) == []


async def test_what_cannot_be_written_is_lost_and_nothing_else_happens(store: Store) -> None:
    await store.close()
    await resuming.keep(store, a_client(), SESSIONS, LEFT_MS)
