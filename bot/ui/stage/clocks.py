"""When the clocks of a match run out, as it was shown to somebody: to see whether that is still so. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.matches.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Clocks:
    """The clocks of one round of a match at one moment.

    ends    question number -> when it ran out by people's own clocks, in whole epoch seconds, as Discord shows it
    paused  whether they stood: then nothing was said of when they would run out
    """

    checkpoint: int
    ends: Mapping[int, int]
    paused: bool

    @classmethod
    def of(cls, match: MatchSnapshot) -> Clocks:
        """As they are in this snapshot."""
        return cls(match.checkpoint, {number: at // 1000 for number, at in match.deadlines.items()}, match.paused)

    def were_moved(self, now: Clocks) -> bool:
        """Whether a clock that still runs stands now, goes on, or runs out at another time. What has been asked since,
        and what is over, has not been moved."""
        if self.checkpoint != now.checkpoint:
            return False
        still = self.ends.keys() & now.ends.keys()
        return self.paused != now.paused or any(self.ends[number] != now.ends[number] for number in still)

    def stopped_or_going_on(self) -> Clocks:
        """The same clocks, standing if they run and running if they stand: every page with a clock shows that."""
        return replace(self, paused=not self.paused)

    def put_into(self, match: MatchSnapshot) -> MatchSnapshot:
        """The match with these clocks, as far as they have not been replaced by others: to be compared, never shown."""
        ends = {number: at * 1000 for number, at in self.ends.items() if number in match.deadlines}
        row = replace(match.row, status="paused" if self.paused else "running")
        return replace(match, row=row, deadlines={**match.deadlines, **ends})
