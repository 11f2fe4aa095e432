"""Who plays: of all processes on one PostgreSQL database the one that holds its lease. The others stand by.

The lease is a row: who holds it, a fencing number, and until when. Its holder makes it longer every second. Whoever
finds it run out takes it, and changes the number. From then on the holder before writes nothing any more: each of its
transactions begins by looking for its own number, and keeps that from being changed until it ends. All times in the
row are the server's, since the clocks of two machines differ.

Where the bot is divided (`bot.store.slots`), each slot has such a row, and a process that plays it holds that.

Whoever gives it back rings, so that the next one need not wait until it looks. Before that it can see whether somebody
is ready to take over at once.

The table is no part of the schema: it is needed before that is brought up to date, and means nothing in a copy.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    URL,
    BigInteger,
    Executable,
    bindparam,
    cast,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import connecting, dividing, errors, inbox
from bot.store.asking import Connection
from bot.store.fenced_line import FencedLine
from bot.store.hanging_up import HangingUp
from bot.store.lease_rows import BESIDE_THE_SCHEMA, LEASE_MS, READY, SLOT_BITS, WAITING, lock_of, row_of, table
from bot.store.server_time import NOW_MS
from bot.store.slots import WHOLE, Slot

TAKING_S = 5.0
"""How long to wait for a transaction of the holder before, which the server ends when that one is frozen in it."""
RENEW_S = 1.0
LOOK_S = 0.25
"""How often whoever stands by looks whether it has run out."""
PATIENCE_S = 2.0
"""A server that does not answer for so long is asked anew, over another connection."""
MARGIN_S = 0.5
"""So long before it runs out the holder is not sure any more: two clocks never go at quite the same pace."""

StandBy = Callable[[str], None]
"""Told once that somebody else has the database for itself, and who."""

# Any number will do as long as every version of the bot takes the same one, and uses it for nothing else.
_ADVISORY_LOCK = 7_164_201_734
_BELL = "magic_mirror_lease"
_row = table.c
_MINE = _row.fence == bindparam("mine")
_LOCK = text("LOCK TABLE process_lease IN SHARE ROW EXCLUSIVE MODE")
"""Nobody takes it meanwhile."""
_IS_HELD = select(func.count()).select_from(table).where(_row.until_ms > NOW_MS)
_MAKE = insert(table).values(owner="", until_ms=0).on_conflict_do_nothing()
_LOOK = select(_row.owner, _row.until_ms > NOW_MS, dividing.SLOTS).where(_row.id == bindparam("number"))
_TAKE = (
    update(table)
    .where(_row.id == bindparam("number"), _row.until_ms <= NOW_MS, bindparam("slots") == dividing.SLOTS)
    .values(fence=_row.fence + 1, owner=bindparam("who"), until_ms=NOW_MS + LEASE_MS)
    .returning(_row.fence)
)
_RENEW = update(table).where(_MINE).values(until_ms=NOW_MS + LEASE_MS)
_GIVE_BACK = update(table).where(_MINE).values(owner="", until_ms=NOW_MS).returning(_row.fence)
_HOLD = select(_row.fence).where(_MINE).with_for_update(read=True, key_share=True)
_RING = select(func.pg_notify(_BELL, ""))
_SHARE = select(func.pg_advisory_lock_shared(cast(bindparam("lock"), BigInteger)))
_IS_NOBODY_READY = select(func.pg_try_advisory_lock(cast(bindparam("ready"), BigInteger)))


class Lease:
    """The lease on a slot, from ``until_held`` until ``give_back``, or until another process has taken it."""

    def __init__(self, url: URL, slot: Slot = WHOLE) -> None:
        self.slot = slot
        self._number = row_of(slot.number)
        self._engine = connecting.engine_for(url, "lease")
        self._where = connecting.name_of(url)
        self._line: AsyncConnection | None = None
        self.quick = FencedLine(self, self._where)
        """For what is done for each click, while it is held."""
        self._fence = 0
        self._sure_until_s = 0.0
        self.holder = ""
        """Who has it, if not this process."""
        self._is_ready = False
        self._renew = _RENEW.returning(_row.fence, inbox.holds_any(slot))
        self._divided_otherwise = 0
        """Into how many slots the bot is divided, if not into as many as this process was told."""
        self._bell = asyncio.Event()
        self.rung = asyncio.Event()
        """Set when something has come for whoever has it (`bot.store.inbox`): at once, or, where the bell was not
        heard, when the lease is made longer the next time."""
        self.has_news_of_people = False
        """Whether something may have been written down of people since this was last set back."""
        self._news = asyncio.Event()
        self._lost = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._hanging_up = HangingUp()

    @classmethod
    async def take(cls, url: URL, stand_by: StandBy | None = None, *, slot: Slot = WHOLE) -> Lease:
        """Take it, or wait for it where ``stand_by`` is given. Raises DatabaseInUse where it is not, and what the
        database raises before it has answered for the first time."""
        lease = await cls.seek(url, slot)
        if lease.is_held:
            return lease
        try:
            if stand_by is None:
                raise errors.in_use(lease._where)
            stand_by(lease.holder)
            await lease.until_held()
        except BaseException:
            await lease._leave()
            raise
        return lease

    @classmethod
    async def seek(cls, url: URL, slot: Slot = WHOLE) -> Lease:
        """Take it if nobody has it. Raises DividedOtherwise, and what the database raises before it has answered for
        the first time."""
        lease = cls(url, slot)
        try:
            await lease._make_rows()
            if await lease._has_taken():
                lease._begin_to_keep()
        except BaseException:
            await lease._leave()
            raise
        return lease

    @property
    def is_held(self) -> bool:
        """Whether this process has taken it. Another one may have taken it since."""
        return self._keeping is not None

    async def until_held(self) -> None:
        """Until the one who has it gives it back, or was not heard of for too long; then it is taken. Raises
        DividedOtherwise when the bot was divided anew meanwhile."""
        while not self.is_held:
            self._bell.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._bell.wait()
            # A database that is started again meanwhile is no reason to go.
            if await self._in_time(self._has_taken(), patience_s=TAKING_S):
                self._begin_to_keep()
            if self._divided_otherwise:
                raise errors.divided_otherwise(self._where, self._divided_otherwise, self.slot.of)

    async def be_ready(self) -> None:
        """From now on whoever has it can see that somebody waits for it who needs no time."""
        await self.quick.open()
        self._is_ready = True
        self._hang_up()  # the next connection says so

    async def is_awaited(self) -> bool:
        """Whether somebody is ready to take it over at once. False as well where that cannot be said."""
        return self.is_held and await self._in_time(self._is_somebody_ready())

    async def others_play(self) -> bool:
        """Whether another process plays another slot."""
        async with self._engine.connect() as line:
            return bool((await line.execute(_IS_HELD.where(_row.id != self._number))).scalar())

    async def _is_somebody_ready(self) -> bool:
        async with self._engine.connect() as line:  # its locks end with it
            return not (await line.execute(_IS_NOBODY_READY, {"ready": lock_of(READY, self.slot.number)})).scalar()

    # --- for those who write and tell --------------------------------------------------------------------------------

    async def hold(self, connection: Connection) -> None:
        """Nobody takes it before this transaction has ended. Raises LeaseLost, and DatabaseInUse before it is held."""
        if (await connection.execute(_HOLD, {"mine": self.fence})).first() is None:
            raise self.lost()

    @property
    def fence(self) -> int:
        """Its number. Raises DatabaseInUse before it is held."""
        if not self.is_held:
            raise errors.in_use(self._where)
        return self._fence

    def lost(self) -> errors.LeaseLost:
        """Somebody has found that another process has it. What is to be raised then."""
        self._is_gone()
        return errors.replaced(self._where)

    async def open_another(self) -> AsyncConnection:
        """One more line to its server, on which each statement is a transaction of its own."""
        return await self._engine.connect()

    async def until_sure(self) -> None:
        """Until it is certain at this moment that nobody else has it. Raises LeaseLost, DatabaseInUse where it is not
        held yet, and DatabaseUnreachable when that cannot be said soon."""
        if not self.is_held:
            raise errors.in_use(self._where)
        if not self._is_sure():
            self._news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    await self._news.wait()
        if self._lost.is_set():
            raise errors.replaced(self._where)
        if not self._is_sure():
            raise errors.unreachable(self._where)

    async def until_lost(self) -> None:
        """Until another process has taken it, which may be for ever. Then raises LeaseLost."""
        await self._lost.wait()
        raise errors.replaced(self._where)

    def _is_sure(self) -> bool:
        return not self._lost.is_set() and _steady_s() < self._sure_until_s

    # --- taking it ---------------------------------------------------------------------------------------------------

    async def _make_rows(self) -> None:
        async with self._engine.connect() as connection:
            plain = await connection.execution_options(isolation_level="READ COMMITTED")
            async with plain.begin():
                await plain.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
                await plain.run_sync(BESIDE_THE_SCHEMA.create_all)
                await plain.execute(dividing.MAKE)
                await self._divide(plain)
                await plain.execute(_MAKE, {"id": self._number, "fence": self.slot.number << SLOT_BITS})

    async def _divide(self, connection: AsyncConnection) -> None:
        """Divide the bot as this process has it. Raises DividedOtherwise while others play that have it otherwise."""
        before = await dividing.now(connection)
        if before == self.slot.of:
            return
        await connection.execute(_LOCK)
        if (await connection.execute(_IS_HELD)).scalar_one():
            raise errors.divided_otherwise(self._where, before, self.slot.of)
        await dividing.divide(connection, self.slot.of)

    async def _has_taken(self) -> bool:
        """Take it if it has run out."""
        asked_s = _steady_s()
        self.holder, is_held, slots = await self._ask(_LOOK, number=self._number)
        self._divided_otherwise = 0 if slots == self.slot.of else slots
        # Looking waits for nobody, and nobody waits for it.
        taking = {"number": self._number, "slots": self.slot.of, "who": _name()}
        taken = None if is_held else await self._ask(_TAKE, **taking)
        if taken is None:
            return False
        self._fence = taken[0]
        self._is_held_since(asked_s)
        return True

    # --- keeping it --------------------------------------------------------------------------------------------------

    def _begin_to_keep(self) -> None:
        self._hang_up()  # on the next line it listens to the bell of the inbox, and it is not ready any more
        self._keeping = asyncio.create_task(self._keep(), name="lease")

    async def _keep(self) -> None:
        while not self._lost.is_set():
            await self._in_time(self._make_longer())
            await asyncio.sleep(RENEW_S)

    async def _make_longer(self) -> bool:
        asked_s = _steady_s()
        found = await self._ask(self._renew, mine=self._fence)
        if found is None:
            self._is_gone()
            return True
        self._is_held_since(asked_s)
        if found[1]:
            self.rung.set()
        return True

    def _is_held_since(self, asked_s: float) -> None:
        """It was made longer at this moment or later, so that it lasts at least so long from there."""
        self._sure_until_s = asked_s + LEASE_MS / 1_000 - MARGIN_S
        self._news.set()

    def _is_gone(self) -> None:
        self._lost.set()
        self._news.set()

    async def _in_time(self, asking: Coroutine[Any, Any, Any], *, patience_s: float = PATIENCE_S) -> bool:
        """What this gives, or False when it fails, or nobody answers."""
        task = asyncio.create_task(asking)
        task.add_done_callback(_look_away)
        is_answered = False
        try:
            await asyncio.wait({task}, timeout=patience_s)
            is_answered = task.done() and task.exception() is None
        finally:
            if not is_answered:
                task.cancel()
                self._hang_up()
        return is_answered and bool(task.result())

    async def _ask(self, statement: Executable, **values: Any) -> Any:
        """The first row of what this finds."""
        if self._line is None:
            self._line = await self._open_line()
        return (await self._line.execute(statement, values)).first()

    async def _open_line(self) -> AsyncConnection:
        line = await self._engine.connect()
        driver = (await line.get_raw_connection()).driver_connection
        assert driver is not None
        if self.is_held:
            await driver.add_listener(inbox.bell(self.slot.number), lambda *_: self.rung.set())
            await driver.add_listener(inbox.PEOPLE, lambda *_: self._hear_of_people())
            self._hear_of_people()  # while nobody listened, nothing was heard
        else:
            await driver.add_listener(_BELL, lambda *_: self._bell.set())
            for lock in (WAITING, READY) if self._is_ready else (WAITING,):
                await line.execute(_SHARE, {"lock": lock_of(lock, self.slot.number)})
        return line

    def _hear_of_people(self) -> None:
        self.has_news_of_people = True
        self.rung.set()

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            self._hanging_up.begin(line)

    # --- leaving it --------------------------------------------------------------------------------------------------

    async def give_back(self) -> None:
        """Let the next one have it at once. Nothing is raised, and nothing done the second time."""
        await self.quick.close()
        if self._keeping is not None and not self._keeping.cancelled():
            self._keeping.cancel()
            await asyncio.wait({self._keeping})
            # The server may have hung up without a word.
            if not self._lost.is_set() and not await self._in_time(self._pass_on(), patience_s=MARGIN_S):
                await self._in_time(self._pass_on())
        await self._leave()

    async def _pass_on(self) -> bool:
        await self._ask(_GIVE_BACK, mine=self._fence)
        await self._ask(_RING)
        return True

    async def _leave(self) -> None:
        self._sure_until_s = 0.0
        await self.quick.close()
        self._hang_up()
        await self._hanging_up.end()
        await self._engine.dispose()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Until this holds; it is asked again and again."""
    while not await holds():  # noqa: ASYNC110 - another process brings it about
        await asyncio.sleep(LOOK_S)


def _look_away(task: asyncio.Task[Any]) -> None:
    """What went wrong there is dealt with already."""
    if not task.cancelled():
        task.exception()


def _name() -> str:
    """Who this process is, for people."""
    return f"{socket.gethostname()}, process {os.getpid()}"


def _steady_s() -> float:
    """A clock that nobody sets, and that goes on while a machine sleeps, where there is such a one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
