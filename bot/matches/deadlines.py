"""What is due in all matches: absolute due times in a heap, and one timer for the earliest."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, NamedTuple

import structlog

log = structlog.get_logger(__name__)

LONGEST_SLEEP_S = 3600.0
"""The timer never sleeps longer, so that a changed system clock is noticed."""
RINGS_S = 15.0
"""For so long the others wait for one that rings: even where Discord is asked first, that takes less."""
PATIENCE_S = 1.0
"""For so long they wait for the next, while one hangs already: where many do, those behind them ring all the same."""
STALE_LEAST = 64
"""The heap is cleared of replaced deadlines only when there are more of them than this, and than of the others."""


class Deadline(NamedTuple):
    """When something is due: `due_ms` is in the time of the clock that `Deadlines` is given. Defaults of questions are
    due in the time that counts (`bot.matches.timekeeper`)."""

    due_ms: int
    match: int
    checkpoint: int
    question: int


class Deadlines:
    """Calls `expire` once for each deadline when it has passed: one after the other, but no match waits for long for
    another at which that does not end.

    While the clock `stands`, nothing is waited for: whoever lets it go on has to `look`.

    Each match has one set of deadlines. A new set replaces the old one: what is not in it rings no more, and what was
    in the old one as well rings only once. Memory is bounded by the deadlines that hold.
    """

    def __init__(
        self,
        now_ms: Callable[[], int],
        expire: Callable[[Deadline], Coroutine[Any, Any, None]],
        stands: Callable[[], bool] = lambda: False,
        *,
        loads: bool = True,
    ) -> None:
        """loads  whether `load` is still called: until then it is kept in mind where nothing is due any more"""
        self._now_ms = now_ms
        self._expire = expire
        self._stands = stands
        self._heap: list[Deadline] = []
        """The deadlines that hold and have not rung, and some that were replaced."""
        self._held: dict[int, tuple[Deadline, ...]] = {}
        """Match -> its set; those that have rung stay until the set is replaced."""
        self._let_go: set[int] = set()
        """Matches in which nothing is due any more, until all others are known."""
        self._is_loaded = not loads
        self._count = 0
        self._ringing: dict[int, tuple[Deadline, asyncio.Task[None]]] = {}
        """Match -> what rings there just now."""
        self._behind: list[Deadline] = []
        """What is due at a match where something rings that does not end."""
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.begins: Callable[[], None] = _nobody_waits
        """Called when something is due and nothing was before."""

    def replace(self, match: int, deadlines: Iterable[Deadline]) -> None:
        """From now on these are the deadlines of this match, and there are no others."""
        before = self._held.pop(match, ())
        now, was_idle = tuple(deadlines), not self._heap
        if now:
            self._held[match] = now
        elif not self._is_loaded:
            self._let_go.add(match)
        self._count += len(now) - len(before)
        for one in now:
            if one not in before:
                heapq.heappush(self._heap, one)
        self._drop_stale()
        self.look()
        if was_idle and self._heap:
            self.begins()

    def ring_again(self, deadline: Deadline, due_ms: int) -> None:
        """A deadline that has rung rings once more at this time, unless it holds no longer.

        At its own time again: as soon as the clock, which stands now, goes on and has come so far.
        """
        if self._holds(deadline):
            again = deadline._replace(due_ms=due_ms)
            held = self._held[deadline.match]
            self._held[deadline.match] = tuple(again if one == deadline else one for one in held)
            heapq.heappush(self._heap, again)
            self.look()

    def load(self, deadlines: Iterable[Deadline]) -> None:
        """Take over all deadlines of all matches, at start-up.

        A match whose set was replaced before has that one: it may be newer than what was read of it.
        """
        known = self._held.keys() | self._let_go
        found = [one for one in deadlines if one.match not in known]
        self._let_go.clear()
        self._is_loaded = True
        self._heap = sorted([*self._heap, *found])  # in order, that is a heap already
        self._count += len(found)
        for one in found:
            self._held[one.match] = (*self._held.get(one.match, ()), one)
        self.look()

    def next_in_ms(self) -> int | None:
        """In how much time something may be due; None when nothing is."""
        return self._heap[0].due_ms - self._now_ms() if self._heap else None

    def late(self, by_ms: int) -> int:
        """How many are due for longer than so many milliseconds, and have not rung; none while the clock stands."""
        before = self._now_ms() - by_ms
        return 0 if self._stands() else sum(one.due_ms < before and self._holds(one) for one in self._not_rung())

    def waits_for(self, match: int, checkpoint: int, question: int) -> bool:
        """Whether this will ring, or rings just now."""
        place = (match, checkpoint, question)
        return any(one[1:] == place and self._holds(one) for one in self._not_rung())

    @property
    def count(self) -> int:
        """How many are waited for."""
        return self._count

    def matches(self) -> list[int]:
        """The matches in which something is waited for."""
        return sorted(self._held)

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
        for _, ringing in self._ringing.values():
            ringing.cancel()

    def look(self) -> None:
        """See what is due next: the deadlines have changed, or the clock."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed or not self._heap or self._task is not None or self._stands():
            return
        delay = max(0.0, min((self._heap[0].due_ms - self._now_ms()) / 1000, LONGEST_SLEEP_S))
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _holds(self, deadline: Deadline) -> bool:
        return deadline in self._held.get(deadline.match, ())

    def _not_rung(self) -> Iterable[Deadline]:
        """What will ring, or rings just now, among some that hold no longer."""
        return (*(deadline for deadline, _ in self._ringing.values()), *self._behind, *self._heap)

    def _drop_stale(self) -> None:
        """Clear the heap of replaced deadlines, seldom enough that it costs nothing for each of them."""
        if len(self._heap) > 2 * self._count + STALE_LEAST:
            self._heap = [deadline for deadline in self._heap if self._holds(deadline)]
            heapq.heapify(self._heap)

    def _ring(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._expire_due())

    def _is_something_due(self) -> bool:
        if self._closed or not self._heap or self._stands():
            return False
        return self._heap[0].due_ms <= self._now_ms()

    async def _expire_due(self) -> None:
        try:
            while self._is_something_due():
                deadline = heapq.heappop(self._heap)
                while self._heap and self._heap[0] == deadline:  # moved away and back again
                    heapq.heappop(self._heap)
                if deadline.match in self._ringing:
                    self._behind.append(deadline)
                elif self._holds(deadline):
                    await self._let_ring(deadline)
        finally:
            self._task = None
            self.look()

    async def _let_ring(self, deadline: Deadline) -> None:
        """Wait for it, but not for ever: what does not end goes on by itself."""
        patience_s = PATIENCE_S if self._ringing else RINGS_S
        ringing = asyncio.create_task(self._expire(deadline))
        self._ringing[deadline.match] = deadline, ringing
        hangs = asyncio.get_running_loop().call_later(RINGS_S, partial(log.error, "clock_hangs", match=deadline.match))
        ringing.add_done_callback(partial(self._has_rung, deadline.match, hangs))
        await asyncio.wait({ringing}, timeout=patience_s)

    def _has_rung(self, match: int, hangs: asyncio.TimerHandle, ringing: asyncio.Task[None]) -> None:
        """What is due there besides can ring now."""
        hangs.cancel()
        if not ringing.cancelled() and (problem := ringing.exception()) is not None:
            log.error("clock_failed", match=match, kind=type(problem).__name__, exc_info=problem)
        del self._ringing[match]
        behind = [one for one in self._behind if one.match == match]
        if behind:
            self._behind = [one for one in self._behind if one.match != match]
            for one in behind:
                heapq.heappush(self._heap, one)
            self.look()


def _nobody_waits() -> None:
    """Nobody wants to know when something is due again."""
