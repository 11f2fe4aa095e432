"""Simple duelists (the name duel)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bot.engine.questions import Question, Value
from bot.games.name_duel.notebook import belief, possible_names
from bot.games.name_duel.players.thoughtful import GUESSES, STIRS
from bot.games.name_duel.views import NameDuelView
from bot.games.random_player import RandomPlayer
from opponents.simple import Idea, Make, last, with_ideas


def possible(question: Question, view: NameDuelView, rng: Random) -> Value:
    """Any name that the other's can still be."""
    names = [name for name in possible_names(view, 3 - view.seat) if name in question.choices]
    return names[int(rng.random() * len(names))] if names else question.choices[0]


def likeliest(question: Question, view: NameDuelView, rng: Random) -> Value:
    chances = belief(view, 3 - view.seat)
    return max(question.choices, key=lambda name: chances.get(str(name), -1.0))


def flees(question: Question, view: NameDuelView, rng: Random) -> Value:
    """Only from a right guess, by the first way there is."""
    values = question.values or {}
    return question.choices[0] if values["guess"] == values["bottom"] else None


def always_reacts(question: Question, view: NameDuelView, rng: Random) -> Value:
    return question.choices[0]


def guesses_first(question: Question, view: NameDuelView, rng: Random) -> Value:
    """Plays what guesses as long as there is any, and keeps what flees for later."""
    guessing = [name for name in question.choices if name in GUESSES]
    plain = [name for name in question.choices if name not in STIRS]
    names = guessing or plain or list(question.choices)
    return names[int(rng.random() * len(names))]


SENSIBLE: Mapping[str, Idea] = {"duel.guess": possible, "duel.react": flees}
DUELISTS: dict[str, Make] = {
    "random": RandomPlayer,
    "simple": with_ideas(SENSIBLE),
    "guesses first": with_ideas({**SENSIBLE, "duel.play": guesses_first}),
    "likeliest name": with_ideas({"duel.guess": likeliest, "duel.react": flees, "duel.play": guesses_first}),
    "never flees": with_ideas({"duel.guess": likeliest, "duel.react": last}),
    "always reacts": with_ideas({"duel.guess": possible, "duel.react": always_reacts}),
    "blind guesser": with_ideas({"duel.react": flees, "duel.play": guesses_first}),
}
