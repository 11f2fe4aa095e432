"""Which matches have something new that their people have not been told yet, and since when.

While what is new cannot be posted, no clock of that match runs out, and the time is given back when it could be. So it
is while something asked of a single person cannot be brought to them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.questions import Question, Seat
from bot.matches.happenings import Happening
from bot.matches.timekeeper import Timekeeper

LATE_MS = 10_000
"""What is told within this time is told at once."""
SAID_AFTER_MS = 30_000
"""When a person could not be reached for so long, everybody is told why a clock waits."""
TELLS_NOTHING = ("answered", "offered", "away", "waits", "time_is_up")
STANDS_STILL = ("paused", "deserted", "ended", "dealt_anew")


@dataclass(frozen=True)
class Late:
    """A question that could not be brought to its person since then (`play_ms`)."""

    since: int
    checkpoint: int
    question: int


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

    def given_back(self, match_id: int) -> None:
        """The time until now has been given back: what still waits is late from here on."""
        if match_id in self._since:
            self._since[match_id] = self._time.play_ms()

    def _forget(self, match_id: int) -> None:
        self._since.pop(match_id, None)
        self._newest.pop(match_id, None)


class Unreached:
    """Which persons are asked something that cannot be brought to them, and since when (`play_ms`)."""

    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._late: dict[int, dict[Seat, Late]] = {}
        self._hopeless: set[tuple[int, Seat]] = set()
        self._said: set[int] = set()
        """The matches in which everybody knows that a clock waits."""

    def watch(self, happening: Happening) -> None:
        """Told by the match service."""
        if happening.kind in STANDS_STILL:
            self._forget(happening.match)
            self._hopeless = {one for one in self._hopeless if one[0] != happening.match}

    def note(self, match_id: int, checkpoint: int, question: Question, since: int) -> None:
        """What is asked of this person could not be brought to them, since then at least."""
        late = Late(since, checkpoint, question.number)
        before = self._late.setdefault(match_id, {}).setdefault(question.seat, late)
        if (before.checkpoint, before.question) != (checkpoint, question.number):
            self._late[match_id][question.seat] = late

    def give_up(self, match_id: int, seat: Seat) -> None:
        """No time cures why this person is not reached: no clock waits for it."""
        self._hopeless.add((match_id, seat))

    def is_hopeless(self, match_id: int, seat: Seat) -> bool:
        return (match_id, seat) in self._hopeless

    def is_noted(self, match_id: int, seat: Seat) -> bool:
        """Whether this person is known not to have been reached."""
        return seat in self._late.get(match_id, ()) or self.is_hopeless(match_id, seat)

    def reached(self, match_id: int, seat: Seat) -> Late | None:
        """This person has been told everything: what was late, if it was."""
        self._hopeless.discard((match_id, seat))
        late = self._late.get(match_id, {}).pop(seat, None)
        if not self._late.get(match_id):
            self._forget(match_id)
        return late if late is not None and self.late_ms(late) else None

    def late_ms(self, late: Late) -> int:
        """How late it is now; 0 for at once."""
        late_ms = self._time.play_ms() - late.since
        return late_ms if late_ms >= LATE_MS else 0

    def is_to_be_said(self, match_id: int) -> bool:
        """Whether everybody should be told, now and once, that a clock waits."""
        now = self._time.play_ms()
        since = min((late.since for late in self._late.get(match_id, {}).values()), default=now)
        if match_id in self._said or now - since < SAID_AFTER_MS:
            return False
        self._said.add(match_id)
        return True

    def given_back(self, match_id: int) -> None:
        """The time until now has been given back to everybody at this table: from here on it counts anew."""
        now = self._time.play_ms()
        seats = self._late.get(match_id, {})
        seats.update({seat: replace(late, since=now) for seat, late in seats.items()})

    def _forget(self, match_id: int) -> None:
        self._late.pop(match_id, None)
        self._said.discard(match_id)
