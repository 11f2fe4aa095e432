"""The clock of all matches: absolute due times in a heap, and one timer for the earliest."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

LONGEST_SLEEP_S = 3600.0
"""The timer never sleeps longer, so that a changed system clock is noticed."""


class Deadline(NamedTuple):
    """When the default of a question is taken: `due_ms` in epoch milliseconds."""

    due_ms: int
    match: int
    checkpoint: int
    question: int


class Deadlines:
    """Calls `expire` for each deadline when it has passed. Deadlines that no longer hold are for `expire` to ignore."""

    def __init__(self, now_ms: Callable[[], int], expire: Callable[[Deadline], Coroutine[Any, Any, None]]) -> None:
        self._now_ms = now_ms
        self._expire = expire
        self._heap: list[Deadline] = []
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def add(self, deadlines: list[Deadline]) -> None:
        for deadline in deadlines:
            heapq.heappush(self._heap, deadline)
        self._arm()

    def load(self, deadlines: list[Deadline]) -> None:
        """Take over all deadlines at start-up; they come ordered, so that is a heap already."""
        self._heap = sorted(deadlines)
        self._arm()

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed or not self._heap or self._task is not None:
            return
        delay = max(0.0, min((self._heap[0].due_ms - self._now_ms()) / 1000, LONGEST_SLEEP_S))
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._expire_due())

    async def _expire_due(self) -> None:
        try:
            while self._heap and self._heap[0].due_ms <= self._now_ms() and not self._closed:
                await self._expire(heapq.heappop(self._heap))
        finally:
            self._task = None
            self._arm()
