"""A duelist who keeps no notebook: forgets what was shown, and sometimes that there is a way to flee."""

from __future__ import annotations

from random import Random
from typing import cast

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look
from bot.games.name_duel.events import Event
from bot.games.name_duel.players.thoughtful import NameDuelPlayer, Situation
from bot.games.name_duel.views import NameDuelView

FORGETS = 0.8
"""How often a name slips the mind."""
FAINT = 0.02
"""How likely a name seems that is not thought of."""
TAKEN_BY_SURPRISE = 0.7
"""How often no way to flee comes to mind."""


class EasyNameDuelPlayer(NameDuelPlayer):
    """Guesses a name that comes to mind, and is mostly too slow to flee."""

    def answer(self, question: Question, look: Look) -> Value:
        if question.key == "duel.react" and None in question.choices and self._rng.random() < TAKEN_BY_SURPRISE:
            return None
        return super().answer(question, look)

    def _sees(self, look: Look) -> Situation:
        return EasySituation(cast(NameDuelView, look()), self._rng)


class EasySituation(Situation):
    """The other's notebook is no worry, and the own one has holes."""

    def __init__(self, view: NameDuelView, rng: Random) -> None:
        super().__init__(view)
        self.theirs = {name: FAINT if rng.random() < FORGETS else share for name, share in self.theirs.items()}

    def danger(self, *events: Event) -> float:
        return 0.0
