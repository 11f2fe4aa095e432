"""How a card asks for one of what may be very many: mixtures of goods, and Fables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.questions import Seat
from bot.games.grimm_forest import two_steps
from bot.games.grimm_forest.asking import LAST, choose
from bot.games.grimm_forest.goods import Goods, bundles, goods_of, total
from bot.games.grimm_forest.table import GrimmForestTable


async def choose_goods(
    table: GrimmForestTable,
    seat: Seat,
    key: str,
    count: int,
    available: Mapping[str, int] | None = None,
    *,
    in_time: int = LAST,
    **values: Any,
) -> Goods:
    """So many goods in any mixture, of what is available; fewer when there are fewer. Without an answer the sturdiest,
    or with `in_time=FIRST` (for who has to pay) the cheapest."""
    if available is not None:
        count = min(count, total(available))
    if not count:
        return {}
    words = bundles(count, available)
    if table.options.in_two_steps:
        words = await two_steps.with_one_amount_of_straw(table, seat, key, words, in_time=in_time, **values)
    return goods_of(await choose(table, seat, key, words, in_time=in_time, **values))


async def choose_fable(table: GrimmForestTable, seat: Seat, key: str, names: Sequence[str], **values: Any) -> str:
    """One of these Fables, each name once."""
    different = sorted(set(names))
    if table.options.in_two_steps:
        different = await two_steps.of_one_moment(table, seat, key, different, **values)
    return str(await choose(table, seat, key, different, **values))
