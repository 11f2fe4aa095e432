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
    best = told[leader]
    return {option: worths for option, worths in told.items() if option == leader or hope(best, worths) > trifle}


def hope(best: Sequence[float], worths: Sequence[float]) -> float:
    """By how much an option is expected to turn out better than the best so far, if it does, else 0.

    Their difference is taken as normal, with the mean and the standard error of the deals that both have met.
    """
    behind = [most - each for most, each in zip(best, worths, strict=True)]
    count, gap = len(behind), mean(behind)
    error = sqrt(max(0.0, sum([each * each for each in behind]) / count - gap * gap) / (count - 1))
    if not error:
        return 0.0
    far = gap / error
    return error * (NORMAL.pdf(far) - far * NORMAL.cdf(-far))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
