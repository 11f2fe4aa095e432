"""The cards of Mafia that are called at night, for whoever leads it aloud (R3-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.night_steps import NightStep

NIGHT_STEPS: Final[Mapping[str, NightStep]] = {
    "mafia": NightStep(frozenset(("night.victim",)), team="mafia"),
    "don": NightStep(frozenset(("night.search",))),
    "sheriff": NightStep(frozenset(("night.investigate",))),
    "maniac": NightStep(frozenset(("night.maniac",))),
    "lover": NightStep(frozenset(("night.lover",))),
    "doctor": NightStep(frozenset(("night.doctor",))),
}
"""By the card of the sentence that is read aloud."""
