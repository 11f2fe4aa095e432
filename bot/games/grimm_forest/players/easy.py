"""A builder who goes where it looks nice: counts roughly, and is easily tempted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bot.engine.questions import Choice
from bot.games.grimm_forest.players.thoughtful import GrimmForestPlayer

TEMPTED = 5.0
"""How far a whim moves what a choice is worth."""


class EasyGrimmForestPlayer(GrimmForestPlayer):
    """Knows what houses are for, and often takes less than the best."""

    def _best(self, choices: Iterable[Choice], worth: Callable[[Any], float]) -> Choice:
        return super()._best(choices, lambda choice: worth(choice) + self._noise())

    def _noise(self) -> float:
        return TEMPTED * self._rng.random()
