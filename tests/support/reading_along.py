"""A game of computer players whose table is read as it goes on, and not at the end only."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bot.engine.match import Match
from bot.engine.rulebook import Player
from bot.players import player_for
from bot.simulate import play


def play_while_reading(match: Match, level: str, rng: Random, reads_on: Callable[[], None]) -> None:
    """Plays to the end with players of this level. `reads_on` is called before every answer, and once it is over."""

    class Reads:
        def __init__(self, player: Player) -> None:
            self._player = player

        def answer(self, *asked: Any) -> Any:
            reads_on()
            return self._player.answer(*asked)

    play(match, {seat: Reads(player_for(match.game.name, level, rng)) for seat in range(1, match.seats + 1)}, rng)
    reads_on()
