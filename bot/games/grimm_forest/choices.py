"""The choices that many cards ask for. Where there is nothing to choose nobody is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.questions import Choice, Seat, ask
from bot.games.grimm_forest.fable import FABLES, MOMENTS
from bot.games.grimm_forest.goods import STRAW, TYPES, Goods, bundles, goods_of, total
from bot.games.grimm_forest.table import GrimmTable

LAST, FIRST = -1, 0
"""Which of the choices is taken when nobody answers in time."""
CHOICES_MOST = 25
"""A question never has more choices than a menu has lines; what has more is asked in two steps."""


async def choose(
    table: GrimmTable, seat: Seat, key: str, choices: Sequence[Choice], *, in_time: int = LAST, **values: Any
) -> Choice:
    """One of these; the only one without asking. In time nobody answers, the last (which declines) is taken."""
    if len(choices) == 1:
        return choices[0]
    table.to_act = seat
    within = table.options.choice_seconds
    return await ask(seat, key, tuple(choices), within=within, default=choices[in_time], values=values or None)


async def choose_type(
    table: GrimmTable, seat: Seat, key: str, types: Sequence[str] = TYPES, *, in_time: int = LAST, **values: Any
) -> str:
    """One of these types of goods; the sturdiest if nobody answers."""
    return str(await choose(table, seat, key, tuple(types), in_time=in_time, **values))


async def choose_goods(
    table: GrimmTable,
    seat: Seat,
    key: str,
    count: int,
    available: Mapping[str, int] | None = None,
    *,
    in_time: int = LAST,
    **values: Any,
) -> Goods:
    """So many goods in any mixture, of what is available; fewer when there are fewer. Without an answer the sturdiest,
    or with `in_time=FIRST` (for who has to pay) the cheapest.

    A mixture of many goods is chosen in two steps: first how much Straw (`<key>.straw`), then the rest.
    """
    if available is not None:
        count = min(count, total(available))
    if not count:
        return {}
    words = bundles(count, available)
    if len(words) > CHOICES_MOST:
        amounts = sorted({goods_of(word)[STRAW] for word in words}, reverse=True)
        straw = await choose(table, seat, f"{key}.straw", amounts, in_time=in_time, count=count, **values)
        words = [word for word in words if goods_of(word)[STRAW] == straw]
    return goods_of(await choose(table, seat, key, words, in_time=in_time, **values))


async def choose_seat(table: GrimmTable, me: Seat, key: str, seats: Sequence[Seat], **values: Any) -> Seat | None:
    """One of these players; nobody when there is none."""
    return await choose(table, me, key, tuple(seats), **values) if seats else None


async def choose_fable(table: GrimmTable, seat: Seat, key: str, names: Sequence[str], **values: Any) -> str:
    """One of these Fables, each name once. Of very many first the moment at which it acts (`<key>.moment`)."""
    different = sorted(set(names))
    if len(different) > CHOICES_MOST:
        moment = await choose(table, seat, f"{key}.moment", moments_of(different), **values)
        different = [name for name in different if FABLES[name].when == moment]
    return str(await choose(table, seat, key, different, **values))


def moments_of(names: Sequence[str]) -> list[str]:
    """When these Fables act, in the order of a round."""
    return [moment for moment in MOMENTS if any(FABLES[name].when == moment for name in names)]
