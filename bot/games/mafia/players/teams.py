"""Sums over every team that there can be, where each player and each pair of players has a weight.

A world is a set of so many players. Its weight is the product of the weights of its players and of its pairs, so the
sum over all worlds is found without a look at each of them: what is left of a world is one player more, and another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp, log
from operator import mul

LEAST = 1e-9
"""A player of less weight is in no world."""
LOG_OF_LEAST = log(LEAST)
EXACT_MOST = 800
"""Where there are more worlds, each player is weighed beside the others' likely shares."""
ROUNDS = 7
"""So often those shares are made better; and in each round the odds are shifted so often, to add up to the team."""
STEPS = 3


class Weights:
    """How much more likely what was seen is if this player is in the world, and if both of these are.

    Players are counted from 0.
    """

    def __init__(self, players: int) -> None:
        self.alone = [1.0] * players
        self.pairs = [[1.0] * players for _ in range(players)]

    def copy(self) -> Weights:
        """The same weights once more."""
        other = Weights(0)
        other.alone, other.pairs = self.alone[:], [row[:] for row in self.pairs]
        return other

    def times(self, player: int, likelier: float) -> None:
        """It is so much likelier if this player is in the world."""
        self.alone[player] *= likelier

    def did(self, by: int, of: int, likelier: Deed) -> None:
        """One player has done something to another."""
        if by == of:
            return
        self.alone[by] *= likelier.by
        self.alone[of] *= likelier.of
        both = likelier.both / (likelier.by * likelier.of)
        self.pairs[by][of] *= both
        self.pairs[of][by] *= both


@dataclass(frozen=True)
class Deed:
    """How much likelier a deed is than between two who are not in the world.

    by    if only the one who did it is in it; of: if only the one to whom it was done is; both: if both are
    """

    by: float = 1.0
    of: float = 1.0
    both: float = 1.0


class Shares:
    """The total weight of some worlds, and how much of it each player is in."""

    def __init__(self, players: int) -> None:
        self.total = 0.0
        self.of = [0.0] * players

    def add(self, other: Shares, weight: float) -> None:
        """So many of those worlds as well."""
        self.total += weight * other.total
        self.of = [mine + weight * theirs for mine, theirs in zip(self.of, other.of, strict=True)]


def shares(
    weights: Weights,
    size: int,
    *,
    sure: Collection[int],
    living: Sequence[int],
    gone: Sequence[int],
    alive: Iterable[int],
    exact_most: int = EXACT_MOST,
) -> Shares:
    """Over all worlds of this size with these sure players, of whom so many are alive: `alive` has each such number."""
    found = Shares(len(weights.alone))
    start, base = _of_sure(weights, sure)
    numbers = set(alive)
    open_living = [one for one in living if one not in sure and weights.alone[one] > LEAST]
    open_gone = [one for one in gone if one not in sure and weights.alone[one] > LEAST]
    sure_living = sum(one in sure for one in living)
    rest = size - len(sure)
    if rest > 0 and comb(len(open_living) + len(open_gone), rest) > exact_most:
        return _approximated(weights, sure, [*open_living, *open_gone], rest, start, base)
    left_out = [more for more in range(min(rest, len(open_living)) + 1) if sure_living + more not in numbers]
    if left_out in ([], [0]):
        _over(found, weights, [*open_living, *open_gone], sure, rest, start, base)
        if left_out and rest <= len(open_gone):
            _over(found, weights, open_gone, sure, rest, -start, base)
        return found
    for count in range(min(rest, len(open_gone)) + 1):
        more = rest - count
        if more > len(open_living) or more in left_out:
            continue
        for dead in combinations(open_gone, count):
            part, reach = start, base
            for one in dead:
                part *= reach[one]
                reach = _with(reach, weights.pairs[one])
            if part > 0:
                _over(found, weights, open_living, [*sure, *dead], more, part, reach)
    return found


def _of_sure(weights: Weights, sure: Collection[int]) -> tuple[float, list[float]]:
    """The weight of those who are in every world, and of everybody beside them."""
    part, reach = 1.0, weights.alone
    for one in sure:
        part *= max(reach[one], LEAST)
        reach = _with(reach, weights.pairs[one])
    return part, reach


def _with(reach: Sequence[float], row: Sequence[float]) -> list[float]:
    return [one * other for one, other in zip(reach, row, strict=True)]


def _over(
    found: Shares,
    weights: Weights,
    open_: Sequence[int],
    held: Collection[int],
    more: int,
    part: float,
    reach: Sequence[float],
) -> None:
    """So many more of these beside those who are held already."""
    pairs = [[weights.pairs[one][other] if one != other else 0.0 for other in open_] for one in open_]
    marks = [0.0] * len(open_)
    total = _extended([reach[one] for one in open_], pairs, 0, more, part, marks)
    found.total += total
    for one in held:
        found.of[one] += total
    for one, mark in zip(open_, marks, strict=True):
        found.of[one] += mark


def _extended(
    reach: list[float], pairs: Sequence[Sequence[float]], start: int, more: int, part: float, marks: list[float]
) -> float:
    """The weight of all worlds with so many more from this place on; what each player is in is added to the marks."""
    if more == 0:
        return part
    total = 0.0
    if more == 1:
        for place in range(start, len(reach)):
            weight = part * reach[place]
            marks[place] += weight
            total += weight
        return total
    if more == 2:  # each pair is found twice, from either of them
        rest = reach[start:]
        for place, own in enumerate(rest, start):
            weight = part * own * sum(map(mul, pairs[place][start:], rest))
            marks[place] += weight
            total += weight
        return total / 2
    for place in range(start, len(reach) - more + 1):
        weight = part * reach[place]
        rest = list(map(mul, reach, pairs[place]))
        weight = _extended(rest, pairs, place + 1, more - 1, weight, marks)
        marks[place] += weight
        total += weight
    return total


def _approximated(
    weights: Weights, sure: Collection[int], open_: Sequence[int], more: int, start: float, base: Sequence[float]
) -> Shares:
    """Each beside the average of the others: right where pairs tell little, and quick for large tables."""
    alone = [log(base[one]) for one in open_]
    pairs = [_logs_beside(one, weights.pairs[one], open_) for one in open_]
    held, shift = [more / len(open_)] * len(open_), -max(alone)
    usual = comb(len(open_), more) / exp(sum(map(_entropy, held)))
    for _ in range(ROUNDS):
        drawn = [own + sum(map(mul, row, held)) for own, row in zip(alone, pairs, strict=True)]
        shift, after = _moved(drawn, shift, more)
        held = [(old + new) / 2 for old, new in zip(held, after, strict=True)]
    found = Shares(len(weights.alone))
    energy = sum(share * own + _entropy(share) for share, own in zip(held, alone, strict=True))
    energy += sum(share * sum(map(mul, row, held)) for share, row in zip(held, pairs, strict=True)) / 2
    found.total = start * usual * exp(energy)
    for one in sure:
        found.of[one] = found.total
    for one, share in zip(open_, held, strict=True):
        found.of[one] = found.total * share
    return found


def _logs_beside(one: int, row: Sequence[float], open_: Sequence[int]) -> list[float]:
    """How much likelier each of these is beside this one, as a logarithm; 0 beside itself."""
    weights = [row[other] for other in open_]
    weights[open_.index(one)] = 1.0
    return [log(weight) if weight > LEAST else LOG_OF_LEAST for weight in weights]


def _entropy(share: float) -> float:
    rest = 1 - share
    return -(share * log(share) + rest * log(rest)) if share > 0 < rest else 0.0


def _moved(drawn: Sequence[float], shift: float, total: int) -> tuple[float, list[float]]:
    """The chances that these odds give, all of them shifted by as much so that they add up to about so many."""
    against = [exp(-one) for one in drawn]
    for _ in range(STEPS):
        shift += _step(_chances(against, shift), total)
    return shift, _chances(against, shift)


def _chances(against: Sequence[float], shift: float) -> list[float]:
    """Of odds that are given against each of these, and shifted for all."""
    scale = exp(-shift)
    return [1 / (1 + odds * scale) for odds in against]


def _step(chances: Sequence[float], total: int) -> float:
    """By how much to shift the odds so that the chances add up nearer to the total."""
    reached = sum(chances)
    slope: float = reached - sum(map(mul, chances, chances))
    return min(max((total - reached) / max(slope, 0.1), -3.0), 3.0)
