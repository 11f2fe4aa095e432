"""A duelist who keeps no notebook: forgets what was shown, and that the other thinks about their name as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import cast

from bot.engine.questions import Choice
from bot.engine.rulebook import Look
from bot.games.name_duel.events import Event
from bot.games.name_duel.players.thoughtful import DuelPlayer, Situation
from bot.games.name_duel.views import DuelView

FORGETS = 0.4
"""How often a name slips the mind."""
FAINT = 0.02
"""How likely a name seems that is not thought of."""
WHIM = 0.3
"""How far a whim moves what a play is worth, as a chance to win."""


class EasyDuelPlayer(DuelPlayer):
    """Guesses a name that comes to mind, and flees when its own is called."""

    def _sees(self, look: Look) -> Situation:
        return EasySituation(cast(DuelView, look()), self._rng)

    def _best(self, choices: Iterable[Choice], worth: Callable[[Choice], float]) -> Choice:
        return super()._best(choices, lambda choice: worth(choice) + WHIM * self._rng.random())


class EasySituation(Situation):
    """The other's notebook is no worry, and the own one has holes."""

    def __init__(self, view: DuelView, rng: Random) -> None:
        super().__init__(view)
        self.theirs = {name: FAINT if rng.random() < FORGETS else share for name, share in self.theirs.items()}

    def danger(self, *events: Event) -> float:
        return 0.0
