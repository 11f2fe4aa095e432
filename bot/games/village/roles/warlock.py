"""Warlock: the Rumplestiltskin who once a game, after the pick, turns one player into a toad for a day (S0-11)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role


def power(me: Seat, plans: Plans) -> Question:
    return Question(me, "night.toad", plans.others_or_nobody(me))


def use(plans: Plans, me: Seat, target: Seat) -> None:
    plans.toads[me] = target


WARLOCK = Role("warlock", RUMPLESTILTSKIN, once=True)
