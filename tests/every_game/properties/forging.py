"""Answers that a question does not offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from bot.engine.questions import Question, Value
from bot.games.trumplestiltskin.cards import BLANKET, PACK

Forger = Callable[[Question, Random], Iterator[Value]]

NONSENSE: tuple[Value, ...] = ({"forged": True}, {}, True, 99, -1, 1.5, "nobody", "", [None], [1])
"""No game ever offers these, as far as a question is not about words."""


def forged_words(*words: Value) -> Forger:
    """Answers that are offered now and then, or never."""

    def forged(question: Question, rng: Random) -> Iterator[Value]:
        yield from (value for value in words if not is_offered(question, value))

    return forged


def forged_cards(question: Question, rng: Random) -> Iterator[Value]:
    """Other people's cards, own cards that may not be played, too few and too many of them."""
    if question.kind == "several":
        choices = list(question.choices)
        yield from (choices[:4], choices[:6], [choices[0]] * 5, choices[0], None)
        return
    yield from (value for value in (None, [question.choices[0]]) if not is_offered(question, value))
    for card in rng.sample((*PACK, *BLANKET), 8):
        for value in (card, *(f"{card}-{suit}" for suit in "SHDC")):
            if not is_offered(question, value):
                yield value


def is_offered(question: Question, value: Value) -> bool:
    """It is one of the choices, or one of the words that anybody may write."""
    if question.kind == "text":
        return value is None or isinstance(value, str)
    return any(value == one and type(value) is type(one) for one in question.choices)


FORGED: dict[str, Forger] = {
    "village": forged_words("ready", "peek", 0, 1),
    "mafia": forged_words("pass", "yes", 0, 1),
    "name_duel": forged_words("mud", "flippy.mine", "bootstrap.own", "1", ["bootstrap"] * 3),
    "grimm_forest": forged_words(None, 0, "fields.straw", "build.straw.castle", "dragon", "BBBB"),
    "trumplestiltskin": forged_cards,
}
"""What else is tried in each game, besides nonsense."""
