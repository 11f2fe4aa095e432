"""The Mad Hatter: once a game kills anybody, himself too; the body is never found and the role never shown (S0-12)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask
from bot.games.village.cards import TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role
from bot.games.village.table import VillageTable


async def assassinate(table: VillageTable, me: Seat, plans: Plans) -> None:
    plans.assassinated[me] = await ask(me, "night.assassinate", plans.everybody_or_nobody)


MAD_HATTER = Role("mad_hatter", TOWN, at_night=assassinate, once=True)
