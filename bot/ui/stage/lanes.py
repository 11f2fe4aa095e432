"""Lanes: what is sent to one person waits for nobody else, and nobody else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.engine.questions import Seat
from bot.ui.stage.rounds import Rounds

Key = tuple[int, Seat]
"""Match and seat."""


class SeatLanes:
    """What is being sent to single seats of all matches: one thing at a time to each."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self._sending: dict[Key, asyncio.Task[bool]] = {}
        self._passed_over: set[Key] = set()

    def send(
        self, match_id: int, seat: Seat, work: Callable[[], Coroutine[Any, Any, bool]]
    ) -> asyncio.Task[bool] | None:
        """Begin to send; `work` gives whether everything has arrived, and raises nothing.

        None: to this seat something else is being sent, and the match is brought forward again after that.
        """
        key = (match_id, seat)
        if key in self._sending:
            self._passed_over.add(key)
            return None
        task = self._sending[key] = asyncio.create_task(work())
        task.add_done_callback(partial(self._sent, key))
        return task

    def is_sending(self, match_id: int, seat: Seat) -> bool:
        """Whether something is being sent to this seat."""
        return (match_id, seat) in self._sending

    def _sent(self, key: Key, task: asyncio.Task[bool]) -> None:
        del self._sending[key]
        if key in self._passed_over:
            self._passed_over.discard(key)
            self._rounds.schedule(key[0])

    async def close(self, timeout_s: float) -> None:
        """Let what is being sent be sent."""
        if self._sending:
            await asyncio.wait(list(self._sending.values()), timeout=timeout_s)
