"""One wall clock for Discord and the bot, so many times as fast as the machine's: a night of a minute takes seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""The first millisecond of 2015, from which snowflakes count."""

_machine_s = time.time


@dataclass(frozen=True)
class Clock:
    """Starts at the machine's time `began_s` and runs `speed` times as fast. Both processes hold the same one."""

    began_s: float
    speed: float

    @classmethod
    def start(cls, speed: float) -> Clock:
        return cls(_machine_s(), speed)

    def now_s(self) -> float:
        """Seconds since 1970, on this clock."""
        return self.began_s + (_machine_s() - self.began_s) * self.speed

    def now_ms(self) -> int:
        return int(self.now_s() * 1000)


class Snowflakes:
    """Discord's ids: the time in milliseconds, and below it a count, so that a later id is always the higher one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        self._last = max(self._last + 1, (self._clock.now_ms() - DISCORD_EPOCH_MS) << 22)
        return self._last

    def on_shard(self, shard: int, shards: int) -> int:
        """The id of a server that this shard serves: `(guild_id >> 22) % num_shards`."""
        moment = self.next() >> 22
        moment += (shard - moment) % shards
        self._last = max(self._last, moment << 22)
        return moment << 22
