"""The cards of the box by name, in the orders that deals depend on; what a role does stands in its file in `roles/`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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

BonusName = Literal[
    "drunk", "hero", "town_idiot", "smooth_talker", "hottie", "victim", "magician",
    "lovers", "third_wheel",
    "sleep", "resurrection", "deflection", "love",
]  # fmt: skip
"""The cards of the bonus deck by name, but for the duds, in the order of the box (S0-26, S0-29)."""

BONUS_CARDS: tuple[BonusName, ...] = get_args(BonusName)
DUD = "dud"


def one_of_them(seats: int) -> int:
    """So many copies of most bonus cards are in the deck, however many play."""
    return 1


@dataclass(frozen=True)
class PrintedCard:
    """What can be read off a bonus card, whatever it does.

    copies    how many of it the whole deck has, by the number of players (R0-3)
    is_trait  it lies before its holder for everybody to see (S0-25)
    votes     the votes of who holds it (R0-12)
    """

    name: str
    copies: Callable[[int], int] = one_of_them
    is_trait: bool = False
    votes: int = 1


PRINTED: dict[str, PrintedCard] = {}
"""Every bonus card by name. The package `bonus` fills it from its files."""
