"""Simple opponents for each game, all different: what a strong player has to beat besides its like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from bot.engine.rulebook import Player
from opponents.builders import BUILDERS
from opponents.card_players import CARD_PLAYERS
from opponents.duelists import DUELISTS
from opponents.guests import GUESTS
from opponents.villagers import VILLAGERS

OPPONENTS: Mapping[str, Mapping[str, Callable[[Random], Player]]] = {
    "village": VILLAGERS,
    "mafia": GUESTS,
    "name_duel": DUELISTS,
    "grimm_forest": BUILDERS,
    "trumplestiltskin": CARD_PLAYERS,
}
"""The opponents of each game by what is special about them."""
