"""The games, by name. Each package holds the rules of one game in the order of its rulebook, and declares it."""

from __future__ import annotations

from importlib import import_module

from bot.engine.rulebook import Game

NAMES = ("village", "mafia", "name_duel", "trumplestiltskin", "grimm_forest")
"""The packages of the games here, in the order in which people are offered them. A new game adds its name."""


def declared(name: str) -> Game:
    """The game that a package declares in its `game.py`."""
    game: Game = import_module(f"bot.games.{name}.game").GAME
    assert game.name == name
    return game


GAMES = {name: declared(name) for name in NAMES}
