"""Small sums over teams: what computer players who think in worlds share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from bot.engine.questions import Seat

TEAMS_KEPT = 4096
"""More than a table has teams that are weighed."""


def bits(seats: Iterable[Seat]) -> int:
    """These seats as one number, in which each has a bit."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found


@lru_cache(maxsize=TEAMS_KEPT)
def team_bits(team: tuple[Seat, ...]) -> int:
    """The same of a team, which is asked for again and again."""
    return bits(team)


def likelier(liking: float, is_mate: bool, mates: int, count: int) -> float:
    """How much more likely than blindly somebody takes this one of so many, who likes `mates` of them so much."""
    return (liking if is_mate else 1.0) * count / (count - mates + liking * mates)


class TeamWeights:
    """A weight for every team, as a product: of what each of the team adds alone, and each two of it together."""

    def __init__(self, seats: int, every: float = 1.0) -> None:
        """`every`: what every team weighs to begin with."""
        self._every = every
        self._alone = [1.0] * (seats + 1)
        self._together = [[1.0] * (seats + 1) for _ in range(seats + 1)]

    def alone(self, seat: Seat, factor: float) -> None:
        """So much likelier is all that happened, if this player is of the team."""
        self._alone[seat] *= factor

    def together(self, one: Seat, other: Seat, factor: float) -> None:
        """So much more, if both are."""
        if one == other:
            self._alone[one] *= factor
        else:
            self._together[one][other] *= factor
            self._together[other][one] *= factor

    def of_all(self, teams: Sequence[Sequence[Seat]]) -> list[float]:
        """What each of these teams weighs; all are of the same size."""
        every, alone, together = self._every, self._alone, self._together
        if teams and len(teams[0]) == 3:  # most teams are of three or two, and asked for thousands of times
            return [
                every * alone[a] * alone[b] * alone[c] * together[a][b] * together[a][c] * together[b][c]
                for a, b, c in teams
            ]
        if teams and len(teams[0]) == 2:
            return [every * alone[a] * together[a][b] * alone[b] for a, b in teams]
        return [self.of(team) for team in teams]

    def of(self, team: Sequence[Seat]) -> float:
        alone, together = self._alone, self._together
        weight = self._every
        for place, seat in enumerate(team):
            weight *= alone[seat]
            row = together[seat]
            for other in team[place + 1 :]:
                weight *= row[other]
        return weight
