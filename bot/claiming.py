"""Where another process can take over: what this one may tell, and which clicks it may answer."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial

import aiohttp
import structlog

from bot.store import claims
from bot.store.database import AnyThread, Store
from bot.store.errors import LeaseLost
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
    return None if store.lease is None else Claims(store).claim


class Claims:
    """Claims clicks, and all those together that come while others are being claimed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: dict[int, asyncio.Future[bool]] = {}
        self._claiming: asyncio.Task[None] | None = None

    async def claim(self, interaction_id: int) -> bool:
        """Whether this click is this process's to answer."""
        if interaction_id in self._asked:  # Discord has told of it twice
            return False
        asked: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._asked[interaction_id] = asked
        if self._claiming is None:
            self._claiming = asyncio.create_task(self._claim_all(), name="claims")
        return await asked

    async def _claim_all(self) -> None:
        asked: dict[int, asyncio.Future[bool]] = {}
        try:
            while self._asked:
                asked, self._asked = self._asked, {}
                mine = await self._mine(list(asked))
                for ident, waited_for in asked.items():
                    if not waited_for.done():
                        waited_for.set_result(ident in mine)
        finally:
            self._claiming = None
            for waited_for in (*asked.values(), *self._asked.values()):
                waited_for.cancel()  # only where it was broken off: otherwise all are answered
            self._asked.clear()

    async def _mine(self, asked: Sequence[int]) -> Collection[int]:
        try:
            return await self._store.write(AnyThread(partial(claims.claim, interaction_ids=asked)))
        except LeaseLost:
            return ()  # another one answers
        except StoreTrouble as problem:
            log.warning("click_not_claimed", problem=str(problem))
            return asked  # whoever has pressed is told that nothing can be written
