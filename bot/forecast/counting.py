"""What came of the games of a forecast, counted: shares, how far off they may be, and how even that is. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot, sqrt
from typing import Final

from bot.engine.rulebook import Frozen

CERTAINTY: Final = 1.959964
"""Standard deviations to either side that hold 95 of 100 values."""
MOSTLY: Final = 0.1
"""The part of games, at either end, that are left out of how long games mostly last."""


class Count(Frozen):
    """What came of so many games.

    wins     by side; a game that several share counts for each of them
    rounds   how many games lasted how many rounds (nights and days, turns, hands)
    at_once  games that were over with the first round
    """

    games: int
    wins: dict[str, int]
    rounds: dict[int, int]
    at_once: int

    def plus(self, other: Count) -> Count:
        return Count(
            games=self.games + other.games,
            wins=dict(Counter(self.wins) + Counter(other.wins)),
            rounds=dict(Counter(self.rounds) + Counter(other.rounds)),
            at_once=self.at_once + other.at_once,
        )

    def share(self, *sides: str) -> Share:
        """The part of the games that one of these sides won."""
        won = sum(self.wins.get(side, 0) for side in sides)
        return share_of(min(won, self.games), self.games)  # a win that is shared counts for several

    @property
    def over_at_once(self) -> Share:
        """The part of the games that were over with the first round."""
        return share_of(self.at_once, self.games)

    @property
    def rounds_mean(self) -> float:
        return sum(length * games for length, games in self.rounds.items()) / self.games

    @property
    def rounds_mostly(self) -> tuple[int, int]:
        """The shortest and the longest games without the tenth at either end."""
        lengths = sorted(Counter(self.rounds).elements())
        cut = int(len(lengths) * MOSTLY)
        return lengths[cut], lengths[-1 - cut]


NOTHING: Final = Count(games=0, wins={}, rounds={}, at_once=0)
"""Of no games yet."""


class Share(Frozen):
    """A part of games between 0 and 1; the true one lies between `least` and `most` with 95 % certainty."""

    value: float
    least: float
    most: float


def share_of(hits: int, games: int) -> Share:
    """Wilson's interval, which holds for few games and rare events too."""
    if games == 0:
        return Share(value=0.0, least=0.0, most=1.0)
    part, square = hits / games, CERTAINTY**2
    middle = (part + square / (2 * games)) / (1 + square / games)
    give = CERTAINTY / (1 + square / games) * sqrt(part * (1 - part) / games + square / (4 * games**2))
    return Share(value=part, least=max(0.0, min(part, middle - give)), most=min(1.0, max(part, middle + give)))


def is_nearer(count: Count, before: Count, sides: Sequence[str]) -> bool:
    """Whether this is nearer to even than it was before, by more than chance would bring in so many games."""
    gain = unevenness(before, sides) - unevenness(count, sides)
    return gain > hypot(*(_give(_farthest(one, sides)) for one in (count, before)))


def _give(share: Share) -> float:
    """How far the true value may be off."""
    return (share.most - share.least) / 2


def unevenness(count: Count, sides: Sequence[str]) -> float:
    """How far the side that is farthest from it is from its fair share."""
    return abs(_farthest(count, sides).value - 1 / len(sides))


def _farthest(count: Count, sides: Sequence[str]) -> Share:
    """The share of the side that is farthest from its fair one."""
    return max((count.share(side) for side in sides), key=lambda share: abs(share.value - 1 / len(sides)))


def is_even(count: Count, sides: Sequence[str]) -> bool:
    """Whether all sides may have their fair share, as far as so many games can tell."""
    fair = 1 / len(sides)
    shares = [count.share(side) for side in sides]
    return all(share.least <= fair <= share.most for share in shares)
