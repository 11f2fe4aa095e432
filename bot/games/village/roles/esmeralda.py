"""Esmeralda: once a game takes one player's voice for the coming day (S0-17)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask
from bot.games.village.cards import TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role
from bot.games.village.table import VillageTable


async def mute(table: VillageTable, me: Seat, plans: Plans) -> None:
    plans.muted[me] = await ask(me, "night.mute", plans.everybody_or_nobody)


ESMERALDA = Role("esmeralda", TOWN, at_night=mute, once=True)
