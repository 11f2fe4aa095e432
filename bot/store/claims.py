"""Which click is whose: of several processes that Discord tells of the same click, the one that claims it first.

The table is no part of the schema: it is made beside the lease (`bot.store.lease`), lies on a server only, and means
nothing in a copy. A click can be answered for three seconds, so claims are forgotten after a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import BigInteger, Column, Table, bindparam, delete, exists, func, select, true
from sqlalchemy.dialects.postgresql import ARRAY, insert

from bot.store.fenced_line import HELD, FencedLine
from bot.store.lease_rows import BESIDE_THE_SCHEMA

_claims = Table(
    "click_claims",
    BESIDE_THE_SCHEMA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
)
KEPT = 60_000 << 22
"""Discord's ids count milliseconds, above their lowest 22 bits."""
TIDY_EVERY = 64


_IDS: Final = select(func.unnest(bindparam("ids", type_=ARRAY(BigInteger)))).select_from(HELD)
_CLAIMED: Final = (
    insert(_claims).from_select(["id"], _IDS).on_conflict_do_nothing().returning(_claims.c.id).cte("claimed")
)
_CLAIM: Final = select(_CLAIMED.c.id).select_from(HELD.outerjoin(_CLAIMED, true()))
_OLD: Final = delete(_claims).where(_claims.c.id < bindparam("before"), exists(select(HELD.c.fence)))
_TIDY: Final = select(HELD.c.fence).add_cte(_OLD.cte("old"))


async def claim(line: FencedLine, interaction_ids: Sequence[int]) -> set[int]:
    """Take these clicks; those that were not taken already. Raises a StoreError."""
    mine = {row[0] for row in await line.ask(_CLAIM, ids=list(interaction_ids))} - {None}
    if any(one % TIDY_EVERY == 0 for one in interaction_ids):
        await line.ask(_TIDY, before=max(interaction_ids) - KEPT)
    return mine
