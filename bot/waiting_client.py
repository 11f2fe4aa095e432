"""A client that can be connected with Discord while another process plays: it knows all servers, and does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from discord.ext import commands, tasks

from bot.resuming_client import ResumingClient

Turn = Callable[[], Awaitable[None]]
LIFE: Final = ("ready", "connect", "disconnect", "resumed")
SHARDS: Final = "shard_"


class WaitingClient(ResumingClient):
    """Until its turn has come it is told of its own connection alone, and no loop of a cog begins."""

    def __init__(self, *, turn: Turn | None, **options: Any) -> None:
        """turn  returns when it has come; None: it has"""
        super().__init__(**options)
        self._turn = turn
        self._has_come = asyncio.Event()

    @property
    def waits(self) -> bool:
        """Whether another process plays."""
        return self._turn is not None

    async def until_turn(self) -> None:
        """Until it has come: at once where it has. Then `begin`."""
        if self._turn is not None:
            await self._turn()

    def begin(self) -> None:
        """From now on everything is heard, and the loops go."""
        self._turn = None
        self._has_come.set()

    def play_shards(self, count: int, ids: list[int]) -> None:
        """Connect for these of so many shards, and no others; said before it connects."""
        self.shard_count, self.shard_ids = count, ids

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if self._turn is None or event_name in LIFE or event_name.startswith(SHARDS):
            super().dispatch(event_name, *args, **kwargs)

    async def add_cog(self, cog: commands.Cog, /, **options: Any) -> None:
        if self._turn is not None:
            for name in dir(type(cog)):
                loop = getattr(cog, name, None) if isinstance(getattr(type(cog), name), tasks.Loop) else None
                if loop is not None:
                    loop.before_loop(self._until_it_has_come)
        await super().add_cog(cog, **options)

    async def _until_it_has_come(self, _cog: commands.Cog) -> None:
        await self._has_come.wait()
