"""What a Fable is to the rules: a name, a title, its moment, its kind, and how many copies are in the deck."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bot.games.grimm_forest.friend import name_of

if TYPE_CHECKING:
    from bot.engine.questions import Seat
    from bot.games.grimm_forest.table import GrimmTable

Effect = Callable[["GrimmTable", "Seat"], Coroutine[Any, Any, None]]
Kind = Literal["plain", "monster", "next_turn", "unique"]

WHEN_REVEALED = "when_revealed"
BEFORE_COLLECTING = "before_collecting"
END_OF_GATHER = "end_of_gather"
MOMENTS = (WHEN_REVEALED, BEFORE_COLLECTING, END_OF_GATHER)

PLAIN: Kind = "plain"
MONSTER: Kind = "monster"
NEXT_TURN: Kind = "next_turn"
UNIQUE: Kind = "unique"


@dataclass(frozen=True)
class Fable:
    """One of the 32 different Fables. `effect` happens at `when`, for the player who played it."""

    name: str
    title: str
    when: str
    kind: Kind
    copies: int
    advanced: bool
    effect: Effect


FABLES: dict[str, Fable] = {}
"""Every Fable by name; the package fills it from its files."""


def fable(
    title: str, when: str, kind: Kind = PLAIN, *, copies: int = 2, advanced: bool = False
) -> Callable[[Effect], Effect]:
    """Declares a Fable. Advanced ones are in the deck once (R2-2)."""

    def declare(effect: Effect) -> Effect:
        name = name_of(title)
        FABLES[name] = Fable(name, title, when, kind, 1 if advanced else copies, advanced, effect)
        return effect

    return declare


def is_monster(name: str) -> bool:
    return FABLES[name].kind == MONSTER
