"""The beginning: everything is taken up where it was left, once, however often Discord says that it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import structlog

from bot.trouble import StoreTrouble

log = structlog.get_logger(__name__)

START_AGAIN_S = 10.0
"""Pause before starting up is tried again after Discord or the store could not be read."""


class Beginning:
    """Takes everything up. What cannot be read now is tried again: a bot that is there and keeps no time would be worse
    than none.

    take_up  raises StoreTrouble, and what Discord raises
    """

    def __init__(self, client: discord.Client, take_up: Callable[[], Awaitable[None]]) -> None:
        self._client = client
        self._take_up = take_up
        self._starting: asyncio.Task[Any] | None = None
        self.has_begun = False

    async def begin(self) -> None:
        """Once; whoever calls this is cut off by `break_off`."""
        if self.has_begun:
            return
        self.has_begun, self._starting = True, asyncio.current_task()
        try:
            await self._take_up()
        except (StoreTrouble, discord.DiscordException, OSError) as problem:
            log.error("not_taken_up", problem=str(problem), again_in_s=START_AGAIN_S)
            self.has_begun = False
            asyncio.get_running_loop().call_later(START_AGAIN_S, self._begin_again)
        finally:
            self._starting = None

    def _begin_again(self) -> None:
        if not self._client.is_closed():
            self._starting = asyncio.create_task(self.begin())

    def break_off(self) -> None:
        """What has not been taken up, the next start does."""
        if self._starting is not None:
            self._starting.cancel()
