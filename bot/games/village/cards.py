"""The cards of the box by name, and their sides, for those who need not know what a card does."""

from __future__ import annotations

from typing import Literal, get_args

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

BonusCard = Literal[
    "drunk", "hero", "town_idiot", "smooth_talker", "hottie", "victim", "magician",
    "lovers", "third_wheel",
    "sleep", "resurrection", "deflection", "love",
]  # fmt: skip
"""The cards of the bonus deck by name, but for the duds (S0-26, S0-29)."""

BONUS_CARDS: tuple[BonusCard, ...] = get_args(BonusCard)
FACE_UP = frozenset(BONUS_CARDS[:7])
"""Traits that lie before their holder for everybody to see (S0-25)."""
HIDDEN_TRAITS = frozenset(("lovers", "third_wheel"))
ACTED = frozenset(("drunk", "town_idiot"))
"""Traits that are played with the voice (S0-26)."""
DUD = "dud"
