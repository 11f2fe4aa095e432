"""Prince Charming: every night shields one player, the Prince too, against the Rumplestiltskins (S0-14, R0-8)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import TOWN
from bot.games.village.hours import Dawn, Hour
from bot.games.village.role import Role
from bot.games.village.roles.mad_hatter import VANISHED
from bot.games.village.tonight import TEAM_KILL, Tonight


async def protect(tonight: Tonight, me: Seat, guarded: Seat) -> None:
    """The shield keeps off the Rumplestiltskins, nobody else. When that mattered, the dawn says so, without a name."""
    if tonight.keep_off(guarded, TEAM_KILL):
        tonight.at_dawn(Dawn.PROTECTED, tell_protection, guarded)


def tell_protection(tonight: Tonight, guarded: Seat) -> None:
    """Where it saved a life; and where the Hatter took that life all the same (R0-8)."""
    table = tonight.table
    player = table.players[guarded]
    if player.alive or player.end == VANISHED.end or not table.options.protection_saved:
        table.announce("dawn.protected")


PRINCE_CHARMING = Role(
    "prince_charming",
    TOWN,
    hour=Hour.PROTECTION,
    asks=Asks("night.protect", Tonight.everybody_or_nobody),
    uses=protect,
)
