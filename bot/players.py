"""Computer players for any game. They see what their seat sees, so they cannot cheat and cannot leak."""

from __future__ import annotations

from random import Random
from typing import Literal, get_args

from bot.engine.rulebook import Player
from bot.games import GAMES
from bot.games.random_player import RandomPlayer

Level = Literal["easy", "thoughtful", "strong"]
"""How well a computer player plays; `thoughtful`, the normal one, has the name of the time when there was no other."""
LEVELS: tuple[Level, ...] = get_args(Level)
NORMAL: Level = "thoughtful"
PlayerKind = Literal["random", "easy", "thoughtful", "strong"]
PLAYER_KINDS: tuple[PlayerKind, ...] = get_args(PlayerKind)


def player_for(game_name: str, kind: PlayerKind, rng: Random) -> Player:
    """A player for one seat of one match. A game without such a player has its thoughtful one instead, and without that
    a random one."""
    game = GAMES.get(game_name)
    if game is None or kind == "random" or game.thoughtful is None:
        return RandomPlayer(rng)
    made = {"easy": game.easy, "strong": game.strong}.get(kind) or game.thoughtful
    return made(rng)
