"""Games where the bot is no member, in which nobody has answered for weeks: no clock runs there to end them."""

from __future__ import annotations

from typing import Final

import structlog

from bot.matches.ending import end_match
from bot.matches.errors import Refused
from bot.matches.keeper import Keeper
from bot.store import matches
from bot.store.errors import StoreError

log = structlog.get_logger(__name__)

SILENCE_MS: Final = 14 * 86_400_000
"""So long people may think about a move there."""


class SilentTables:
    """Ends them."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def end(self) -> None:
        """End those of today. It raises nothing: tomorrow is early enough for those that could not be ended."""
        try:
            async with self._keeper.store.reading() as connection:
                before_ms = self._keeper.now_ms() - SILENCE_MS
                silent = await matches.silent(connection, before_ms, self._keeper.store.slot)
        except StoreError as problem:
            log.warning("silent_tables_not_looked_for", problem=repr(problem))
            return
        for match_id in silent:
            await self._end(match_id)

    async def _end(self, match_id: int) -> None:
        try:
            async with self._keeper.alone(match_id) as awake:
                if not awake.deadlines and awake.row.status == "running":
                    await end_match(self._keeper, awake, 0, "silence")
        except (StoreError, Refused) as problem:  # one that cannot be read keeps no other from its end
            log.warning("silent_table_not_ended", match=match_id, problem=repr(problem))
