"""Brings clicks to the process that plays their table, where several processes play (see `bot.store.inbox`)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import structlog

from bot.matches.elsewhere import KnownElsewhere, looking_elsewhere, may_look
from bot.store import inbox
from bot.store.database import Store
from bot.store.lease import Lease
from bot.store.slots import number_of
from bot.store.together import Together
from bot.trouble import StoreTrouble
from bot.ui.gate import Gate
from bot.ui.router import PASSED_ON, Router

log = structlog.get_logger(__name__)

REFRESH_S: Final = 30.0
"""So often what other processes have written down of people is read anew; at once, when they tell of it."""

AGAIN_S: Final = 2.0
"""After so long it is read again where that has failed."""

DOUBTS_MOST: Final = 256


class Inbox:
    """Passes clicks on, and takes those that were passed on to this process."""

    def __init__(self, store: Store, gate: Gate, router: Router, elsewhere: KnownElsewhere) -> None:
        self._store = store
        self._gate = gate
        self._router = router
        self._elsewhere = elsewhere
        router.pass_on = self.pass_on
        if not store.slot.is_whole:
            gate.pass_on = self.pass_on_at_once
        self.refreshing: list[Callable[[], Awaitable[None]]] = []
        """Reads anew what other processes may have written down of people. Raises StoreTrouble."""
        self._putting: Together[tuple[Any, int], None] = Together(self._put, "passing-on")
        self._in_doubt: deque[int] = deque(maxlen=DOUBTS_MOST)
        """Clicks that could not be passed on at once, as far as is known: nobody may pass them on once more."""
        self._taking: asyncio.Task[None] | None = None
        self._visit: asyncio.Task[None] | None = None
        self.passed_on = 0
        self.taken = 0

    async def pass_on(self, interaction_id: int, guild_id: int) -> bool:
        """Leave this click for the process that plays this server's tables; False when it was passed on to this one."""
        if interaction_id in self._in_doubt:
            raise StoreTrouble("whether this click was passed on is not known")
        click = self._gate.told(interaction_id)
        if click is None or may_look():
            return False
        await self._pass_on(click, guild_id)
        return True

    async def pass_on_at_once(self, click: Any) -> bool:
        """Leave this click, as Discord told it, for the process that plays its table, if both can be seen of it: so
        most of them cost this process little. Where it cannot be left now, whoever has pressed is told so later."""
        match_id = self._router.table_of(str((click.get("data") or {}).get("custom_id", "")))
        guild_id = None if match_id is None else self._elsewhere.server_of(match_id)
        if guild_id is None:
            return False
        began = asyncio.get_running_loop().time()
        try:
            await self._pass_on(click, guild_id)
        except StoreTrouble:
            self._in_doubt.append(int(click["id"]))
            return False
        except Exception as problem:  # of which nothing is told but its kind: it may quote the click
            log.error("click_not_passed_on", problem=type(problem).__name__)
            return False
        self._router.served(PASSED_ON, asyncio.get_running_loop().time() - began)
        return True

    async def _pass_on(self, click: Any, guild_id: int) -> None:
        await self._putting.ask((click, number_of(guild_id, self._store.slot.of)))
        self.passed_on += 1

    async def _put(self, clicks: Sequence[tuple[Any, int]]) -> Sequence[None]:
        await inbox.put(self._lease.quick, clicks)
        return [None] * len(clicks)

    async def on_taken_up(self, _away_ms: int) -> None:
        """This process plays: from now on take what comes."""
        if self._taking is None and not self._store.slot.is_whole:
            self._taking = asyncio.create_task(self._keep_taking(), name="inbox")

    def close(self) -> None:
        """Whoever takes over takes what comes now."""
        if self._taking is not None:
            self._taking.cancel()

    async def _keep_taking(self) -> None:
        loop = asyncio.get_running_loop()
        refreshed_s = loop.time()
        while True:
            pause_s = REFRESH_S
            try:
                await self._take()
                if self._lease.has_news_of_people or loop.time() - refreshed_s >= REFRESH_S:
                    await self._read_anew()
                    refreshed_s = loop.time()
            except StoreTrouble as problem:
                log.warning("inbox_not_read", problem=str(problem))
                pause_s = AGAIN_S
            except Exception:
                log.exception("inbox_failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._bell.wait()

    async def _read_anew(self) -> None:
        """Learn what other processes have written down of people; what could not be read is news still."""
        self._lease.has_news_of_people = False
        try:
            for read_anew in self.refreshing:
                await read_anew()
        except BaseException:
            self._lease.has_news_of_people = True
            raise

    @property
    def _lease(self) -> Lease:
        assert self._store.lease is not None
        return self._store.lease

    @property
    def _bell(self) -> asyncio.Event:
        """What was not taken is rung for again, as long as it is there."""
        return self._lease.rung

    async def _take(self) -> None:
        """What is being taken when this stops is let through all the same: nobody else can take it any more."""
        self._bell.clear()  # only what is put from now on has to be rung for: what was put before is taken
        if self._gate.is_open:
            self._visit = asyncio.create_task(self._let_through_what_came(), name="inbox-visit")
            await asyncio.shield(self._visit)

    async def _let_through_what_came(self) -> None:
        for click in await inbox.take(self._lease.quick, self._store.slot):
            self.taken += 1
            with looking_elsewhere():
                self._gate.let_through(click)
