"""The player who does anything at all: for simulations, for tests, and for a seat that somebody has left."""

from __future__ import annotations

from math import floor
from random import Random

from bot.engine.questions import Choice, Question, Value
from bot.engine.rulebook import Look


class RandomPlayer:
    """Chooses a kind of action first, each equally likely, and then one action of that kind.

    "Nobody", "nothing" and "ready" stand last among the choices and are a kind of their own, so they are taken half
    the time instead of once in a table's length. It never says anything. This is the simulator's inner loop: it looks
    at nothing and draws with `floor(random() * n)`, five times as fast as `Random.choice`.
    """

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def answer(self, question: Question, look: Look) -> Value:
        kind = question.kind
        if kind in ("one", "reasoned"):
            choices, random = question.choices, self._random
            count = len(choices)
            if count > 2 and type(choices[-1]) is not type(choices[0]):
                place = floor(random() * (2 * count - 2))
                if place >= count:
                    place = count - 1
            else:
                place = floor(random() * count)
            return choices[place] if kind == "one" else [choices[place], None]
        if kind == "text":
            return None
        if kind == "number":
            return self._number(question.least, question.most)
        return self._several(question)

    def _number(self, least: int, most: int) -> int:
        return least + floor(self._random() * (most - least + 1))

    def _several(self, question: Question) -> list[Choice]:
        """So many of the choices as chance says, in the order chance gives them."""
        left = list(question.choices)
        most = len(left) if question.kind == "shuffle" else min(question.most, len(left))
        least = most if question.kind == "shuffle" else question.least
        return [left.pop(floor(self._random() * len(left))) for _ in range(self._number(least, most))]
