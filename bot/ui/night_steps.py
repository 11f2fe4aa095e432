"""How a night is led aloud: what each card is asked, and in which hour. Each game brings its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NightStep:
    """A card that is called at night.

    keys  the questions that its holders are asked; hour: the clock while they are
    team  whether a whole side wakes, and not the holders of one card
    """

    keys: frozenset[str]
    hour: str = "clock.night"
    team: bool = False


NO_STEP = NightStep(frozenset())
"""Read to everybody: night falls, or the sun rises."""
