"""The other slots, as a process sees them that plays one itself: which of them nobody plays, and nobody is about to.

Each process looks at the rows of the others' leases. A lease that was not made longer for a while belongs to a process
that has died, stands still, or is cut off. Whoever wants to do something about it takes a lock for that slot, so that
of several only one does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import BigInteger, bindparam, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import connecting
from bot.store.lease_rows import LEASE_MS, SLOT_BITS, STANDING_IN, WAITING, lock_of, row_of, table
from bot.store.server_time import NOW_MS
from bot.store.slots import Slot

QUIET_MS: Final = 2_500
"""Its holder makes a lease longer each second. One that was not heard of for so long is gone, as it seems."""
NOT_TAKEN_MS: Final = 1_500
"""Whoever waits for a lease and has not taken it so long after it ran out does not come either."""
GIVEN_BACK_MS: Final = 3_000
"""Whoever has stopped in good order is not missed for so long: it may be started again, and would go on with its
sessions with Discord, while two processes for one slot need new ones."""
_row = table.c
_TRY = select(func.pg_try_advisory_lock(cast(bindparam("lock"), BigInteger)))
_LET_GO = select(func.pg_advisory_unlock(cast(bindparam("lock"), BigInteger)))
_LEFT_MS = (_row.until_ms - NOW_MS).label("left_ms")
_WAS_PLAYED = _row.fence % (1 << SLOT_BITS) > 0
_LOOK = select(_row.id, _LEFT_MS, _row.owner == "").where(
    _WAS_PLAYED, _row.id != bindparam("mine"), _row.id <= bindparam("of"), _LEFT_MS < LEASE_MS - QUIET_MS
)


class Neighbours:
    """What the process of one slot knows of the others. Every method raises what the database raises."""

    def __init__(self, address: str, slot: Slot) -> None:
        self._slot = slot
        self._engine = connecting.engine_for(connecting.url_of(address), "lease")
        self._line: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._stood_in_for: set[int] = set()

    async def left_alone(self) -> list[int]:
        """The slots that were played once, whose process was not heard of for a while, and for which nobody waits, or
        not successfully."""
        async with self._asking() as line:
            found = (await line.execute(_LOOK, {"mine": row_of(self._slot.number), "of": self._slot.of})).all()
            slots = [(number - row_of(0), left_ms, given_back) for number, left_ms, given_back in found]
            return [slot for slot, *looks in slots if await _is_alone(line, slot, *looks)]

    async def stand_in(self, slot: int) -> bool:
        """Whether this process, and no other, is to do something for this slot, until `leave`."""
        async with self._asking() as line:
            if not await _has_taken(line, STANDING_IN, slot, keep=True):
                return False
            self._stood_in_for.add(slot)
            return True

    async def leave(self, slot: int) -> None:
        """Others may do something for this slot."""
        self._stood_in_for.discard(slot)
        async with self._asking() as line:
            await line.execute(_LET_GO, {"lock": lock_of(STANDING_IN, slot)})

    @asynccontextmanager
    async def _asking(self) -> AsyncIterator[AsyncConnection]:
        """The line, for one who asks at a time. Over a new one it is said again for whom this process stands in."""
        async with self._turn:
            if self._line is None:
                self._line = await self._engine.connect()
                for slot in self._stood_in_for:
                    await _has_taken(self._line, STANDING_IN, slot, keep=True)
            yield self._line

    async def hang_up(self) -> None:
        """Over this line nothing comes any more; whoever asks next opens another."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(Exception):
                await line.invalidate()
            with suppress(Exception):
                await line.close()

    async def close(self) -> None:
        await self.hang_up()
        await self._engine.dispose()


async def _is_alone(line: AsyncConnection, slot: int, left_ms: int, given_back: bool) -> bool:
    """left_ms  for how long its lease still lasts, or lasted until it was given back"""
    if given_back:
        return left_ms < -GIVEN_BACK_MS
    return left_ms < -NOT_TAKEN_MS or await _has_taken(line, WAITING, slot)


async def _has_taken(line: AsyncConnection, lock: int, slot: int, *, keep: bool = False) -> bool:
    """Whether nobody has this lock of a slot; it is kept, or given back at once."""
    named = {"lock": lock_of(lock, slot)}
    is_free = bool((await line.execute(_TRY, named)).scalar())
    if is_free and not keep:
        await line.execute(_LET_GO, named)
    return is_free
