"""The Doctor: red, heals one player each night, oneself too, never the same twice in a row (S3-9)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.mafia.cards import RED
from bot.games.mafia.role import Dawn, Role
from bot.games.mafia.tonight import Tonight


def heal(tonight: Tonight, me: Seat, patient: Seat) -> None:
    tonight.heal(patient)


DOCTOR = Role(
    "doctor",
    RED,
    asks=Asks("night.doctor", Tonight.everybody_or_nobody),
    never_twice=True,
    dawn=Dawn.HEALING,
    uses=heal,
)
