"""Murderer: the Rumplestiltskin who once a game, after the team's pick, kills one more player (S0-9)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.plans import Plans
from bot.games.village.roles.card import Role


def power(me: Seat, plans: Plans) -> Question:
    """A different player than the team's victim (R0-5)."""
    targets = (choice for choice in plans.others_or_nobody(me) if choice is None or choice != plans.victim)
    return Question(me, "night.murder", tuple(targets))


def use(plans: Plans, me: Seat, target: Seat) -> None:
    plans.murdered = target


MURDERER = Role("murderer", RUMPLESTILTSKIN, once=True)
