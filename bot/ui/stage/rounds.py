"""Rounds of sending: one at a time for each match, and another one when something happens meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

RETRY_S = 20.0
"""Pause before a match is brought forward again after Discord or the store could not be reached."""

Play = Callable[[int], Awaitable[None]]


class Rounds:
    """Plays the rounds of all matches. `play` is told by whoever plays them; it raises nothing."""

    def __init__(self) -> None:
        self.play: Play = _nothing
        self.closing = False
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._begun: set[int] = set()
        """Of these, the matches whose round has begun: what happens now may come too late for it."""
        self._again: set[int] = set()

    @property
    def at_rest(self) -> bool:
        """Whether no round is being played, nor waits to be."""
        return not (self._playing or self._again)

    def schedule(self, match_id: int) -> None:
        """Bring this match forward, now or right after the present round of sending."""
        if self.closing:
            return
        if match_id in self._playing:
            if match_id in self._begun:
                self._again.add(match_id)
            return
        task = asyncio.create_task(self._one_round(match_id))
        self._playing[match_id] = task
        task.add_done_callback(lambda _: self._played(match_id))

    def schedule_in(self, seconds: float, match_id: int) -> None:
        """Bring this match forward after a pause."""
        asyncio.get_running_loop().call_later(seconds, self.schedule, match_id)

    async def close(self) -> None:
        """Let what is being sent be sent, and begin nothing more."""
        self.closing = True
        if self._playing:
            await asyncio.wait(list(self._playing.values()), timeout=5)

    async def _one_round(self, match_id: int) -> None:
        self._begun.add(match_id)
        await self.play(match_id)

    def _played(self, match_id: int) -> None:
        self._playing.pop(match_id, None)
        self._begun.discard(match_id)
        if match_id in self._again:
            self._again.discard(match_id)
            self.schedule(match_id)


async def _nothing(match_id: int) -> None:
    """Nobody plays yet."""
