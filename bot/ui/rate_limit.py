"""How often one person may do something."""

from __future__ import annotations

from collections import OrderedDict

from bot.matches.errors import Refused

LEAST_PAUSE_MS = 3000
"""Least time between two times of one person, unless another is named."""
REMEMBERED_MOST = 2000


class RateLimit:
    """Keeps people from doing something too often. Remembers only the latest.

    refusal  the code with which they are told
    """

    def __init__(self, refusal: str, pause_ms: int = LEAST_PAUSE_MS) -> None:
        self._refusal = refusal
        self._pause_ms = pause_ms
        self._last: OrderedDict[int, int] = OrderedDict()

    def slow_down(self, user_id: int, now_ms: int) -> None:
        """Note that this person does it now. Raises Refused when that is too soon after the last time."""
        if now_ms - self._last.get(user_id, 0) < self._pause_ms:
            raise Refused(self._refusal)
        self._last[user_id] = now_ms
        self._last.move_to_end(user_id)
        if len(self._last) > REMEMBERED_MOST:
            self._last.popitem(last=False)
