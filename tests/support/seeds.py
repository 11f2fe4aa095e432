"""Seeds that deal certain cards.

How a shuffle falls depends on the seed, its purpose and the number of cards, not on what they show: what one test has
tried is known to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

from bot.engine.chance import SealedChance
from bot.engine.questions import CHANCE, Question


def numbered(number: int) -> str:
    """A seed of the length that seeds have."""
    return f"{number:064x}"


def orders(purpose: str, cards: int) -> Iterator[tuple[str, bytes]]:
    """Seed by seed, for ever: the seed, and which card of so many lies at each place of the shuffled pack."""
    tried = _tried(purpose, cards)
    for number in count():
        if number == len(tried):
            tried.append(_shuffled(number, purpose, cards))
        yield numbered(number), tried[number]


@cache
def _tried(purpose: str, cards: int) -> list[bytes]:
    return []


def _shuffled(number: int, purpose: str, cards: int) -> bytes:
    question = Question(CHANCE, purpose.rpartition("|")[2], range(cards), "shuffle")
    return bytes(SealedChance(numbered(number)).draw(question, purpose))
