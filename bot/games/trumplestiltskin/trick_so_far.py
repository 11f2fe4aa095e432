"""How a trick lies: what its plays so far demand of the next one, and which of them takes it (S4-7 to S4-9, S4-11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from bot.engine.questions import Seat
from bot.games.trumplestiltskin.cards import RANK, SUIT, SUIT_OF_PLAY

Play = tuple[Seat, str]

Demand = Callable[[str], bool]
"""Whether a card is one of those that a duty demands."""


class TrickSoFar:
    """All tricks that lie alike, however they came to. There are some hundreds, and each is made once.

    led            the suit that was led, empty before the first play
    winning, best  suit and rank of the play that takes the trick as it lies
    best_trump     the rank of the highest Trump, 0 without one
    duties         the natural cards demanded, of the first of these duties that a hand can do (S4-7 to S4-9)
    after          how it lies with each natural card as well: the same object where the card does not take the trick
    """

    __slots__ = ("after", "best", "best_trump", "duties", "led", "trump", "winning")

    def __init__(self, trump: str, led: str = "", winning: str = "", best: int = 0) -> None:
        self.trump, self.led, self.winning, self.best = trump, led, winning, best
        self.best_trump = best if winning == trump else 0
        self.duties: tuple[Demand, ...] = ()
        if led:
            follow, beat = _natural(led, 0), _natural(trump, self.best_trump)
            self.duties = (beat, follow) if led == trump else (follow, beat) if self.best_trump else (follow,)
        self.after = {card: self.with_a(SUIT[card], RANK[card]) for card in RANK}

    def with_a(self, suit: str, rank: int) -> TrickSoFar:
        """The highest Trump takes it, else the highest card of the suit led; of equals the first (S4-11, R4-5)."""
        takes = rank > self.best if suit == self.winning else suit == self.trump or not self.led
        return that_lies(self.trump, self.led or suit, suit, rank) if takes else self


that_lies = cache(TrickSoFar)
"""One object for all tricks that lie alike; of a Trump alone, a trick before its first play."""


@cache
def _natural(suit: str, above: int) -> Demand:
    """Whether a card is a natural one of this suit that ranks above that."""
    return frozenset(card for card in RANK if SUIT[card] == suit and RANK[card] > above).__contains__


def course(trick: Sequence[Play], trump: str) -> list[TrickSoFar]:
    """How this trick lay before its first play, and after each."""
    lay = [that_lies(trump)]
    for (_, play), rank in zip(trick, ranks_of(trick), strict=True):
        lay.append(lay[-1].with_a(SUIT_OF_PLAY[play], rank))
    return lay


def ranks_of(trick: Sequence[Play]) -> list[int]:
    """The rank of each play: a Joker ranks one above the card under it, a led one lowest (S4-4, R4-5)."""
    ranks: list[int] = []
    for _, play in trick:
        ranks.append(RANK[play] if play in RANK else ranks[-1] + 1 if ranks else 1)
    return ranks


def joker_rank(trick: Sequence[Play]) -> int:
    """The rank a Joker would have if it were played now."""
    return ranks_of(trick)[-1] + 1 if trick else 1


def winner_of(trick: Sequence[Play], trump: str) -> Seat:
    """The seat of the highest Trump, else of the highest card of the led suit; of equals the first (S4-11, R4-5)."""
    lay = course(trick, trump)
    return [seat for (seat, _), before, after in zip(trick, lay, lay[1:], strict=False) if after is not before][-1]
