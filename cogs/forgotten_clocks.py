"""Every few minutes it is looked for clocks that were forgotten: there should be none, and a game would stand still."""

from __future__ import annotations

import structlog
from discord.ext import commands

from bot.client import Mirror
from bot.matches.forgotten_clocks import ForgottenClocks
from bot.trouble import StoreTrouble
from bot.ui.steady_loop import every

log = structlog.get_logger(__name__)

EVERY_MINUTES = 5


class ForgottenClocksCog(commands.Cog):
    """Looks every few minutes."""

    def __init__(self, clocks: ForgottenClocks) -> None:
        self._clocks = clocks

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()

    @every(minutes=EVERY_MINUTES)
    async def look(self) -> None:
        try:
            await self._clocks.look()
        except StoreTrouble as problem:  # the next time is early enough
            log.error("clocks_not_looked_at", problem=str(problem))


async def setup(client: Mirror) -> None:
    await client.add_cog(ForgottenClocksCog(ForgottenClocks(client.service.keeper)))
