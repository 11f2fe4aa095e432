"""How a night is led aloud: what each card is asked, and in which hour. Each game brings its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Called = Callable[[Any, Mapping[str, Any]], bool]
"""Whether a step belongs to the nights of a table, from a bystander's view and the options."""


def is_in_the_pack(card: str) -> Called:
    """A card is called in every game that is played with it, whoever holds it, alive or dead."""
    return lambda view, options: bool(getattr(view, "cast", {}).get(card))


@dataclass(frozen=True)
class NightStep:
    """A card that is called at night.

    keys    the questions that its holders are asked; hour: the clock while they are
    team    the side that wakes as a whole; empty where the holders of one card wake
    called  whether the step is there; None: where the card is in the pack
    """

    keys: frozenset[str]
    hour: str = "clock.night"
    team: str = ""
    called: Called | None = None


NO_STEP = NightStep(frozenset())
"""Read to everybody: night falls, or the sun rises."""
