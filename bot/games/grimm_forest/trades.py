"""Goods that change hands by a choice of who gives or who takes."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import FIRST
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.goods import Goods, total
from bot.games.grimm_forest.table import GrimmForestTable


async def give_half(table: GrimmForestTable, giver: Seat, taker: Seat, of: Goods, why: str) -> None:
    """Half of these goods, rounded down; the giver chooses which, of what they still have (R2-18)."""
    await give(table, giver, taker, total(of) // 2, of, why)


async def give(table: GrimmForestTable, giver: Seat, taker: Seat, count: int, of: Goods, why: str) -> None:
    """So many of these goods, of what the giver still has, of the types they choose; the cheapest without an answer."""
    have = table.pigs[giver].goods
    available = {kind: min(amount, have[kind]) for kind, amount in of.items()}
    goods = await choose_goods(table, giver, f"{why}.give", count, available, in_time=FIRST, to=taker)
    table.hand_over(giver, taker, goods, why)
