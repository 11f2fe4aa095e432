"""The two clocks of all matches: what time it is, and the time that counts.

Both are in epoch milliseconds, and both are driven by a steady clock, which no correction of the machine's time moves.

now_ms   the time on people's own clocks: the machine's when the bot begins, put right by what Discord says of it. What
         is shown to people, written down, or agreed on for an hour of the day is in it.
play_ms  the time that counts. It stands while the bot is not there for the players: while no process runs, or that is
         frozen, or is out of touch with Discord. All deadlines are in it, so they wait as well, whatever happens.
         After a start it goes on from where the last process was known to be.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

OVERDUE_MS = 2_500
"""When a pulse is so late, the process stood still."""
SHORTEST_STAND_MS = 2_000
"""The time that counts catches up with shorter interruptions: to move every clock in sight would be worse."""
WRONG_FROM_MS = 2_000
"""By how much the time must contradict Discord's before it is put right."""
DATE_WITHIN_MS = 1_000
"""Discord names whole seconds."""


class Reading(NamedTuple):
    """Both clocks at one moment."""

    at_ms: int
    play_ms: int


class Timekeeper:
    """Keeps both clocks. `wall_ms` is the machine's time; `steady_ms` only ever goes forward, from any number.

    Without `steady_ms` there is one clock for everything.
    """

    def __init__(self, wall_ms: Callable[[], int], steady_ms: Callable[[], int] | None = None) -> None:
        self._wall_ms = wall_ms
        self._steady_ms = steady_ms or wall_ms
        self._seen = self._steady_ms()
        """When one of the clocks was looked at last; this and what follows is in the time of the steady clock."""
        self._ahead = wall_ms() - self._seen
        """How far the time is ahead of the steady clock."""
        self._lag = 0
        """How far the time that counts is behind the time, unless it stands just now."""
        self._counts_since = self._seen
        self._stands_since: int | None = None
        self._hindrances: set[Hashable] = set()
        self._next_pulse: int | None = None
        self._given_back = 0
        self.watchers: list[Callable[[], None]] = []
        """Called when the time that counts goes on after it has stood."""

    # -- reading ----------------------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        """What time it is."""
        return self._look() + self._ahead

    def play_ms(self) -> int:
        """The time that counts."""
        now = self._look()
        return (now if self._stands_since is None else self._stands_since) + self._ahead - self._lag

    @property
    def lag_ms(self) -> int:
        """How far the time that counts is behind. Added to a deadline, this says when it will be if nothing hinders."""
        now = self._look()
        return self._lag + (0 if self._stands_since is None else now - self._stands_since)

    def steady_ms(self) -> int:
        """The steady clock, to say later since when something was hindered."""
        return self._look()

    @property
    def stands(self) -> bool:
        """Whether the time that counts stands still."""
        return self._stands_since is not None

    def is_hindered_by(self, hindrance: Hashable) -> bool:
        return hindrance in self._hindrances

    def is_hindered_besides(self, hindrance: Hashable) -> bool:
        """Whether there is any other hindrance."""
        return bool(self._hindrances - {hindrance})

    def read(self) -> Reading:
        """Both clocks."""
        play_ms = self.play_ms()
        return Reading(self._seen + self._ahead, play_ms)

    def last_there(self) -> Reading:
        """Both clocks when the bot was last there for the players: now, unless time stands."""
        now_ms, play_ms = self.read()
        return Reading(now_ms - (0 if self._stands_since is None else self._seen - self._stands_since), play_ms)

    def astray_ms(self) -> int:
        """How far the machine's own time is ahead of the time; below zero: behind."""
        return self._wall_ms() - self.now_ms()

    # -- standing still ---------------------------------------------------------------------------------------------

    def stand(self, hindrance: Hashable, since: int | None = None) -> None:
        """Let the time that counts stand, until this and every other hindrance has gone.

        `since` (`steady_ms`) is when it began, if that was noticed later: what has counted since then counts no more.
        """
        now = self._look()
        self._hindrances.add(hindrance)
        began = max(now if since is None else min(since, now), self._counts_since)
        self._stands_since = began if self._stands_since is None else min(began, self._stands_since)

    def go_on(self, hindrance: Hashable) -> None:
        """This hindrance has gone. Nothing happens when it was not there."""
        now = self._look()
        self._hindrances.discard(hindrance)
        if self._hindrances or self._stands_since is None:
            return
        stood_ms = now - self._stands_since
        self._stands_since = None
        if stood_ms >= SHORTEST_STAND_MS:
            self._give_back(stood_ms, now)
        for watcher in self.watchers:
            watcher()

    def feel_pulse(self, next_in_ms: int) -> int:
        """Say that the process runs, and when that will be said again: silence beyond that means that it stood still.

        How much time was given back since the last pulse, in milliseconds.
        """
        self._next_pulse = self._look() + next_in_ms
        given_back, self._given_back = self._given_back, 0
        return given_back

    def take_up(self, last: Reading | None) -> int:
        """Go on with the time that counts where an earlier process was last there; how long ago that was.

        0 when there was none: what stood until now was no absence, and is not given back as one. 0 as well when that
        lies in the future: the machine's time was wrong, then or now. What counts goes on from there all the same.
        """
        now_ms = self.now_ms()
        if last is None:
            last = Reading(now_ms, self.play_ms())
        self._counts_since = self._seen
        self._lag = now_ms - last.play_ms
        if self._stands_since is not None:
            self._stands_since = self._seen
        return max(0, now_ms - last.at_ms)

    # -- what Discord says ------------------------------------------------------------------------------------------

    def compare(self, date_ms: int, asked: int, answered: int) -> int:
        """Put the time right by an answer of Discord's from the whole second `date_ms`, to a request that was made and
        answered at these times of the steady clock. By how much it was moved, in milliseconds: mostly 0.

        No deadline is moved by it: the time that counts goes on as it did.
        """
        too_late = asked + self._ahead > date_ms + DATE_WITHIN_MS + WRONG_FROM_MS
        too_early = answered + self._ahead < date_ms - WRONG_FROM_MS
        if not (too_late or too_early):
            return 0
        moved = date_ms + DATE_WITHIN_MS // 2 - (asked + answered) // 2 - self._ahead
        self._ahead += moved
        self._lag += moved
        return moved

    # -- noticing ---------------------------------------------------------------------------------------------------

    def _look(self) -> int:
        """The steady clock. Time in which nobody looked though a pulse was due does not count."""
        now = self._steady_ms()
        if self._next_pulse is not None and now - self._next_pulse > OVERDUE_MS:
            self._next_pulse = now
            if self._stands_since is None and now - self._seen >= SHORTEST_STAND_MS:
                self._give_back(now - self._seen, now)
        self._seen = now
        return now

    def _give_back(self, stood_ms: int, now: int) -> None:
        self._lag += stood_ms
        self._given_back += stood_ms
        self._counts_since = now
