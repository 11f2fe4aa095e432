"""Computer players. They see what their seat sees, so they cannot cheat and cannot leak."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal, get_args

from bot.players.duel_player import DuelPlayer
from bot.players.grimm_player import GrimmPlayer
from bot.players.mafia_player import MafiaPlayer
from bot.players.player import Player
from bot.players.random_player import RandomPlayer
from bot.players.trump_player import TrumpPlayer
from bot.players.village_player import VillagePlayer

PlayerKind = Literal["random", "thoughtful"]
PLAYER_KINDS: tuple[PlayerKind, ...] = get_args(PlayerKind)

THOUGHTFUL: dict[str, Callable[[Random], Player]] = {
    "village": VillagePlayer,
    "name_duel": DuelPlayer,
    "trumplestiltskin": TrumpPlayer,
    "mafia": MafiaPlayer,
    "grimm_forest": GrimmPlayer,
}
"""The thoughtful player of each game that has one."""


def player_for(game_name: str, kind: PlayerKind, rng: Random) -> Player:
    """A player for one seat of one match. A game without a thoughtful player of its own gets a random one."""
    if kind == "thoughtful" and game_name in THOUGHTFUL:
        return THOUGHTFUL[game_name](rng)
    return RandomPlayer(rng)
