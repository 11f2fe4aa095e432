"""The cards of the box by name, and their sides, for those who need not know what a card does."""

from __future__ import annotations

from typing import Literal

Side = Literal["town", "rumplestiltskin", "hook"]
TOWN: Side = "town"
RUMPLESTILTSKIN: Side = "rumplestiltskin"
HOOK: Side = "hook"

RUMPLESTILTSKIN_NAMES = ("murderer", "trickster", "warlock")
"""The three cards of the Rumplestiltskins (S0-3)."""

SPECIAL_NAMES = (
    "sheriff",
    "prince_charming",
    "fairy_godmother",
    "little_mary",
    "huntsman",
    "mad_hatter",
    "esmeralda",
    "captain_hook",
)
"""The roles that stand once in a cast, in the order in which R0-2 adds them."""

SIDES: dict[str, Side] = {
    **dict.fromkeys(RUMPLESTILTSKIN_NAMES, RUMPLESTILTSKIN),
    **dict.fromkeys(SPECIAL_NAMES, TOWN),
    "captain_hook": HOOK,
    "villager": TOWN,
}
"""The side a card is on. Captain Hook is on nobody's but his own: he wins with the Rumplestiltskins (S0-19)."""
