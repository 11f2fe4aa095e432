"""Opponents with one idea each, for games without hidden roles: some questions are answered by it, the rest by another
player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look, Player
from bot.games.random_player import RandomPlayer

Idea = Callable[[Question, Any, Random], Value]
"""The answer to a question, by the view of the seat."""
Make = Callable[[Random], Player]


class Simple:
    """Has an idea for each of these keys."""

    def __init__(self, rng: Random, ideas: Mapping[str, Idea], rest: Player) -> None:
        self._rng = rng
        self._ideas = ideas
        self._rest = rest

    def answer(self, question: Question, look: Look) -> Value:
        idea = self._ideas.get(question.key)
        return self._rest.answer(question, look) if idea is None else idea(question, look(), self._rng)


def with_ideas(ideas: Mapping[str, Idea], rest: Make = RandomPlayer) -> Make:
    """Makes players who have these ideas, and do everything else like another."""
    return lambda rng: Simple(rng, ideas, rest(rng))


def first(question: Question, view: Any, rng: Random) -> Value:
    return question.choices[0]


def last(question: Question, view: Any, rng: Random) -> Value:
    return question.choices[-1]
