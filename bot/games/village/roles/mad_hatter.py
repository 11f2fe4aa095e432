"""The Mad Hatter: once a game kills anybody, themselves too; the body is never found, the role never shown (S0-12)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import TOWN
from bot.games.village.hours import Dawn, Hour
from bot.games.village.role import Role
from bot.games.village.tonight import Cause, Tonight

VANISHED = Cause("hatter", Hour.ASSASSINATION, is_shown=False)


async def assassinate(tonight: Tonight, me: Seat, victim: Seat) -> None:
    tonight.kill(victim, VANISHED)
    tonight.at_dawn(Dawn.VANISHED, tell_vanishing, victim)


def tell_vanishing(tonight: Tonight, victim: Seat) -> None:
    """Nobody has vanished who was healed."""
    if tonight.table.players[victim].end == VANISHED.end:
        tonight.table.announce("dawn.vanished", seat=victim)


MAD_HATTER = Role(
    "mad_hatter",
    TOWN,
    hour=Hour.ASSASSINATION,
    asks=Asks("night.assassinate", Tonight.everybody_or_nobody),
    uses=assassinate,
    once=True,
)
