"""Esmeralda: once a game takes one player's voice for the coming day (S0-17)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import TOWN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role


def mute(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.mute", plans.everybody_or_nobody)


ESMERALDA = Role("esmeralda", TOWN, at_night=mute, once=True)
