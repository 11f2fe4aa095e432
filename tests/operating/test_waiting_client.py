"""A client beside another process that plays: it is connected, and hears and does nothing until its turn."""

from __future__ import annotations

import asyncio

import discord
from discord.ext import commands, tasks
from support.waiting import turns, until

from bot.waiting_client import WaitingClient


class Diary(commands.Cog):
    """Notes what it is told, and each round of its loop."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()

    @tasks.loop(hours=1)
    async def look(self) -> None:
        self.lines.append("look")

    @commands.Cog.listener()
    async def on_message(self, _message: object) -> None:
        self.lines.append("message")

    @commands.Cog.listener()
    async def on_shard_ready(self, _shard: int) -> None:
        self.lines.append("shard")


async def test_until_its_turn_it_hears_of_its_own_connection_alone() -> None:
    turn = asyncio.Event()

    async def come() -> None:
        await turn.wait()

    diary = Diary()
    async with WaitingClient(turn=come, intents=discord.Intents.none()) as client:
        await client.add_cog(diary)
        client.dispatch("message", "hello")
        client.dispatch("shard_ready", 0)
        await turns()
        assert client.waits
        assert diary.lines == ["shard"]
        turn.set()
        await client.until_turn()
        client.begin()
        client.dispatch("message", "hello")
        await until(lambda: sorted(diary.lines) == ["look", "message", "shard"])
        assert not client.waits
        await client.until_turn()


async def test_where_nobody_else_plays_everything_is_heard_at_once() -> None:
    diary = Diary()
    async with WaitingClient(turn=None, intents=discord.Intents.none()) as client:
        await client.add_cog(diary)
        client.dispatch("message", "hello")
        await until(lambda: sorted(diary.lines) == ["look", "message"])
