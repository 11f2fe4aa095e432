"""A stage for tests: a bare bot in a simulated Discord that runs what a test hands it, as its own work.

Only what the bot started itself lives on the virtual clock, so tests do not await a `Courier` directly but say
`await stage.run(lambda: courier.post(...))`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import simcord
from discord.ext import commands
from support.waiting import patiently

from bot.matches.timekeeper import Timekeeper
from bot.ui.direct_line import DirectLine

Work = Callable[[], Awaitable[Any]]


class StageBot(commands.AutoShardedBot):
    """The client as the real bot makes it, without any commands."""

    def __init__(self, on_text: Callable[[discord.Message], Awaitable[None]], *, may_read: bool) -> None:
        intents = discord.Intents.none()
        intents.message_content = may_read
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents,
            shard_count=1,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self.on_text = on_text

    async def on_message(self, message: discord.Message) -> None:
        await self.on_text(message)


def line() -> DirectLine:
    """A direct line on a clock that stands."""
    return DirectLine(Timekeeper(lambda: 0))


class Remembering:
    """What a courier knows of people, in memory."""

    def __init__(self) -> None:
        self.channels: dict[int, int] = {}
        self.shut: set[int] = set()

    async def dm_channel(self, user_id: int) -> int | None:
        return self.channels.get(user_id)

    async def remember(self, user_id: int, channel_id: int) -> None:
        self.channels[user_id] = channel_id

    async def is_closed(self, user_id: int) -> bool:
        return user_id in self.shut

    async def closed(self, user_id: int) -> None:
        self.shut.add(user_id)

    async def opened(self, user_id: int) -> None:
        self.shut.discard(user_id)


class Turn:
    """A piece of work that was begun: like a task, but its failure is the test's business and no error of the bot."""

    def __init__(self, work: Work) -> None:
        self._result: Any = None
        self._problem: BaseException | None = None
        self._task = asyncio.ensure_future(self._play(work))

    async def _play(self, work: Work) -> None:
        try:
            self._result = await work()
        except Exception as problem:
            self._problem = problem

    def done(self) -> bool:
        return self._task.done()

    def cancelled(self) -> bool:
        return self._task.cancelled()

    def cancel(self) -> None:
        self._task.cancel()

    def exception(self) -> BaseException | None:
        assert self.done(), "still waiting: let time pass"
        return self._problem

    def result(self) -> Any:
        assert self.done(), "still waiting: let time pass"
        if self._problem is not None:
            raise self._problem
        return self._result


class Stage:
    """The simulated server with one channel, and a way to run work inside the bot."""

    def __init__(self, *, may_read: bool = False) -> None:
        self._may_read = may_read
        self.bot = StageBot(self._on_text, may_read=may_read)
        self.on_player_text: Callable[[discord.Message], Awaitable[None]] | None = None
        self._work: list[Work] = []
        self.started: list[Turn] = []

    def build(self, env: simcord.Env) -> None:
        self.env = env
        self.guild = env.create_guild("Den")
        self.room = self.guild.create_text_channel("table")
        self._prompter = self.guild.add_member(env.create_user("prompter"))
        self._wings = self.guild.create_text_channel("wings")

    async def restart(self) -> None:
        """Another bot takes over the same world."""
        self.bot = StageBot(self._on_text, may_read=self._may_read)
        await self.env.restart_bot(self.bot)

    def person(self, name: str) -> simcord.MemberActor:
        return self.guild.add_member(self.env.create_user(name))

    async def _on_text(self, message: discord.Message) -> None:
        if message.channel.id == self._wings.id:
            work, self._work = self._work, []
            for one in work:
                self.started.append(Turn(one))
        elif self.on_player_text is not None and message.author.id != self.bot.user.id:
            await self.on_player_text(message)

    async def begin(self, *work: Work) -> list[Turn]:
        """Start these at the same time, and come back when nothing moves any more without time passing."""
        self._work = list(work)
        before = len(self.started)
        await self._prompter.send(self._wings, "go")
        return self.started[before:]

    async def run(self, work: Work) -> Any:
        """Start one and hand back its result, which must need no time."""
        (turn,) = await self.begin(work)
        return turn.result()

    def requests(self, method: str, ending: str = "") -> list[simcord.HttpLogEntry]:
        """The bot's requests so far, by method and by how their path ends."""
        return [one for one in self.env.http_requests if one.method == method and one.path.endswith(ending)]


@asynccontextmanager
async def staged(*, may_read: bool = False) -> AsyncIterator[Stage]:
    """A stage whose waits of a second and more take no real time."""
    stage = Stage(may_read=may_read)
    async with patiently(stage.bot) as env:
        stage.build(env)
        yield stage
