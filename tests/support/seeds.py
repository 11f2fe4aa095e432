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
    for number in count():
        yield numbered(number), order(number, purpose, cards)


@cache
def order(number: int, purpose: str, cards: int) -> bytes:
    """Which card of so many lies at each place of the pack that is shuffled under this seed."""
    return bytes(SealedChance(numbered(number)).draw(_shuffle(purpose, cards), purpose))


@cache
def _shuffle(purpose: str, cards: int) -> Question:
    return Question(CHANCE, purpose.rpartition("|")[2], range(cards), "shuffle")
