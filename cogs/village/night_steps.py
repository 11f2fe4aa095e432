"""The cards of Rumplestiltskin! that are called at night, for whoever leads it aloud (R0-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.night_steps import NightStep

TEAM_KEYS: Final = ("night.victim", "night.murder", "night.toad", "night.jinx", "night.watch")
NIGHT_STEPS: Final[Mapping[str, NightStep]] = {
    "rumplestiltskin": NightStep(frozenset(TEAM_KEYS), team=True),
    "little_mary": NightStep(frozenset(("night.peek",))),
    "mad_hatter": NightStep(frozenset(("night.assassinate",))),
    "prince_charming": NightStep(frozenset(("night.protect",))),
    "sheriff": NightStep(frozenset(("night.investigate",))),
    "fairy_godmother": NightStep(frozenset(("night.heal",)), hour="clock.healing"),
    "esmeralda": NightStep(frozenset(("night.mute",))),
}
"""By the card of the sentence that is read aloud."""
NIGHT_HOURS: Final = ("clock.night", "clock.powers", "clock.healing", "clock.resurrection", "clock.huntsman")
"""The clocks of a night, in their order."""
