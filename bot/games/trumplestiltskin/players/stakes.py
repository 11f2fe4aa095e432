"""What the points of a hand are worth to a seat, and what a bid promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.questions import Seat
from bot.games.trumplestiltskin.options import MOST_POINTS
from bot.games.trumplestiltskin.views import TrumplestiltskinView

ENOUGH = MOST_POINTS + 1
"""More than anybody takes in a hand, and than all together: even as imagined for a bid."""
RIVALS = 0.3
"""What the others' mean score weighs next to the own."""
RIVAL_DECLARER = 0.2
"""What another Declarer's score weighs besides: only the Declarer can win by a bid."""
SHAME = 0.45
"""What a point costs that goes from this seat to the Gnome: the game gets shorter by it. Whoever dreads it more leaves
the bid to others, who mostly make it."""
VICTORY = 80.0
DEFEAT = -40.0
PRIDE = 0.02
"""What a point is worth that does not count: it may show a better play."""


class Course(NamedTuple):
    """What everybody takes in a sampled deal: with this seat as Declarer, and with a rival."""

    mine: list[int]
    rival: Seat
    theirs: list[int]


class Stakes:
    """What the end of a hand would mean to this seat: what goes into the columns (R4-8), and the game's end (R4-9).

    bids   what some of the others have to reach, where it is not what they have bid
    shame  what a point costs that this seat takes as a Declarer who does not reach the bid
    """

    def __init__(
        self,
        view: TrumplestiltskinView,
        declarer: Seat,
        bid: int,
        bids: dict[Seat, int] | None = None,
        *,
        shame: float = SHAME,
    ) -> None:
        self.me, self.declarer, self.bid = view.seat - 1, declarer - 1, bid
        self.shame = shame
        self.bonus = 0 if view.long_game else bid
        self.needed = [(bids or {}).get(player.seat, player.bid) for player in view.players]
        self.needed[self.declarer] = bid
        self.rivals = RIVALS / (len(view.players) - 1)
        self.columns = [player.column for player in view.players]
        self.gnome, self.gnome_goal, self.players_goal = view.gnome, view.gnome_goal, view.players_goal
        most = ENOUGH + self.bonus
        self.ends_nothing = (
            self.columns[self.declarer] + most < view.players_goal and view.gnome + most < view.gnome_goal
        )

    def worth(self, points: Sequence[int]) -> float:
        """How good it is that everybody takes these points."""
        me, declarer = self.me, self.declarer
        made, mine = points[declarer] >= self.bid, points[me]
        scored = [taken if taken >= least else 0 for taken, least in zip(points, self.needed, strict=True)]
        if made:
            scored[declarer] += self.bonus
        everybody, own = sum(scored), scored[me]
        worth = own - self.rivals * (everybody - own) + PRIDE * mine
        if declarer != me:
            worth -= RIVAL_DECLARER * scored[declarer]
            if mine < self.needed[me]:
                worth -= SHAME * mine
        elif not made:
            worth -= self.shame * mine + SHAME * self.bonus
        if self.ends_nothing:
            return worth
        gnome = self.gnome + sum(points) + self.bonus - everybody
        if self.columns[declarer] + scored[declarer] >= self.players_goal and (made or gnome >= self.gnome_goal):
            return worth + (VICTORY if declarer == me else DEFEAT)
        if gnome >= self.gnome_goal:
            columns = [column + more for column, more in zip(self.columns, scored, strict=True)]
            most = max(columns)
            if columns[me] < most:
                return worth + DEFEAT
            return worth + VICTORY / columns.count(most)
        return worth


def utility(
    view: TrumplestiltskinView, points: Sequence[int], declarer: Seat, bid: int, bids: dict[Seat, int] | None = None
) -> float:
    """How good the end of a hand is for this seat."""
    return Stakes(view, declarer, bid, bids).worth(points)


class Prospect:
    """What a bid, or a pass, promises: that this seat is Declarer with it, or another with a bid of their own.

    alone     how likely nobody bids more; theirs: the bid of the other Declarer
    reached   the bid of this seat that still has to be reached, if another is Declarer (R4-3)
    """

    def __init__(self, view: TrumplestiltskinView, bid: int, alone: float, theirs: int, reached: int) -> None:
        self.alone = alone
        self.mine = Stakes(view, view.seat, bid)
        self.others = {
            player.seat: Stakes(view, player.seat, theirs, {view.seat: reached})
            for player in view.players
            if player.seat != view.seat
        }

    def worth(self, course: Course) -> float:
        worth = 0.0
        if self.alone > 0:
            worth += self.alone * self.mine.worth(course.mine)
        if self.alone < 1:
            worth += (1 - self.alone) * self.others[course.rival].worth(course.theirs)
        return worth
