"""How a card asks for one of a few things. Where there is nothing to choose nobody is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import Choice, Seat, ask
from bot.games.grimm_forest.goods import TYPES
from bot.games.grimm_forest.table import GrimmForestTable

LAST, FIRST = -1, 0
"""Which of the choices is taken when nobody answers in time."""


async def choose(
    table: GrimmForestTable, seat: Seat, key: str, choices: Sequence[Choice], *, in_time: int = LAST, **values: Any
) -> Choice:
    """One of these; the only one without asking. In time nobody answers, the last (which declines) is taken."""
    if len(choices) == 1:
        return choices[0]
    table.to_act = seat
    within = table.options.choice_seconds
    return await ask(seat, key, tuple(choices), within=within, default=choices[in_time], values=values or None)


async def choose_type(
    table: GrimmForestTable, seat: Seat, key: str, types: Sequence[str] = TYPES, *, in_time: int = LAST, **values: Any
) -> str:
    """One of these types of goods; the sturdiest if nobody answers."""
    return str(await choose(table, seat, key, tuple(types), in_time=in_time, **values))


async def choose_seat(table: GrimmForestTable, me: Seat, key: str, seats: Sequence[Seat], **values: Any) -> Seat | None:
    """One of these players; nobody when there is none."""
    return await choose(table, me, key, tuple(seats), **values) if seats else None
