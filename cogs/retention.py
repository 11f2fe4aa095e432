"""Once a day, and at each start, games are deleted that are over for longer than their server keeps them."""

from __future__ import annotations

import structlog
from discord.ext import commands

from bot.client import Mirror
from bot.matches.retention import Retention
from bot.trouble import StoreTrouble
from bot.ui.steady_loop import every

log = structlog.get_logger(__name__)

EVERY_HOURS = 24


class RetentionCog(commands.Cog):
    """Looks once a day."""

    def __init__(self, retention: Retention) -> None:
        self._retention = retention

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()

    @every(hours=EVERY_HOURS)
    async def look(self) -> None:
        try:
            await self._retention.delete_past()
        except StoreTrouble as problem:  # tomorrow is early enough
            log.error("games_not_deleted", problem=str(problem))


async def setup(client: Mirror) -> None:
    await client.add_cog(RetentionCog(Retention(client.service.keeper, client.now_ms)))
