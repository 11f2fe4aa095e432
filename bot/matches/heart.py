"""The heart: what a process leaves behind while it is there, so that the next one knows how much time has counted.

It beats quickly at first and slower with age: of a process that dies, at most a third of its life goes unnoticed, and
never more than one beat. So a bot that dies every few seconds does not stretch the clocks of its players.
"""

from __future__ import annotations

from typing import Final

from bot.matches.timekeeper import Reading, Timekeeper
from bot.store import heartbeat
from bot.store.database import AnyThread, Store, Work

BEGINNING: Final = "beginning"
"""The hindrance while the bot begins: it is told of presses, but no clock runs until all of them are taken up."""
SLOWEST_S = 15.0
QUICKEST_S = 1.0
AGE_PER_BEAT = 2
"""A process that is so many seconds old beats again after one."""
PULSE_S = 5.0
"""While something is due soon, the process is felt to run at least so often; see `Timekeeper.feel_pulse`."""
SOON_MS = 60_000
IDLE_S = 60.0
"""While nothing is due at all, nobody's time passes: so often is enough."""


class Heart:
    """Writes down how far the time that counts has come."""

    def __init__(self, store: Store, time: Timekeeper) -> None:
        self._store = store
        self._time = time
        self._is_taken_up = False
        """Before that nothing is written: it would hide how long nobody was there. It is from the first beat on."""
        self._born = time.steady_ms()
        self._beat_at = self._born
        self._interval_s = QUICKEST_S
        """From the last beat to the next."""
        self._written: Reading | None = None
        self._is_lost = False
        """Whether the last beat may not have been written: then another one is due."""

    async def look_back(self) -> int:
        """Stand where the last process was there last, in the time that counts; how long ago that was, in ms."""
        self._time.stand(BEGINNING)
        async with self._store.reading() as connection:
            last = await heartbeat.last_beat(connection, self._store.slot)
        return self._time.take_up(None if last is None else Reading(last.at_ms, last.play_ms))

    async def take_up(self) -> int:
        """The same, and go on from there. That this process is there is written down when all is taken up: where that
        fails, the next one still learns when somebody was there last."""
        away_ms = await self.look_back()
        self._time.go_on(BEGINNING)
        self._born = self._time.steady_ms()
        return away_ms

    async def beat(self) -> None:
        """Write down that the bot is there; while time stands, when it was there last. Raises StoreError."""
        self._is_taken_up = True
        try:
            await self._store.write(AnyThread(self._next()))
        except BaseException:
            self.lose()
            raise

    async def beat_if_due(self) -> None:
        if self._is_due(self._interval_s):
            await self.beat()

    def beat_along(self) -> Work[None] | None:
        """The same for somebody else's transaction, if the last beat is not quite new: what is written there shows that
        the bot was there."""
        return self._next() if self._is_taken_up and self._is_due(QUICKEST_S) else None

    def lose(self) -> None:
        """A transaction with which a beat may have gone along was not written: what counts is the last that was."""
        self._is_lost = True

    def next_look_s(self, due_in_ms: int | None) -> float:
        """After how many seconds somebody should look whether it is time to beat, when this is due next."""
        if due_in_ms is None:
            return IDLE_S if self._interval_s == SLOWEST_S else self._interval_s
        return min(PULSE_S if due_in_ms <= SOON_MS else SLOWEST_S, self._interval_s)

    def _is_due(self, interval_s: float) -> bool:
        if self._is_lost or self._written is None:
            return True
        if self._time.stands:
            return self._written != self._time.last_there()  # what was written before this was noticed is taken back
        return self._time.steady_ms() - self._beat_at >= interval_s * 1000

    def _next(self) -> Work[None]:
        """The next beat, which somebody is about to write."""
        self._is_lost = False
        self._beat_at = self._time.steady_ms()
        age_s = (self._beat_at - self._born) / 1000
        self._interval_s = min(SLOWEST_S, max(QUICKEST_S, age_s / AGE_PER_BEAT))
        self._written = there = self._time.last_there()
        return lambda connection: heartbeat.beat(connection, *there, slot=self._store.slot)
