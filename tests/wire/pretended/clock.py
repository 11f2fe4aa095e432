"""One wall clock for Discord and the bot, so many times as fast as the machine's: a night of a minute takes seconds.

It goes on only while both of them have their turns. On a busy machine either may be given none for a while: if the
clock went on meanwhile, that moment would be a long absence, and whoever pressed something would wait in vain.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""The first millisecond of 2015, from which snowflakes count."""

TURN_S: Final = 0.005
"""The clock goes on by steps of this length, in the machine's seconds."""
SIGN_S: Final = 0.015
"""Whoever takes part says so often at least that they have their turns."""
LATE_S: Final = 1.5
"""Of this clock: whoever has not said so for this long is waiting for a turn. A little more, and the bot would take it
for standing still."""

_machine_s = time.time
_monotonic_s = time.monotonic
_NUMBER: Final = "d"
_PAGE: Final = 4096


class Turns:
    """The machine's seconds in which everybody had their turns: one number in a file, and below it when each of those
    who take part was there last. One of them keeps it.

    late_s  who has not been there for so many of these seconds has no turn
    """

    def __init__(self, file: Path, late_s: float) -> None:
        self._late_s = late_s
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT)
        os.ftruncate(descriptor, _PAGE)
        # Not by `struct`: before it writes a number it writes nought, and another process would read that now and then.
        self._numbers = memoryview(mmap.mmap(descriptor, _PAGE)).cast(_NUMBER)
        os.close(descriptor)
        self._taking_part: set[int] = set()
        self._places = 0

    def passed_s(self) -> float:
        return self._read(0)

    def sign(self, place: int) -> None:
        """Whoever has this place is there, and has a turn."""
        self._numbers[place] = _monotonic_s()

    def new_place(self) -> int:
        """For somebody who is about to take part."""
        self._places += 1
        return self._places

    def join(self, place: int) -> None:
        """From now on the clock stands while whoever has this place has no turn."""
        self.sign(place)
        self._taking_part.add(place)

    def leave(self, place: int) -> None:
        """Their turns do not matter any more: they have ended, or are held up on purpose."""
        self._taking_part.discard(place)

    async def keep(self) -> None:
        """Let it go on, until this is cancelled."""
        last_s = _monotonic_s()
        while True:
            await asyncio.sleep(TURN_S)
            now_s = _monotonic_s()
            if all(last_s - self._read(place) <= self._late_s for place in self._taking_part):
                self._numbers[0] += min(now_s - last_s, self._late_s)
            last_s = now_s

    def _read(self, place: int) -> float:
        return float(self._numbers[place])


@dataclass(frozen=True)
class Clock:
    """Starts at the machine's time `began_s` and runs `speed` times as fast. Both processes hold the same one.

    file  where it is written down how far it has come, if it waits for everybody's turns; else it is the machine's
    """

    began_s: float
    speed: float
    file: Path | None = field(default=None)

    @classmethod
    def start(cls, speed: float, file: Path | None = None) -> Clock:
        return cls(_machine_s(), speed, file)

    def __reduce__(self) -> tuple[type[Clock], tuple[float, float, Path | None]]:
        return Clock, (self.began_s, self.speed, self.file)

    @cached_property
    def turns(self) -> Turns | None:
        return None if self.file is None else Turns(self.file, LATE_S / self.speed)

    def passed_s(self) -> float:
        """Seconds since it was started, as long as the machine's."""
        return _machine_s() - self.began_s if self.turns is None else self.turns.passed_s()

    def now_s(self) -> float:
        """Seconds since 1970, on this clock."""
        return self.began_s + self.passed_s() * self.speed

    def now_ms(self) -> int:
        return int(self.now_s() * 1000)

    async def sleep(self, seconds: float) -> None:
        """So many seconds of `passed_s`."""
        until_s, left_s = self.passed_s() + seconds, seconds
        while left_s > 0:
            await asyncio.sleep(max(left_s, TURN_S))
            left_s = until_s - self.passed_s()


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
