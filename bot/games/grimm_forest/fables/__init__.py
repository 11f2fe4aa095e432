"""All 32 Fables, by their moment. A Fable is one short function; see `fable.py` for how it is declared."""

from __future__ import annotations

from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.fables import (
    before_collecting,
    end_of_gather,
    monsters,
    next_turn,
    uncertain,
    unique_locations,
    when_revealed,
)

_FILES = (before_collecting, end_of_gather, monsters, next_turn, unique_locations, when_revealed)
uncertain.exchange()

__all__ = ("FABLES",)
