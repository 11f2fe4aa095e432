"""The choices that many cards ask for. Where there is nothing to choose nobody is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.questions import Choice, Seat, ask
from bot.games.grimm_forest.goods import TYPES, Goods, bundles, goods_of, total
from bot.games.grimm_forest.table import GrimmTable


async def choose(table: GrimmTable, seat: Seat, key: str, choices: Sequence[Choice], **values: Any) -> Choice:
    """One of these; the only one without asking. In time nobody answers, the last (which declines) is taken."""
    if len(choices) == 1:
        return choices[0]
    table.to_act = seat
    within = table.options.choice_seconds
    return await ask(seat, key, tuple(choices), within=within, default=choices[-1], values=values or None)


async def choose_type(table: GrimmTable, seat: Seat, key: str, types: Sequence[str] = TYPES, **values: Any) -> str:
    """One of these types of goods."""
    return str(await choose(table, seat, key, tuple(types), **values))


async def choose_goods(
    table: GrimmTable, seat: Seat, key: str, count: int, available: Mapping[str, int] | None = None, **values: Any
) -> Goods:
    """So many goods in any mixture, of what is available; fewer when there are fewer."""
    if available is not None:
        count = min(count, total(available))
    if not count:
        return {}
    return goods_of(await choose(table, seat, key, bundles(count, available), **values))


async def choose_seat(table: GrimmTable, me: Seat, key: str, seats: Sequence[Seat], **values: Any) -> Seat | None:
    """One of these players; nobody when there is none."""
    return await choose(table, me, key, tuple(seats), **values) if seats else None
