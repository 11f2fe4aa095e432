"""simcord still finds out a bot that is never at rest, with all that `support.brisk` spares it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import discord
import pytest
import simcord
from discord.ext import commands
from support.waiting import PATIENCE_S, sleeps_wait

SOON_S = 0.2
"""So long simcord waits here for a bot that waits for nothing it knows."""


@contextmanager
def found_out(env: Any) -> Iterator[None]:
    """Within this the bot is not at rest, and simcord says so soon."""
    env.settle_timeout = SOON_S
    with pytest.raises(TimeoutError, match="did not settle"):
        yield
    env.settle_timeout = PATIENCE_S


@pytest.mark.parametrize("rested_before", [False, True])
async def test_who_waits_for_what_nobody_will_do_is_found_out(rested_before: bool) -> None:
    """Also when the same task was at rest before, and waits for something else now."""
    bot = commands.Bot("!", intents=discord.Intents.default())
    event, tasks = asyncio.Event(), list[asyncio.Task[None]]()

    async def waits() -> None:
        if rested_before:
            await asyncio.sleep(60)
        await event.wait()

    async def begins(message: discord.Message) -> None:
        tasks.append(asyncio.create_task(waits()))

    bot.add_listener(begins, "on_message")
    with sleeps_wait():
        async with simcord.run(bot, settle_timeout=PATIENCE_S) as env:
            guild = env.create_guild("Den", owner=env.create_user("ann"))
            hall, ben = guild.create_text_channel("hall"), guild.add_member(env.create_user("ben"))
            with found_out(env) if not rested_before else nullcontext():
                await ben.send(hall, "go")
            with found_out(env):
                await env.advance_time(61)
            assert len(tasks) == 1
            event.set()
            await env.settle()
