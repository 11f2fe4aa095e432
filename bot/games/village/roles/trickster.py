"""Trickster: the Rumplestiltskin who once a game, after the pick, makes one player's next power fail (S0-10, R0-11)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.hours import Hour
from bot.games.village.role import Role
from bot.games.village.tonight import Tonight


async def jinx(tonight: Tonight, me: Seat, target: Seat) -> None:
    """The mark lapses at nightfall (`night.fall`); what it cancels is decided where powers are tried (`death`)."""
    tonight.table.players[target].jinxed = True


TRICKSTER = Role(
    "trickster",
    RUMPLESTILTSKIN,
    hour=Hour.JINX,
    asks=Asks("night.jinx", Tonight.others_or_nobody),
    uses=jinx,
    once=True,
)
