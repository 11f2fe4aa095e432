"""A night's clicks in the village, next to a bare bot that echoes a click and writes one durable row.

    python -m tests.benchmarks.echo [--pairs 5]

Both are real discord.py clients on the same simulated Discord, in turns in one run. The bare bot does the least that
keeps a promise: a row in SQLite, flushed to the disk, and only then the answer. In the village 20 people answer what
their first night asks them, and have pressed something before, as whoever has
joined; the row is the answer, and whatever else it sets off is counted as well. A click is timed
from the press until nothing is left to do, in CPU time of the whole process; the simulated Discord is part of both.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import aiosqlite
import discord
import simcord

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "discord")]

from language.any_game import seat_of  # noqa: E402
from rooms.village import Square, cast_of, village_square  # noqa: E402
from simcord.results import to_discord_message  # noqa: E402
from support.waiting import PATIENCE_S, sleeps_wait  # noqa: E402

SEATS = 20
ROLES = {"ann": "murderer", "ben": "sheriff"}
FIRST_CLICKS = 3
"""These pay for what is done once, and are not counted."""


class Echo(discord.Client):
    """Answers every press with a sentence, as soon as a row about it is on the disk."""

    def __init__(self, rows: aiosqlite.Connection) -> None:
        super().__init__(intents=discord.Intents.default())
        self._rows = rows

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Press", custom_id="press"))
            await message.channel.send("Here.", view=view)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self._rows.execute("INSERT INTO click VALUES (?, ?)", (interaction.id, interaction.user.id))
        await self._rows.commit()
        await interaction.response.send_message("Noted.", ephemeral=True)


async def cpu_ms(act: Callable[[], Awaitable[Any]]) -> float:
    start = process_time()
    await act()
    return 1000 * (process_time() - start)


async def echoed(folder: Path) -> list[float]:
    """What each press costs the bare bot."""
    async with aiosqlite.connect(folder / "echo.db") as rows:
        await rows.execute("PRAGMA journal_mode = WAL")
        await rows.execute("PRAGMA synchronous = FULL")
        await rows.execute("CREATE TABLE click (id INTEGER PRIMARY KEY, who INTEGER)")
        with sleeps_wait():
            async with simcord.run(Echo(rows), settle_timeout=PATIENCE_S) as env:
                guild = env.create_guild("Den", owner=env.create_user("boss"))
                channel, ann = guild.create_text_channel("market"), guild.add_member(env.create_user("ann"))
                await ann.send(channel, "go")
                last = max(env.backend.messages[channel.id].values(), key=lambda message: message.id)
                shown = to_discord_message(env, last)
                return [await cpu_ms(lambda: ann.click(shown, custom_id="press")) for _ in range(SEATS + FIRST_CLICKS)]


async def press(square: Square, name: str, key: str) -> Callable[[], Awaitable[Any]]:
    """What this person does to answer: they choose from the menu, or press the last button."""
    message, place = await square.panel(name, key)
    hand, real, menu = square._hand(name, message.message.channel_id), square._real(message), f"mm:s:{place}"
    if menu in message.controls:
        return partial(hand.select, real, message.offered(menu)[-1:], custom_id=menu)
    button = [one for one in message.controls if place in one][-1]
    return partial(hand.click, real, custom_id=button)


async def answered(folder: Path) -> list[float]:
    """What each answer of the first night costs the Mirror."""
    took = []
    options = {"introductions": False, "night_seconds": 3600}
    cast = cast_of(SEATS, ROLES)
    async with village_square(folder, SEATS, cast=cast, options=options, seed="echo") as square:
        await square.begin()
        await square.until("night")
        for name in square.people:
            await square.presses(name, "Text", square.board)  # or their language would be news, and written down
        for name in square.people:
            for question in (await square.awake()).match.open_for(seat_of(name)):
                with suppress(AssertionError):  # nothing in their messages asks that
                    took.append(await cpu_ms(await press(square, name, question.key)))
    return took


async def main(pairs: int) -> None:
    bare, ours = [], []
    for number in range(pairs):
        with TemporaryDirectory() as folder:
            for took, measured in ((echoed, bare), (answered, ours)):
                gc.collect()
                times = (await took(Path(folder)))[FIRST_CLICKS:]
                measured.append(median(times))
                print(f"pair {number + 1}, {took.__name__}: {len(times)} clicks, {median(times):.2f} ms each")
    ratio = median(one / other for one, other in zip(bare, ours, strict=True))
    print(f"bare {median(bare):.2f} ms, Mirror {median(ours):.2f} ms of CPU a click: {ratio:.2f} of a bare echo")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    asyncio.run(main(parser.parse_args().pairs))
