"""Prince Charming: every night shields one player, himself too, against the Rumplestiltskins (S0-14, R0-8)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role


def protect(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.protect", plans.everybody_or_nobody)


PRINCE_CHARMING = Role("prince_charming", TOWN, at_night=protect)
