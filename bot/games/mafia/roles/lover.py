"""The Lover: red, visits one player each night, oneself too, never the same twice in a row (S3-8).

The guest has an alibi for the coming day, and dies with the Lover if she is killed that night.
"""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.mafia.cards import RED
from bot.games.mafia.role import Dawn, Role
from bot.games.mafia.tonight import Tonight


def visit(tonight: Tonight, me: Seat, guest: Seat) -> None:
    """The kills and the healing of the night are known: with the Lover dies her guest, unless healed (R3-9)."""
    tonight.table.immune = guest
    if me in tonight.dying:
        tonight.attack(guest)


LOVER = Role(
    "lover",
    RED,
    asks=Asks("night.lover", Tonight.everybody_or_nobody),
    never_twice=True,
    dawn=Dawn.VISIT,
    uses=visit,
)
