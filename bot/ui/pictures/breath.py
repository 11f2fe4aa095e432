"""A drawing draws breath: it stops for a moment, now and then, so that the event loop can go on.

Python does not see to that by itself. A thread that draws hands the interpreter over for each stamp it lays down, and
takes it back before another one has woken up; and where one core is left, it keeps that for milliseconds.
"""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

DRAWS_S = 0.002
"""A drawing goes on for so long, and for whatever it has begun by then. A quarter of it would spare clicks hardly
anything more; but on a busy machine another process takes the core at each stop, and pictures come later."""
STOPS_S = 0.000001
"""The shortest stop there is. It takes some 60 microseconds: long enough for another thread to wake up."""


class Breath:
    """When a drawing stopped last."""

    def __init__(self) -> None:
        self._drawn_since = time.perf_counter()

    def draw(self) -> None:
        """Stop for a moment, if it is time to."""
        if time.perf_counter() - self._drawn_since >= DRAWS_S:
            time.sleep(STOPS_S)
            self._drawn_since = time.perf_counter()


class BreathingFile(io.BytesIO):
    """A file that draws breath with every block written."""

    def __init__(self, breath: Breath) -> None:
        super().__init__()
        self._breath = breath

    def write(self, block: ReadableBuffer, /) -> int:
        self._breath.draw()
        return super().write(block)
