"""A card player who takes the first deal that comes to mind for the true one."""

from __future__ import annotations

from random import Random

from bot.games.trumplestiltskin.players.thoughtful import TrumplestiltskinPlayer


class EasyTrumplestiltskinPlayer(TrumplestiltskinPlayer):
    """Knows what Trump is good for, and does not count the cards."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, samples=1, if_close=1)
