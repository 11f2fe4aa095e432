"""The pulse: the process says again and again that it runs, from the moment at which everything was taken up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.matches.heart import PULSE_S
from bot.trouble import StoreTrouble

log = structlog.get_logger(__name__)

REST = "rest"


class Pulse:
    """Beats by the event loop's clock, which no correction of the machine's time moves.

    beat  writes it down; in how many seconds the next one is due. Raises StoreTrouble
    look  is called before each beat
    """

    def __init__(self, client: discord.Client, beat: Callable[[], Awaitable[float]], look: Callable[[], None]) -> None:
        self._client = client
        self._beat = beat
        self._look = look
        self._beating: asyncio.Task[None] | None = None

    @property
    def is_felt(self) -> bool:
        """Whether it beats."""
        return self._beating is not None

    def begin(self) -> None:
        """From now on the bot counts as there."""
        if self._beating is None:
            self._beating = asyncio.create_task(self._keep())

    def stop(self) -> bool:
        """No beat is begun any more. Whether there was one."""
        beating, self._beating = self._beating, None
        if beating is not None:
            beating.cancel()
        return beating is not None

    def wake(self) -> None:
        """The next beat is due now."""
        self._client.dispatch(REST)

    async def _keep(self) -> None:
        while self._beating is not None:  # a wait whose time is up when it is cut off goes on as if it had not been
            next_s = PULSE_S
            try:
                self._look()
                next_s = await self._beat()
            except StoreTrouble as problem:
                log.error("heartbeat_not_written", problem=str(problem))
            except Exception:
                log.exception("pulse_failed")
            await self._rest(next_s)

    async def _rest(self, seconds: float) -> None:
        """Wait by the event loop's clock: `discord.ext.tasks` goes by the machine's, and would sleep for hours when
        that is set back. As a wait for an event that never comes, it is known to simcord for a wait."""
        self._client.dispatch(REST)  # only forgets the waits that are over
        with contextlib.suppress(TimeoutError):
            await self._client.wait_for(REST, timeout=seconds)
