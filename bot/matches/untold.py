"""Which matches have something new that their people have not been told yet, and since when.

While what is new cannot be posted, no clock of that match runs out, and the time is given back when it could be. So it
is while something asked of a single person cannot be brought to them.
"""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.matches.happenings import Happening
from bot.matches.timekeeper import Timekeeper

LATE_MS = 10_000
"""What is told within this time is told at once."""
SAID_AFTER_MS = 30_000
"""When a person could not be reached for so long, everybody is told why a clock waits."""
TELLS_NOTHING = ("answered", "offered", "away", "waits", "time_is_up")
STANDS_STILL = ("paused", "deserted", "ended", "dealt_anew")


class Untold:
    """Keeps that in mind. The part that tells people calls `told`; without them nothing should be watched."""

    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._since: dict[int, int] = {}
        self._newest: dict[int, tuple[int, int]] = {}
        """Match -> number and time of the newest thing. It is known by its number: corrections move time back, too."""
        self._count = 0

    @property
    def count(self) -> int:
        """How many things there have been so far: what is told from now on tells all of them."""
        return self._count

    def watch(self, happening: Happening) -> None:
        """Told by the match service."""
        if happening.kind in STANDS_STILL:
            self._forget(happening.match)
        elif happening.kind not in TELLS_NOTHING:
            self.note(happening.match)

    def note(self, match_id: int) -> None:
        """There is something new."""
        now = self._time.play_ms()
        self._count += 1
        self._since.setdefault(match_id, now)
        self._newest[match_id] = (self._count, now)

    def told(self, match_id: int, as_of: int) -> None:
        """Everybody has been told how the match stood when `count` was that."""
        newest = self._newest.get(match_id, (as_of, 0))
        self._forget(match_id)
        if newest[0] > as_of:
            self._since[match_id], self._newest[match_id] = newest[1], newest

    def late_ms(self, match_id: int) -> int:
        """How late it would be told now; 0 for at once."""
        late_ms = self._time.play_ms() - self._since.get(match_id, self._time.play_ms())
        return late_ms if late_ms >= LATE_MS else 0

    def is_waiting(self, match_id: int) -> bool:
        """Whether something has not been told yet."""
        return match_id in self._since

    def is_late(self, match_id: int) -> bool:
        """Whether that is so for longer than it takes on a good day."""
        return self.late_ms(match_id) > 0

    def _forget(self, match_id: int) -> None:
        self._since.pop(match_id, None)
        self._newest.pop(match_id, None)


class Unreached:
    """Which persons are asked something that cannot be brought to them, and since when (`play_ms`)."""

    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._since: dict[int, dict[Seat, int]] = {}
        self._said: set[int] = set()
        """The matches in which everybody knows that a clock waits."""

    def watch(self, happening: Happening) -> None:
        """Told by the match service."""
        if happening.kind in STANDS_STILL:
            self._forget(happening.match)

    def note(self, match_id: int, seat: Seat, since: int) -> None:
        """This person could not be reached, since then at least."""
        self._since.setdefault(match_id, {}).setdefault(seat, since)

    def reached(self, match_id: int, seat: Seat) -> int:
        """This person has been told everything; how late, in milliseconds: 0 for at once."""
        seats = self._since.get(match_id, {})
        late_ms = self._time.play_ms() - seats.pop(seat, self._time.play_ms())
        if not seats:
            self._forget(match_id)
        return late_ms if late_ms >= LATE_MS else 0

    def is_to_be_said(self, match_id: int) -> bool:
        """Whether everybody should be told, now and once, that a clock waits."""
        since = min(self._since.get(match_id, {}).values(), default=self._time.play_ms())
        if match_id in self._said or self._time.play_ms() - since < SAID_AFTER_MS:
            return False
        self._said.add(match_id)
        return True

    def _forget(self, match_id: int) -> None:
        self._since.pop(match_id, None)
        self._said.discard(match_id)
