"""The hours in which no clock of a server runs out, by the clock on its people's wall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
HOUR_MS = 3_600_000


@dataclass(frozen=True)
class QuietHours:
    """From one whole hour to another (0-23, over midnight or not) in a time zone. The two differ."""

    begin: int
    end: int
    zone: str

    def holds(self, at_ms: int) -> bool:
        """Whether it is quiet at this time, in epoch milliseconds."""
        return self._around(at_ms) is not None

    def after(self, at_ms: int) -> int:
        """This time, or the end of the quiet hours it falls into."""
        around = self._around(at_ms)
        return at_ms if around is None else around[1]

    def moved(self, due_ms: int) -> int:
        """When a clock really runs out that would run out at this time: outside the quiet hours at once; in them as
        much after their end as it would have been after their beginning."""
        around = self._around(due_ms)
        while around is not None:  # more than half a day of quiet can be met twice
            due_ms = around[1] + due_ms - around[0]
            around = self._around(due_ms)
        return due_ms

    def unmoved(self, due_ms: int) -> int:
        """When a clock would have run out that was moved to this time; only of use for one that was moved."""
        inside = due_ms
        while not self.holds(inside):
            inside -= HOUR_MS
        around = self._around(inside)
        assert around is not None
        return around[0] + due_ms - around[1]

    def left(self, due_ms: int, at_ms: int) -> int:
        """How long a clock has still to run at this time that really runs out at `due_ms`: outside the quiet hours it
        was moved over."""
        unmoved = self.unmoved(due_ms)
        return max(0, unmoved - at_ms if unmoved >= at_ms else due_ms - self.after(at_ms))

    def _around(self, at_ms: int) -> tuple[int, int] | None:
        """Beginning and end of the quiet hours around this time."""
        today = datetime.fromtimestamp(at_ms / 1000, ZoneInfo(self.zone)).date()
        for day in (today - DAY, today):
            last = day + DAY if self.end <= self.begin else day
            begin = self._at(datetime.combine(day, time(self.begin)))
            end = self._at(datetime.combine(last, time(self.end)))
            if begin <= at_ms < end:
                return begin, end
        return None

    def _at(self, local: datetime) -> int:
        """When the wall clock shows this for the first time; an hour left out in spring begins when it would."""
        return int(local.replace(tzinfo=ZoneInfo(self.zone)).astimezone(UTC).timestamp() * 1000)
