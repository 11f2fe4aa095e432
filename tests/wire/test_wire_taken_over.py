"""Two processes on one database: whatever happens to the one that plays, the other goes on with the game. Nothing is
lost, nothing is told twice, and nobody's time runs out meanwhile.

At the full size only: it starts a PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pretended.evening import Evening, evening, play_until
from pretended.pair import Pair, lines
from support import postgresql
from support.relay import Relay
from support.sizes import size

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]
DUEL = ("ann", "ben")
ACCIDENTS, SEEDS = 2, 17
"""Each of six kinds befalls so often in a game, in so many games: 204 times together."""
MINUTE_S = 60.0
UNHURRIED = 2.0
"""The lease lasts five seconds of the server's, whatever the bot's clocks do."""
REPLACED = 75
KILLED = -9


@pytest.fixture
def address(server_of_its_own: str) -> Iterator[str]:
    with postgresql.database(server_of_its_own, f"on_the_wire_{os.getpid()}") as address:
        yield address


class Duel:
    """A duel that goes on through accidents, played by whichever of two processes is there."""

    def __init__(self, night: Evening, ways: Sequence[Relay]) -> None:
        self.night = night
        self.ways = {way.address: way for way in ways}

    @property
    def pair(self) -> Pair:
        assert isinstance(self.night.bot, Pair)
        return self.night.bot

    def more_answers(self, least: int = 2) -> Callable[[], bool]:
        """Whether so many were given from now on, or the game is over."""
        before = len(self.night.records.answers())
        return lambda: self.night.is_over or len(self.night.records.answers()) >= before + least

    async def goes_on(self) -> None:
        await self.night.discord.witness.until_written(self.more_answers(), "more answers")

    def take_heart(self) -> None:
        for player in self.night.players:
            player.take_heart()


@asynccontextmanager
async def a_name_duel(tmp_path: Path, address: str, seed: int) -> AsyncIterator[Duel]:
    async with Relay(address) as one, Relay(address) as other:
        ways = (one, other)
        addresses = [way.address for way in ways]
        async with evening(tmp_path, seed=seed, names=DUEL, speed=UNHURRIED, server=address, ways=addresses) as night:
            await night.lay_table("name_duel", role_set="single")
            yield Duel(night, ways)


async def is_killed(name_duel: Duel) -> None:
    old = name_duel.pair.playing
    old.kill()
    await name_duel.pair.taken_over()
    assert await old.ended() == KILLED


async def is_told_to_stop(name_duel: Duel) -> None:
    old = name_duel.pair.playing
    old.tell_to_stop()
    await name_duel.pair.taken_over()
    assert await old.ended() == 0


async def is_frozen_and_comes_back(name_duel: Duel, for_s: float = 0) -> None:
    """It finds everything in its sockets that came meanwhile."""
    old = name_duel.pair.playing
    old.freeze()
    frozen_s = time.monotonic()
    await name_duel.pair.taken_over()
    name_duel.take_heart()
    await asyncio.sleep(max(0, for_s - (time.monotonic() - frozen_s)))
    old.thaw()
    assert await old.ended() == REPLACED
    assert set(lines(old, "replaced")) == {"error"}


async def is_frozen_for_a_minute(name_duel: Duel) -> None:
    await is_frozen_and_comes_back(name_duel, MINUTE_S)


async def is_cut_off_from_the_server(name_duel: Duel) -> None:
    """Everything but the server still hears it."""
    old = name_duel.pair.playing
    way = name_duel.ways[str(old.database)]
    way.cut()
    await name_duel.pair.taken_over()
    way.mend()
    assert await old.ended() == REPLACED


async def loses_the_server_for_a_moment(name_duel: Duel) -> None:
    """Whoever has the lease then plays on."""
    more = name_duel.more_answers()
    await asyncio.to_thread(postgresql.start_again, name_duel.pair.database.rpartition("/")[0])
    name_duel.take_heart()
    await name_duel.pair.until_one_plays_on(more)


@pytest.mark.parametrize("seed", range(3, 3 + SEEDS))
@pytest.mark.parametrize(
    "befalls",
    [
        is_killed,
        is_told_to_stop,
        is_frozen_and_comes_back,
        is_frozen_for_a_minute,
        is_cut_off_from_the_server,
        loses_the_server_for_a_moment,
    ],
)
async def test_the_other_goes_on_with_the_game(
    tmp_path: Path, address: str, befalls: Callable[[Duel], Awaitable[None]], seed: int
) -> None:
    async with a_name_duel(tmp_path, address, seed) as name_duel:
        night = name_duel.night
        strikes = night.records.strikes()

        async def twice() -> None:
            for _ in range(ACCIDENTS):
                await name_duel.goes_on()
                await befalls(name_duel)
                name_duel.take_heart()
                if not name_duel.pair.waiting.is_running:
                    await name_duel.pair.another_stands_by()
            await name_duel.goes_on()

        befalling = asyncio.create_task(twice())
        await play_until([night], befalling.done, "the game to go on")
        await befalling
        assert night.records.strikes() == strikes
        assert await night.audit() == []
