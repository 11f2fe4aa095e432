"""Computer players for any game. They see what their seat sees, so they cannot cheat and cannot leak."""

from __future__ import annotations

from random import Random
from typing import Literal, get_args

from bot.engine.rulebook import Player
from bot.games import GAMES
from bot.games.random_player import RandomPlayer

PlayerKind = Literal["random", "thoughtful"]
PLAYER_KINDS: tuple[PlayerKind, ...] = get_args(PlayerKind)


def player_for(game_name: str, kind: PlayerKind, rng: Random) -> Player:
    """A player for one seat of one match. A game without a thoughtful player of its own gets a random one."""
    thoughtful = GAMES[game_name].thoughtful if game_name in GAMES else None
    if kind == "thoughtful" and thoughtful is not None:
        return thoughtful(rng)
    return RandomPlayer(rng)
