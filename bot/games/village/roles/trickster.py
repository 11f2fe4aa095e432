"""Trickster: the Rumplestiltskin who once a game, after the pick, makes one player's next power fail (S0-10, R0-11)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role


def power(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.jinx", plans.others_or_nobody(me))


def use(plans: Plans, me: Seat, target: Seat) -> None:
    plans.jinxed = target


TRICKSTER = Role("trickster", RUMPLESTILTSKIN, once=True)
