"""A net below the clocks: one that ran out long ago, by what is on disk, and will never ring, rings after all.

There should be none. But a game whose clock is forgotten would stand still until somebody presses something, or the bot
starts anew, and nobody would know why.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.matches.errors import Refused
from bot.matches.keeper import Keeper
from bot.store import deadlines
from bot.store.errors import StoreError

log = structlog.get_logger(__name__)

OVERDUE_MS = 120_000
"""A clock that ran out so long ago has rung, or waits until somebody is told or reached: then it rings again and again.
One that waits for a moderator is left to them."""

PATIENCE_S = 5.0
"""A game in which somebody's turn takes longer is left for the next look."""


class ForgottenClocks:
    """Looks for them when it is told to."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def look(self) -> int:
        """Let those ring that there are; how many games had any. A game at which something is broken keeps no other
        from it. Raises StoreError."""
        if self._keeper.time.stands:
            return 0
        before_ms = self._keeper.time.play_ms() - OVERDUE_MS
        async with self._keeper.store.reading() as connection:
            overdue = await deadlines.overdue(connection, before_ms, slot=self._keeper.store.slot)
        waiting = self._keeper.deadlines
        suspects = sorted({match for match, *place in overdue if not waiting.waits_for(match, *place)})
        return sum([await self._rings_after_all(match_id, before_ms) for match_id in suspects])

    async def _rings_after_all(self, match_id: int, before_ms: int) -> bool:
        """Whether a clock of this match was forgotten, now that nobody changes it. All its clocks are waited for."""
        try:
            async with asyncio.timeout(PATIENCE_S), self._keeper.alone(match_id) as awake:
                late = [one for one in awake.clocks() if one.due_ms < before_ms]
                forgotten = [one for one in late if not self._keeper.deadlines.waits_for(*one[1:])]
                if not forgotten or awake.row.moderator_id is not None:
                    return False
                log.error("clock_forgotten", match=match_id, clocks=len(forgotten))
                self._keeper.deadlines.replace(match_id, [])  # else what has rung without effect would not ring again
                self._keeper.schedule(awake)
                return True
        except Refused:
            return False
        except StoreError:
            raise
        except Exception:
            log.exception("clock_not_looked_at", match=match_id)
            return False
