"""Where another process can take over: what this one may tell, and which clicks it may answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import aiohttp
import structlog

from bot.store import claims
from bot.store.database import Store
from bot.store.errors import LeaseLost
from bot.store.fenced_line import FencedLine
from bot.store.together import Together
from bot.trouble import StoreTrouble
from bot.ui.gate import Claim
from bot.ui.telling import tell_only_when

log = structlog.get_logger(__name__)


def tell_only_while_held(store: Store, trace: aiohttp.TraceConfig) -> None:
    """Where another process can take over, this one tells nobody anything unless it is sure that none has."""
    if store.lease is not None:
        tell_only_when(store.lease.until_sure, trace, lambda: store.stands_by)


def claims_of(store: Store) -> Claim | None:
    """What claims clicks; None where nobody else can be told of them."""
    return None if store.lease is None else Claims(store.lease.quick).claim


class Claims:
    """Claims clicks, and all those together that come while others are being claimed."""

    def __init__(self, line: FencedLine) -> None:
        self._line = line
        self._together: Together[int, bool] = Together(self._claim, "claims")
        self._asked: set[int] = set()

    async def claim(self, interaction_id: int) -> bool:
        """Whether this click is this process's to answer."""
        if interaction_id in self._asked:  # Discord has told of it twice
            return False
        self._asked.add(interaction_id)
        try:
            return await self._together.ask(interaction_id)
        finally:
            self._asked.discard(interaction_id)

    async def _claim(self, asked: Sequence[int]) -> Sequence[bool]:
        mine = await self._mine(asked)
        return [ident in mine for ident in asked]

    async def _mine(self, asked: Sequence[int]) -> Collection[int]:
        try:
            return await claims.claim(self._line, asked)
        except LeaseLost:
            return ()  # another one answers
        except StoreTrouble as problem:
            log.warning("click_not_claimed", problem=str(problem))
            return asked  # whoever has pressed is told that nothing can be written
