"""Simple builders (The Grimm Forest)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bot.engine.questions import Question, Value
from bot.games.grimm_forest.players.thoughtful import GrimmForestPlayer
from bot.games.grimm_forest.views import GrimmForestView
from bot.games.random_player import RandomPlayer
from opponents.simple import Idea, Make, first, last, with_ideas


def most_goods(question: Question, view: GrimmForestView, rng: Random) -> Value:
    """Where most lies."""
    return max(question.choices, key=lambda place: sum(view.locations[str(place)].values()))


def least_goods(question: Question, view: GrimmForestView, rng: Random) -> Value:
    """Where nobody else will go."""
    return min(question.choices, key=lambda place: sum(view.locations[str(place)].values()))


def in_turn(question: Question, view: GrimmForestView, rng: Random) -> Value:
    """One place after the other."""
    return question.choices[view.round % len(question.choices)]


def building(ideas: Mapping[str, Idea]) -> Make:
    """Builds as a normal player does."""
    return with_ideas(ideas, GrimmForestPlayer)


BUILDERS: dict[str, Make] = {
    "random": RandomPlayer,
    "where most lies": building({"gather.place": most_goods}),
    "where least lies": building({"gather.place": least_goods}),
    "one after the other": building({"gather.place": in_turn}),
    "always the same place": building({"gather.place": first}),
    "no Fables": building({"gather.fable": last}),
}
