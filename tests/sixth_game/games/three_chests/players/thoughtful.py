"""A player that thinks people hide in glass last."""

from __future__ import annotations

from random import Random

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look


class ChestPlayer:
    """Hides anywhere, and guesses anywhere but in the glass chest."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def answer(self, question: Question, look: Look) -> Value:
        choices = question.choices if question.key == "chest.hide" else question.choices[:-1]
        return self._rng.choice(choices)
