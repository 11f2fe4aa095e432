"""How much people say and do by day, weighed for each team that there can be.

Whoever has something to hide may keep quiet, or be louder than the others, or take care to be as they are. Nobody knows
which it is; what the shown cards did at this table tells. People differ in it whatever their card, some always talk and
some hardly ever do: so a quiet player is a hint, and never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.teams import TeamWeights
from bot.games.village.players.record import Record


@dataclass(frozen=True)
class Habit:
    """How much a team may do by day.

    often   how likely it is that the team is like this
    names   how often they name somebody, next to how often others do
    speaks  how often they say something, next to the others
    """

    often: float
    names: float
    speaks: float


HABITS = (
    Habit(often=0.5, names=1.0, speaks=1.0),
    Habit(often=0.15, names=0.2, speaks=1.0),
    Habit(often=0.2, names=0.2, speaks=0.2),
    Habit(often=0.15, names=1.5, speaks=1.5),
)
"""As the others, to name few, to keep quiet, and to be loud."""
USUAL = 0.5
USUAL_KNOWN = 10
"""How often on a day somebody names somebody, or speaks, as far as anybody can know beforehand; and so many days of
players that is worth, next to those of this village."""
MOST = 0.9
"""So often it is thought to be at most."""
ALIKE = 3.0
"""How much people are like one another: so many days of one player tell as much of their own way as the others do."""
DAYS_MOST = 100
"""So many days of one player are weighed at most, in the same shares: no number holds the products of many more."""
CHANCES_KEPT = 1024
"""So many chances stay worked out: most players of a village have been active on as many days as another."""


class Habits:
    """All days that are over, weighed for one team after the other."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def weights(self, teams: Sequence[tuple[Seat, ...]]) -> Iterable[float]:
        """How likely it is, if it is the first of these teams, the second and so on."""
        return map(sum, zip(*[habit.of_all(teams) for habit in self._habits], strict=True))

    @kept
    def _habits(self) -> list[TeamWeights]:
        naming = self._active({(said.by, said.day) for said in self._record.nominations})
        speaking = self._active({(said.by, said.day) for said in self._record.claims})
        return [self._habit(habit, naming, speaking) for habit in HABITS]

    def _habit(self, habit: Habit, naming: dict[Seat, int], speaking: dict[Seat, int]) -> TeamWeights:
        weights = TeamWeights(len(self._days), habit.often)
        for active, ratio in (naming, habit.names), (speaking, habit.speaks):
            usual = self._usual(active)
            for seat, days in self._days.items():
                if days and ratio != 1.0:
                    weights.alone(seat, _likelier(active[seat], days, usual, min(ratio * usual, MOST)))
        return weights

    def _usual(self, active: dict[Seat, int]) -> float:
        """How often on a day somebody does this in this village."""
        known = USUAL_KNOWN + sum(self._days.values())
        return min((USUAL * USUAL_KNOWN + sum(active.values())) / known, MOST)

    def _active(self, done: set[tuple[Seat, int]]) -> dict[Seat, int]:
        """On how many of the days that are over each player has done so."""
        active = dict.fromkeys(self._days, 0)
        for seat, day in done:
            active[seat] += day <= self._days[seat]
        return active

    @kept
    def _days(self) -> dict[Seat, int]:
        """So many days that are over each player has lived to see."""
        night = self._record.night
        return {
            one.seat: max((night if one.alive else min(one.end_night + (one.end == "burned"), night)) - 1, 0)
            for one in self._record.players
        }


def _likelier(active: int, days: int, usual: float, theirs: float) -> float:
    """How much more likely so many active days of all are for somebody of the team than for somebody else."""
    if days > DAYS_MOST:
        active, days = active * DAYS_MOST // days, DAYS_MOST
    return _chance(active, days, theirs) / _chance(active, days, usual)


@lru_cache(maxsize=CHANCES_KEPT)
def _chance(active: int, days: int, share: float) -> float:
    """How likely just these days are active of somebody whose like do so this often, each with a way of their own."""
    on = prod(share * ALIKE + count for count in range(active))
    off = prod((1 - share) * ALIKE + count for count in range(days - active))
    return on * off / prod(ALIKE + count for count in range(days))
