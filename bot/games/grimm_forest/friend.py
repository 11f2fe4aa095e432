"""What a Friend is to the rules: a name, a title, and what it does at which moments."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.engine.questions import Seat
    from bot.games.grimm_forest.table import GrimmTable

Effect = Callable[["GrimmTable", "Seat"], Coroutine[Any, Any, None]]

START_OF_ROUND = "start_of_round"
AFTER_REVEAL = "after_reveal"
BEFORE_MOVING = "before_moving"
END_OF_GATHER = "end_of_gather"
START_OF_BUILD = "start_of_build"
SPECIAL = "special"
BY_DISCARD = "by_discard"
END_OF_BUILD = "end_of_build"
WHEN_GAINED = "when_gained"
WHEN_LOST = "when_lost"
ALWAYS = "always"
"""Part of the rules as long as the Friend is there: the rules ask for it by name."""


@dataclass(frozen=True)
class Friend:
    """One of the 25 Friends."""

    name: str
    title: str
    advanced: bool = False
    effects: dict[str, Effect] = field(default_factory=dict)


FRIENDS: dict[str, Friend] = {}
"""Every Friend by name; the package fills it from its files."""


def friend(title: str, *moments: str, advanced: bool = False) -> Callable[[Effect], Effect]:
    """Declares what the Friend of this title does at these moments."""
    name = name_of(title)

    def declare(effect: Effect) -> Effect:
        known = FRIENDS.setdefault(name, Friend(name, title, advanced))
        for moment in moments:
            known.effects[moment] = effect
        return effect

    return declare


def name_of(title: str) -> str:
    """How the code calls a card: `Hansel & Gretel` is `hansel_and_gretel`."""
    plain = title.lower().replace("&", "and").replace("'", "")
    return plain.removeprefix("the ").replace(" ", "_")


def effect_of(name: str | None, moment: str) -> Effect | None:
    """What this Friend does at this moment, None for nothing."""
    return FRIENDS[name].effects.get(moment) if name is not None else None
