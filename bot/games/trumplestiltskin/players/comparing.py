"""Which of several options does best in sampled deals, looked into no longer than it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeVar


class Care(NamedTuple):
    """How long one thinks: after so many deals it is looked who drops out, and what is hoped to be better by less than
    a trifle does."""

    look: int
    trifle: float


NORMAL = NormalDist()
USUAL_COUNTS = 8
"""How many deals it outweighs how much all options vary against the best, where one says how much it does itself."""

Option = TypeVar("Option")
Deal = TypeVar("Deal")


def best_of(
    options: Iterable[Option], deals: Iterable[Deal], worth: Callable[[Option, Deal], float], care: Care
) -> Option:
    """The option that does best in these deals. What can hardly be better than the best so far drops out."""
    told: dict[Option, list[float]] = {option: [] for option in options}
    for number, deal in enumerate(deals, 1):
        for option, worths in told.items():
            worths.append(worth(option, deal))
        if number % care.look == 0:
            told = still_in(told, care.trifle)
        if len(told) == 1:
            break
    return max(told, key=lambda option: sum(told[option]))


def still_in(told: Mapping[Option, list[float]], trifle: float) -> dict[Option, list[float]]:
    """The leader, and each who may turn out to be better by more than a trifle."""
    leader = max(told, key=lambda option: sum(told[option]))
    behind = {option: Behind(told[leader], worths) for option, worths in told.items() if option != leader}
    usual = mean([one.variance for one in behind.values()]) if behind else 0.0
    return {
        option: worths for option, worths in told.items() if option == leader or behind[option].hope(usual) > trifle
    }


class Behind:
    """How far one option is behind the best so far, in the deals that both have met.

    gap  on average; variance: of the difference, from deal to deal
    """

    def __init__(self, best: Sequence[float], worths: Sequence[float]) -> None:
        behind = [most - each for most, each in zip(best, worths, strict=True)]
        self.count, self.gap = len(behind), mean(behind)
        spread = sum([each * each for each in behind]) - self.count * self.gap * self.gap
        self.variance = max(0.0, spread) / (self.count - 1)

    def hope(self, usual: float) -> float:
        """By how much this option is expected to turn out better than the best, if it does, else 0.

        The difference is taken as normal. How much it varies, few deals do not tell: how much it does for all the
        options, `usual`, counts as so many deals more.
        """
        known = self.count - 1
        error = sqrt((known * self.variance + USUAL_COUNTS * usual) / (known + USUAL_COUNTS) / self.count)
        if not error:
            return 0.0
        far = self.gap / error
        return error * (NORMAL.pdf(far) - far * NORMAL.cdf(-far))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
