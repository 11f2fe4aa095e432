"""The Sheriff: red, asks each night whether a player is a black card (S3-5, R3-11)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.mafia.cards import RED, is_black
from bot.games.mafia.role import Dawn, Role
from bot.games.mafia.tonight import Tonight


def investigate(tonight: Tonight, me: Seat, suspect: Seat) -> None:
    """Black for Mafia, Don and Maniac; the Sheriff learns it even if killed this night (R3-9)."""
    table = tonight.table
    table.learn(me, "night.verdict", suspect=suspect, black=is_black(table.players[suspect].role))


SHERIFF = Role(
    "sheriff",
    RED,
    asks=Asks("night.investigate", Tonight.others_or_nobody),
    dawn=Dawn.INVESTIGATION,
    uses=investigate,
    finds_out=True,
)
