"""Two processes that play at the same time: a game in a server of each, with secrets by direct message, which all come
in at the first one. Whatever befalls one of them, both games go on, nothing is lost and nothing told twice.

At the full size only: it starts a PostgreSQL.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pretended.evening import Evening, another_table, play_until, two_evenings
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
ACCIDENTS = int(os.environ.get("ACCIDENTS", "0"))
"""How many befall the two processes, all together."""
SEED = int(os.environ.get("SEED", "1"))
HOUR_S, PATIENT_S, HEART_S = 3_600.0, 600.0, 5.0


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with postgresql.database(server, f"several_{os.getpid()}") as address:
        yield address


@pytest.fixture
def own_address(server_of_its_own: str) -> Iterator[str]:
    with postgresql.database(server_of_its_own, f"several_{os.getpid()}") as address:
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


@pytest.mark.skipif("ACCIDENTS" not in os.environ, reason="it says how many, and takes half a minute for each")
async def test_whatever_befalls_one_of_them_all_games_go_on(tmp_path: Path, own_address: str) -> None:
    """One pair of games after another, on the same two processes, until so many accidents have befallen them."""
    chance = random.Random(f"several|{SEED}")
    async with two_evenings(tmp_path, seed=SEED, names=NAMES, speed=UNHURRIED, server=own_address) as first:
        bot, nights = first[0].bot, first
        assert isinstance(bot, Several)
        for number in itertools.count(2):
            await play_through_accidents(bot, nights, chance)
            if len(bot.accidents) >= ACCIDENTS:
                break
            nights = [await another_table(night, NAMES[slot], number) for slot, night in enumerate(first)]


async def play_through_accidents(bot: Several, nights: list[Evening], chance: random.Random) -> None:
    """A pair of games to their end, and to the auditor's."""
    await lay_tables(nights)
    befalling = asyncio.create_task(accidents(bot, nights, chance))
    befalling.add_done_callback(lambda _: nights[0].discord.witness.ring())

    def have_ended() -> bool:
        """Or something has gone wrong."""
        gone_wrong = befalling.done() and befalling.exception() is not None
        return gone_wrong or (befalling.done() and all(night.is_over for night in nights))

    await play_until(nights, have_ended, "both games to end", patience_s=HOUR_S)
    await befalling
    found = [await night.audit() for night in nights]
    print(f"{time.strftime('%H:%M:%S')} audited: {found}", flush=True)
    assert found == [[], []]


async def accidents(bot: Several, nights: list[Evening], chance: random.Random) -> None:
    """One after another, of each kind as often as of the others, until both games are over. Printed is after how many
    seconds somebody at each table had been answered again, and after how many the accident itself was over: a game may
    have its people wait for a quarter of a minute of its own."""
    while len(bot.accidents) < ACCIDENTS and not all(night.is_over for night in nights):
        for night in nights:
            await more_answers(night)
        what, slot = KINDS[(len(bot.accidents) + SEED) % len(KINDS)], chance.randrange(2)
        began_s = time.monotonic()
        answered = asyncio.create_task(more_answers(nights[slot]))
        await bot.befall(what, slot)
        befallen_s = time.monotonic() - began_s
        again = asyncio.gather(answered, *map(more_answers, nights))
        while not again.done():
            take_heart(nights)
            await asyncio.wait({again}, timeout=HEART_S)
        await again
        again_s, load = time.monotonic() - began_s, os.getloadavg()[0]
        number = f"{time.strftime('%H:%M:%S')} {len(bot.accidents)}"
        print(
            f"{number} {what} {slot} {again_s:.1f} s, over after {befallen_s:.1f} s, load {load:.0f}",
            flush=True,
        )


def take_heart(nights: list[Evening]) -> None:
    """Whoever was told again and again that nothing can be written tries it once more."""
    for night in nights:
        for player in night.players:
            player.take_heart()


async def more_answers(night: Evening) -> None:
    """Until one more was given, or the game is over."""
    before = len(night.records.answers())
    await night.discord.witness.until_written(
        lambda: night.is_over or len(night.records.answers()) > before, "an answer", patience_s=PATIENT_S
    )
