"""Two processes that play at the same time: a game in a server of each, with secrets by direct message, which all come
in at the first one. Whatever befalls one of them, both games go on, nothing is lost and nothing told twice.

At the full size only: it starts a PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pretended.evening import Evening, play_until, two_evenings
from pretended.several import KINDS, Several
from support import postgresql
from support.sizes import size

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]
NAMES = (("ann", "ben"), ("cat", "dan"))
UNHURRIED = 2.0
"""The lease lasts five seconds of the server's, whatever the bot's clocks do."""
ACCIDENTS = int(os.environ.get("ACCIDENTS", "4"))
"""How many befall each run."""


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with postgresql.database(server, f"several_{os.getpid()}") as address:
        yield address


async def lay_tables(nights: list[Evening]) -> None:
    for night in nights:
        await night.lay_table("name_duel", role_set="single")


async def test_answers_by_direct_message_reach_the_process_that_plays_the_table(tmp_path: Path, address: str) -> None:
    async with two_evenings(tmp_path, seed=3, names=NAMES, speed=UNHURRIED, server=address) as nights:
        await lay_tables(nights)
        await play_until(nights, lambda: all(night.is_over for night in nights), "both games to end")
        crossed = [act for act in nights[1].discord.world.interactions.values() if of_the_other_slot(act, nights[1])]
        assert crossed
        assert [act.id for act in crossed if not act.acknowledged] == []
        assert [await night.audit() for night in nights] == [[], []]


def of_the_other_slot(act: object, night: Evening) -> bool:
    """Whether this was pressed in a direct message by somebody whose table the other process plays."""
    return act.channel.guild is None and act.user in [person.user for person in night.people]  # type: ignore[attr-defined]


@pytest.mark.skipif("ACCIDENTS" not in os.environ, reason="it says how many, and has not been seen to its end yet")
@pytest.mark.parametrize("seed", range(1, 1 + size(1, full=3)))
async def test_whatever_befalls_one_of_them_both_games_go_on(tmp_path: Path, address: str, seed: int) -> None:
    chance = random.Random(f"several|{seed}")
    async with two_evenings(tmp_path, seed=seed, names=NAMES, speed=UNHURRIED, server=address) as nights:
        bot = nights[0].bot
        assert isinstance(bot, Several)
        await lay_tables(nights)

        async def accidents() -> None:
            for number in range(ACCIDENTS):
                await some_answers_later(nights)
                await bot.befall(KINDS[(number + seed) % len(KINDS)], chance.randrange(2))
                for night in nights:
                    for player in night.players:
                        player.take_heart()

        befalling = asyncio.create_task(accidents())
        await play_until(
            nights, lambda: befalling.done() and all(night.is_over for night in nights), "both games to end"
        )
        await befalling
        print(seed, bot.accidents)
        assert [await night.audit() for night in nights] == [[], []]


async def some_answers_later(nights: list[Evening]) -> None:
    def given() -> int:
        return sum(len(night.records.answers()) for night in nights)

    before = given()
    await nights[0].discord.witness.until_written(
        lambda: all(night.is_over for night in nights) or given() > before, "an answer"
    )
