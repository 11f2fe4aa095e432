"""Deleting games that are over for longer than their server wants to keep them, or that belong to no server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import structlog

from bot.matches.guild_settings import settings_within
from bot.matches.keeper import Keeper
from bot.matches.lobby import NOWHERE
from bot.store import retention, settings

log = structlog.get_logger(__name__)

DAY_MS = 24 * 3_600_000
ANYWHERE_DAYS: Final = 30
"""So long after its end a game is kept that was played where the bot is no member: nobody could say how long there."""


class Retention:
    """Deletes, for each server that has said how long it keeps games, those that are older; and those of no server."""

    def __init__(self, keeper: Keeper, now_ms: Callable[[], int]) -> None:
        self._keeper = keeper
        self._now_ms = now_ms

    async def delete_past(self) -> int:
        """Delete what is old enough; how many games. Each is one transaction, so a crash leaves none in pieces.

        Raises StoreTrouble.
        """
        deleted = 0
        for guild_id, before_ms in (await self._limits()).items():
            async with self._keeper.store.reading() as connection:
                past = await retention.past(connection, guild_id, before_ms)
            for match_id in past:
                await self._delete(match_id)
            await self._delete_lobbies(guild_id, before_ms)
            deleted += len(past)
        if deleted:
            log.info("games_deleted", count=deleted)
        return deleted

    async def _limits(self) -> dict[int, int]:
        """Server -> the time before which a game must have ended to be deleted."""
        now = self._now_ms()
        async with self._keeper.store.reading() as connection:
            read = {one: await settings_within(connection, one) for one in await settings.guilds(connection)}
        days = {one: own.kept_days for one, own in read.items() if own.kept_days is not None}
        every, slot = {**days, NOWHERE: ANYWHERE_DAYS}, self._keeper.store.slot
        return {one: now - kept * DAY_MS for one, kept in every.items() if slot.has(one)}

    async def _delete(self, match_id: int) -> None:
        await self._keeper.store.write(lambda connection: retention.delete_match(connection, match_id))
        self._keeper.said_lately.forget(match_id)
        awake = self._keeper.in_memory(match_id)
        if awake is not None:
            self._keeper.drop(awake)

    async def _delete_lobbies(self, guild_id: int, before_ms: int) -> None:
        async def work(connection: Any) -> None:
            await retention.delete_lobbies(connection, guild_id, before_ms)

        await self._keeper.store.write(work)
