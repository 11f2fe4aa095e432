"""Esmeralda: once a game takes one player's voice for the coming day (S0-17)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import TOWN
from bot.games.village.hours import Dawn, Hour
from bot.games.village.role import Role
from bot.games.village.tonight import Tonight


async def mute(tonight: Tonight, me: Seat, target: Seat) -> None:
    tonight.at_dawn(Dawn.SILENCED, silence, target)


def silence(tonight: Tonight, target: Seat) -> None:
    """The dead have no voice to lose."""
    player = tonight.table.players[target]
    if player.alive:
        player.muted = True
        tonight.table.announce("dawn.muted", seat=target)


ESMERALDA = Role(
    "esmeralda",
    TOWN,
    hour=Hour.SILENCE,
    asks=Asks("night.mute", Tonight.everybody_or_nobody),
    uses=mute,
    once=True,
)
