"""The Sheriff, William de Wendenal: every night learns of one player whether he is a Rumplestiltskin (S0-15)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role
from bot.games.village.table import VillageTable


def investigate(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.investigate", plans.others_or_nobody(me))


def learn_verdict(table: VillageTable, me: Seat, suspect: Seat, plans: Plans) -> None:
    """Thumb up for a Rumplestiltskin or clone, down for anybody else, Captain Hook too (S0-15)."""
    plans.learns(me, "night.verdict", suspect=suspect, guilty=table.side_of(suspect) == RUMPLESTILTSKIN)


SHERIFF = Role("sheriff", TOWN, at_night=investigate)
