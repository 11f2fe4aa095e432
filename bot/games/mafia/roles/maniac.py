"""The Maniac: a black card that plays for itself, and kills one player each night, whatever their colour (S3-7)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.mafia.cards import MANIAC
from bot.games.mafia.role import Dawn, Role
from bot.games.mafia.tonight import Tonight


def kill(tonight: Tonight, me: Seat, victim: Seat) -> None:
    tonight.attack(victim)


THE_MANIAC = Role(
    "maniac", MANIAC, asks=Asks("night.maniac", Tonight.others_or_nobody), dawn=Dawn.SECOND_KILL, uses=kill
)
