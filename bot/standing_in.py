"""Where several processes play, and one of them is gone: another one starts a process in its place.

That is a process of its own, for the slot that was left alone, on this machine. It ends with the one that has started
it, and hands over as soon as somebody else is ready for the slot: it was never meant to play there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

import structlog

from bot.several import Command, play
from bot.store.lease import Lease

log = structlog.get_logger(__name__)

LOOK_S: Final = 0.5
"""How often a process looks whether another slot was left alone."""
LEAVE_S: Final = 2.0
"""How often whoever stands in looks whether it is needed."""
PATIENCE_S: Final = 5.0
"""A database that does not answer for so long is asked anew, over another connection."""
YOUNG_S: Final = 15.0
"""So long after its own start a process lets the others come that have not been there yet."""
AGAIN_S: Final = 60.0
"""A process that has ended so soon is not started again before so long has passed."""
NOT_NEEDED_S: Final = 60.0
"""Whoever stands in and has waited for so long, while somebody else plays, goes."""


class Neighbours(Protocol):
    """The other slots; see `bot.store.neighbours`."""

    async def left_alone(self) -> list[int]: ...
    async def stand_in(self, slot: int) -> bool: ...
    async def leave(self, slot: int) -> None: ...
    async def hang_up(self) -> None: ...


class StandIns:
    """The processes that this one has started in place of others."""

    def __init__(self, neighbours: Neighbours, command: Command, stop: asyncio.Event) -> None:
        self._neighbours = neighbours
        self._command = command
        self._stop = stop
        self._born_s = asyncio.get_running_loop().time()
        self._were_alone: set[int] = set()
        """Found so at the last look."""
        self._were_there: set[int] = set()
        """Found not to be so at any look: they are missed."""
        self._not_before_s: dict[int, float] = {}
        self._sees = True
        """Whether the last look told something."""
        self.playing: dict[int, asyncio.Task[None]] = {}

    async def keep(self, plays: Callable[[], bool], others: int) -> None:
        """Look after so many slots, from 0, while this process plays itself; until `stop` is set."""
        try:
            while not self._stop.is_set():
                if plays():
                    await self._look_in_time(others)
                await _pause(self._stop, LOOK_S if self._sees else PATIENCE_S)
        finally:
            if self.playing:
                await asyncio.wait(self.playing.values())

    async def _look_in_time(self, others: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.look(others)
            self._sees = True
        except Exception as problem:  # the database is gone, or another trouble: whoever plays says so, too
            if self._sees:
                log.info("neighbours_not_seen", problem=type(problem).__name__)
            self._sees = False
            await self._neighbours.hang_up()

    async def look(self, others: int) -> None:
        """Start a process for each slot that was found left alone twice. Raises what the database raises."""
        alone = set(await self._neighbours.left_alone())
        self._were_there |= set(range(others)) - alone
        for slot in sorted(alone & self._were_alone - set(self.playing)):
            if self._is_missed(slot) and await self._neighbours.stand_in(slot):
                self.playing[slot] = asyncio.create_task(self._play(slot), name=f"stands in for {slot}")
        self._were_alone = alone

    def _is_missed(self, slot: int) -> bool:
        now_s = asyncio.get_running_loop().time()
        was_there = slot in self._were_there or now_s - self._born_s >= YOUNG_S
        return was_there and now_s >= self._not_before_s.get(slot, 0)

    async def _play(self, slot: int) -> None:
        began_s = asyncio.get_running_loop().time()
        log.warning("stands_in", for_slot=slot)
        try:
            code = await play(self._command, slot, self._stop)
            log.warning("stood_in", for_slot=slot, code=code)
        finally:
            self._not_before_s[slot] = began_s + AGAIN_S
            del self.playing[slot]
            await _in_time(self._neighbours.leave(slot))


async def until_not_needed(lease: Lease, stop: asyncio.Event) -> None:
    """Whoever stands in stops when somebody else is ready, or when it was not needed at all."""
    began_s = asyncio.get_running_loop().time()
    while not stop.is_set():
        await _pause(stop, LEAVE_S)
        waited_s = asyncio.get_running_loop().time() - began_s
        if await lease.is_awaited() or (not lease.is_held and waited_s >= NOT_NEEDED_S):
            log.info("not_needed")
            stop.set()


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    """Until it is time to look again."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


async def _in_time(asking: Awaitable[None]) -> None:
    """A lock that cannot be given back ends with its connection."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            await asking
    except Exception as problem:
        log.info("neighbours_not_seen", problem=type(problem).__name__)
