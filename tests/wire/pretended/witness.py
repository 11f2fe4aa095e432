"""Everything that was asked of the pretended Discord and how it answered; tests wait for it, never for seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pretended.clock import Clock

PATIENCE_S: Final = 180.0
"""Only to end a run that hangs."""
TURNS_COME_WITHIN: Final = 10
"""On the busiest machine everybody has so many seconds in so many times as many of the machine's."""
LOOK_AGAIN_S: Final = 0.05
QUIET_S: Final = 1.0
"""For so long nothing new is seen: longer than the bot's own pauses between tries, at the speed of these clocks."""


class Hung(AssertionError):
    """What was waited for did not come."""


@dataclass(frozen=True)
class Seen:
    """One request: its number, the route it took, and how it was answered."""

    number: int
    method: str
    route: str
    status: int
    note: str = ""

    def __str__(self) -> str:
        return f"{self.number:>5}  {self.status}  {self.method:<6} {self.route}  {self.note}".rstrip()


class Witness:
    """The run's trace, and a bell that rings whenever something has happened."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.requests: list[Seen] = []
        self.notes: list[str] = []
        self._bells: set[asyncio.Event] = set()

    def saw(self, method: str, route: str, status: int, note: str = "") -> None:
        seen = Seen(len(self.requests) + 1, method, route, status, note)
        self.requests.append(seen)
        self.note(str(seen))

    def note(self, line: str) -> None:
        """Write something into the trace."""
        self.notes.append(line)
        self.ring()

    def ring(self) -> None:
        """Let everybody who waits look again."""
        for bell in self._bells:
            bell.set()

    async def until_written(self, holds: Callable[[], bool], what: str, *, patience_s: float = PATIENCE_S) -> None:
        """Wait for what another process writes into a file: nothing rings for that, so it is looked at often."""
        ringing = asyncio.get_running_loop().create_task(self._ring_often())
        try:
            await self.until(holds, what, patience_s=patience_s)
        finally:
            ringing.cancel()

    async def until_quiet(self) -> None:
        """Until nothing has been asked for a while: nobody but the bot knows whether it is about to say more."""
        seen, since_s = len(self.notes), self._clock.passed_s()
        while self._clock.passed_s() - since_s < QUIET_S:
            await asyncio.sleep(LOOK_AGAIN_S)
            if seen != len(self.notes):
                seen, since_s = len(self.notes), self._clock.passed_s()

    async def _ring_often(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            self.ring()

    async def until(self, holds: Callable[[], bool], what: str, *, patience_s: float = PATIENCE_S) -> None:
        """Wait until this holds. Raises Hung when it does not come in so many seconds of everybody's turns."""
        bell = asyncio.Event()
        self._bells.add(bell)
        given_up = asyncio.create_task(self._clock.sleep(patience_s))
        given_up.add_done_callback(lambda _: bell.set())
        try:
            async with asyncio.timeout(TURNS_COME_WITHIN * patience_s):
                while not holds() and not given_up.done():
                    await bell.wait()
                    bell.clear()
        except TimeoutError:
            raise Hung(f"nobody had a turn any more, waiting for {what}") from None
        finally:
            self._bells.discard(bell)
            was_over = given_up.done()
            given_up.cancel()
        if was_over and not holds():
            raise Hung(f"waited {patience_s:.0f} s for {what}")

    def write_trace(self, path: Path) -> None:
        path.write_text("\n".join(self.notes) + "\n")
