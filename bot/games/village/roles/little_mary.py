"""Little Mary: may peek while the Rumplestiltskins are awake, and may be caught at it (S0-13, R0-7)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, draw
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role
from bot.games.village.table import VillageTable

PEEK = "peek"


def peek(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.peek", (PEEK, None))


async def glimpse(table: VillageTable, me: Seat, plans: Plans) -> None:
    """Unnoticed, she learns one living Rumplestiltskin, chosen by chance (R0-7)."""
    seen = await draw("mary.glimpse", table.living_of(RUMPLESTILTSKIN))
    plans.learns(me, "night.glimpse", suspect=seen)


LITTLE_MARY = Role("little_mary", TOWN, at_night=peek)
