"""What a computer player is: somebody who gets a seat's view and its questions, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.engine.questions import Question, Value
from bot.engine.rulebook import View

Look = Callable[[], View]
"""Opens the seat's eyes: its view as it is now. Called only by players that want to see, since a view costs time."""


class Player(Protocol):
    """A computer player at one seat of one match. Its chance is a `random.Random` given to its constructor."""

    def answer(self, question: Question, look: Look) -> Value:
        """A legal answer to a question of this seat."""
        ...
