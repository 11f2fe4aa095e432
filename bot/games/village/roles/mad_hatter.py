"""The Mad Hatter: once a game kills anybody, himself too; the body is never found and the role never shown (S0-12)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role


def assassinate(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.assassinate", plans.everybody_or_nobody)


MAD_HATTER = Role("mad_hatter", TOWN, at_night=assassinate, once=True)
