"""The cards of Rumplestiltskin! that are called at night, for whoever leads it aloud (R0-5).

Each hour of the night is a step of its own, so that one press ends one hour. Cards are called while their panels are
open: Esmeralda chooses beside the others, though her power is the last to work.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.night_steps import NightStep

TEAM: Final = "rumplestiltskin"
TEAM_POWERS: Final = frozenset(("night.murder", "night.toad", "night.jinx", "night.watch"))


def _silence_is_no_veto(view: Any, options: Mapping[str, Any]) -> bool:
    """The hour of powers is there where not all must point (R0-6)."""
    return not options.get("all_must_point", True)


def _is_in_the_deck(view: Any, options: Mapping[str, Any]) -> bool:
    return bool(view.deck.get("resurrection"))


NIGHT_STEPS: Final[Mapping[str, NightStep]] = {
    "rumplestiltskin": NightStep(TEAM_POWERS | {"night.victim"}, team=TEAM),
    "little_mary": NightStep(frozenset(("night.peek",))),
    "mad_hatter": NightStep(frozenset(("night.assassinate",))),
    "prince_charming": NightStep(frozenset(("night.protect",))),
    "sheriff": NightStep(frozenset(("night.investigate",))),
    "esmeralda": NightStep(frozenset(("night.mute",))),
    "powers": NightStep(TEAM_POWERS, hour="clock.powers", team=TEAM, called=_silence_is_no_veto),
    "fairy_godmother": NightStep(frozenset(("night.heal",)), hour="clock.healing"),
    "resurrection": NightStep(frozenset(("night.resurrect",)), hour="clock.resurrection", called=_is_in_the_deck),
    "huntsman": NightStep(frozenset(("huntsman.shot",)), hour="clock.huntsman"),
}
"""By the card of the sentence that is read aloud."""
NIGHT_HOURS: Final = ("clock.night", "clock.powers", "clock.healing", "clock.resurrection", "clock.huntsman")
"""The clocks of a night, in their order."""
