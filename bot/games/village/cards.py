"""The cards of the box by name, in the orders that deals depend on; what a role does stands in its file in `roles/`."""

from __future__ import annotations

from typing import Literal, get_args

Side = Literal["town", "rumplestiltskin", "hook"]
TOWN: Side = "town"
RUMPLESTILTSKIN: Side = "rumplestiltskin"
HOOK: Side = "hook"

RUMPLESTILTSKIN_NAMES = ("murderer", "trickster", "warlock")
"""The three cards of the Rumplestiltskins (S0-3), in the order in which chance is asked to shuffle them."""

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

SIDES: dict[str, Side] = {}
"""The side each card is on. The package `roles` fills it from its files."""

BonusCard = Literal[
    "drunk", "hero", "town_idiot", "smooth_talker", "hottie", "victim", "magician",
    "lovers", "third_wheel",
    "sleep", "resurrection", "deflection", "love",
]  # fmt: skip
"""The cards of the bonus deck by name, but for the duds (S0-26, S0-29)."""

BONUS_CARDS: tuple[BonusCard, ...] = get_args(BonusCard)
FACE_UP = frozenset(BONUS_CARDS[:7])
"""Traits that lie before their holder for everybody to see (S0-25)."""
ACTED = frozenset(("drunk", "town_idiot"))
"""Traits that are played with the voice (S0-26)."""
DUD = "dud"
