"""Whether direct messages get through at all.

That one person cannot be reached may be their trouble alone, for which clocks wait where that tells nothing
(`bot.ui.stage.asked`). But when messages to several people fail, one after the other, and none arrives, Discord brings
none to anybody. Then no time counts, at no table, whoever is asked there. Two may also have the same trouble by chance:
for two it counts again after a while.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import structlog

from bot.matches.timekeeper import Timekeeper

log = structlog.get_logger(__name__)

DIRECT_MESSAGES: Final = "direct messages"
"""The hindrance when none arrives."""
SEVERAL: Final = 2
"""People whose messages have to fail."""
CHANCE_MS: Final = 5 * 60_000
"""After so long it was by chance that these were two, and nobody else was told anything."""
REMEMBERED_MS: Final = 90_000
"""A failure says nothing any more after so long; whatever could not be sent is tried again sooner."""
TELL_AGAIN_MS: Final = 20_000
"""While clocks stand for this, what people are told of them is put right so often: it would soon be over."""


class DirectLine:
    """Tells the timekeeper. The courier reports every direct message that has arrived or could not be brought."""

    def __init__(self, time: Timekeeper, show_times: Callable[[], None] = lambda: None) -> None:
        self._time = time
        self._show_times = show_times
        self._shown_at = 0
        """When times were put right last (`steady_ms`)."""
        self._failing: dict[int, tuple[int, int]] = {}
        """Person -> when the first message that failed was begun, and when the last one failed (`steady_ms`)."""

    def now(self) -> int:
        """To say later when a message was begun (`steady_ms`)."""
        return self._time.steady_ms()

    def arrived(self) -> None:
        """A message has reached somebody: to others they can go, too."""
        self._failing.clear()
        self._time.go_on(DIRECT_MESSAGES)

    def failed(self, user_id: int, began: int) -> None:
        """No try to bring a message to this person was answered properly; the first one was made at `began`."""
        first, _ = self._failing.get(user_id, (began, began))
        self._failing[user_id] = first, self._time.steady_ms()
        self.look()
        if self._is_general():
            if not self._time.is_hindered_by(DIRECT_MESSAGES):
                log.warning("direct_messages_do_not_arrive", people=len(self._failing))
            self._time.stand(DIRECT_MESSAGES, min(first for first, _ in self._failing.values()))

    def look(self) -> None:
        """Forget what failed long ago; called every few seconds. When nobody tries any more, nothing is known."""
        oldest = self._time.steady_ms() - REMEMBERED_MS
        self._failing = {who: times for who, times in self._failing.items() if times[1] > oldest}
        if not self._is_general():
            self._time.go_on(DIRECT_MESSAGES)
        elif self._time.steady_ms() - self._shown_at >= TELL_AGAIN_MS:
            self._shown_at = self._time.steady_ms()
            self._show_times()

    def _is_general(self) -> bool:
        """Whether so many fail that nobody can be reached."""
        since = min((first for first, _ in self._failing.values()), default=0)
        is_new = self._time.steady_ms() - since < CHANCE_MS
        return len(self._failing) > SEVERAL or (len(self._failing) == SEVERAL and is_new)
