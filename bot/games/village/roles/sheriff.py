"""The Sheriff, William de Wendenal: every night learns of one player whether they are a Rumplestiltskin (S0-15)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.hours import Hour
from bot.games.village.role import Role
from bot.games.village.tonight import Tonight


async def investigate(tonight: Tonight, me: Seat, suspect: Seat) -> None:
    """Thumb up for a Rumplestiltskin or clone, down for anybody else, Captain Hook too (S0-15).

    They learn it even if they die tonight (R0-21).
    """
    tonight.learns(me, "night.verdict", suspect=suspect, guilty=tonight.table.side_of(suspect) == RUMPLESTILTSKIN)


SHERIFF = Role(
    "sheriff",
    TOWN,
    hour=Hour.INVESTIGATION,
    asks=Asks("night.investigate", Tonight.others_or_nobody),
    uses=investigate,
    finds_out=True,
)
