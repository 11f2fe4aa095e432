"""Seeds that deal certain cards.

How a shuffle falls depends on the seed, its purpose and the number of cards, not on what they show: what one test has
tried is known to the next.
"""

from __future__ import annotations

import hmac
from functools import cache
from struct import Struct
from typing import Final

from bot.engine.chance import SealedChance
from bot.engine.questions import CHANCE, put

WORDS: Final = 1 << 32
_EIGHT_WORDS: Final = Struct(">8I").unpack


def numbered(number: int) -> str:
    """A seed of the length that seeds have."""
    return f"{number:064x}"


@cache
def order(number: int, purpose: str, cards: int) -> bytes:
    """Which card of so many lies at each place of the pack that is shuffled under this seed: what `SealedChance` says,
    said faster, since thousands of packs are tried. `found` sees that both say the same."""
    pack, last, block = bytearray(range(cards)), cards - 1, 0
    key = numbered(number).encode()
    while last > 0:
        for word in _EIGHT_WORDS(hmac.digest(key, f"{purpose}|{block}".encode(), "sha256")):
            if last > 0 and word < WORDS - WORDS % (last + 1):
                other = word % (last + 1)
                pack[last], pack[other] = pack[other], pack[last]
                last -= 1
        block += 1
    return bytes(pack)


def found(number: int, *packs: tuple[str, int]) -> str:
    """This seed, under which chance itself shuffles each of these packs as `order` says."""
    seed = numbered(number)
    for purpose, cards in packs:
        question = put(CHANCE, purpose.rpartition("|")[2], range(cards), "shuffle")
        assert bytes(SealedChance(seed).draw(question, purpose)) == order(number, purpose, cards)
    return seed
