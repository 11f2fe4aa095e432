"""Little Mary: may peek while the Rumplestiltskins are awake, and may be caught at it (S0-13, R0-7)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask, draw
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role
from bot.games.village.table import VillageTable

PEEK = "peek"


async def peek(table: VillageTable, me: Seat, plans: Plans) -> None:
    if await ask(me, "night.peek", (PEEK, None)) == PEEK:
        plans.peeking.append(me)


async def glimpse(table: VillageTable, me: Seat, plans: Plans) -> None:
    """Unnoticed, she learns one living Rumplestiltskin, chosen by chance (R0-7)."""
    seen = await draw("mary.glimpse", table.living_of(RUMPLESTILTSKIN))
    plans.learns(me, "night.glimpse", suspect=seen)


LITTLE_MARY = Role("little_mary", TOWN, at_night=peek)
