"""Where another process can take over: what this one may tell, and which clicks it may answer."""

from __future__ import annotations

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
    return None if store.lease is None else partial(_claim, store)


async def _claim(store: Store, interaction_id: int) -> bool:
    try:
        return await store.write(AnyThread(partial(claims.claim, interaction_id=interaction_id)))
    except LeaseLost:
        return False  # another one answers
    except StoreTrouble as problem:
        log.warning("click_not_claimed", problem=str(problem))
        return True  # whoever has pressed is told that nothing can be written
