"""Two processes on one database: whatever happens to the one that plays, the other goes on with the game. Nothing is
lost, nothing is told twice, and nobody's time runs out meanwhile.

At the full size only: it starts a PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pretended.evening import Evening, evening, play_until
from pretended.pair import Pair, lines
from support import postgresql
from support.sizes import size

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]
DUEL = ("ann", "ben")
UNHURRIED = 2.0
"""The lease lasts five seconds of the server's, whatever the bot's clocks do."""
REPLACED = 75
KILLED = -9


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with postgresql.database(server, f"on_the_wire_{os.getpid()}") as address:
        yield address


@asynccontextmanager
async def a_duel(tmp_path: Path, address: str) -> AsyncIterator[Evening]:
    async with evening(tmp_path, seed=3, names=DUEL, speed=UNHURRIED, server=address) as night:
        await night.lay_table("name_duel", role_set="single")
        yield night


async def some_answers_later(night: Evening) -> None:
    before = len(night.records.answers())
    await night.discord.witness.until_written(
        lambda: night.is_over or len(night.records.answers()) > before + 1, "more answers"
    )


async def is_killed(pair: Pair) -> None:
    old = pair.playing
    old.kill()
    await pair.taken_over()
    assert await old.ended() == KILLED


async def is_told_to_stop(pair: Pair) -> None:
    old = pair.playing
    old.tell_to_stop()
    await pair.taken_over()
    assert await old.ended() == 0


async def is_frozen_and_comes_back(pair: Pair) -> None:
    """It finds everything in its sockets that came meanwhile."""
    old = pair.playing
    old.freeze()
    await pair.taken_over()
    old.thaw()
    assert await old.ended() == REPLACED
    assert lines(old, "replaced") == ["error"]


@pytest.mark.parametrize("befalls", [is_killed, is_told_to_stop, is_frozen_and_comes_back])
async def test_the_other_goes_on_with_the_game(
    tmp_path: Path, address: str, befalls: Callable[[Pair], Awaitable[None]]
) -> None:
    async with a_duel(tmp_path, address) as night:
        strikes = night.records.strikes()

        async def twice() -> None:
            for _ in range(2):
                await some_answers_later(night)
                await befalls(night.bot)
                for player in night.players:
                    player.take_heart()
                await night.bot.another_stands_by()

            await some_answers_later(night)

        befalling = asyncio.create_task(twice())
        await play_until([night], befalling.done, "the game to go on")
        await befalling
        assert night.records.strikes() == strikes
        assert night.audit() == []
