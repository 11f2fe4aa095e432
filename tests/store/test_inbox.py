"""Clicks that are passed on from one process to another: each is taken once, by the slot it is for, while it is fresh.

Like `test_lease`, skipped where there is no PostgreSQL.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select
from support import postgresql
from support.sizes import size
from support.waiting import until

from bot.inbox import Inbox
from bot.matches.elsewhere import Elsewhere, KnownElsewhere, may_look
from bot.matches.forgetting import forget
from bot.matches.unhurried import Unhurried
from bot.store import fenced_line, inbox, lease
from bot.store.database import Store
from bot.store.errors import DatabaseUnreachable, StoreClosed
from bot.store.fenced_line import FencedLine
from bot.store.slots import Slot
from bot.trouble import StoreTrouble
from bot.ui.gate import EVENT, Gate
from bot.ui.router import Click, Router
from bot.ui.wording import Wording, wording_files

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]
A_LONG_TIME_S, A_WHILE_S, SOON_S = 3600.0, 20.0, 1.0
SERVER_OF_THE_SECOND = 1 << 22
CLICK = {"id": "77", "type": 3, "token": "secret", "data": {"custom_id": "mm:seat:1"}}


@pytest.fixture
def address(on_server: str) -> Iterator[str]:
    yield on_server
    postgresql.empty(on_server)


class Process:
    """One that plays a slot, as far as clicks go."""

    def __init__(self, store: Store) -> None:
        self.came: list[tuple[Any, bool]] = []
        """What it was to answer, and whether that was passed on to it."""
        self.answered = asyncio.Event()
        self.gate = Gate(self._claims)
        self.client = SimpleNamespace(_connection=SimpleNamespace(parsers={EVENT: self._hear}))
        self.gate.attach(self.client)  # type: ignore[arg-type]
        self.router = Router(Wording(wording_files()))
        self.router.on("seat", nothing, of_table=True)
        self.elsewhere = KnownElsewhere()
        self.inbox = Inbox(store, self.gate, self.router, self.elsewhere)
        self.gate.open()

    async def _claims(self, _ident: int) -> bool:
        return True

    def _hear(self, click: Any) -> None:
        self.came.append((click, may_look()))
        self.answered.set()


async def nothing(_click: Click) -> None:
    """What comes in is looked at by the test."""


@asynccontextmanager
async def two(address: str) -> AsyncIterator[tuple[Store, Store]]:
    stores = [await Store.open(address, alone=True, slot=Slot(number, 2)) for number in range(2)]
    try:
        yield stores[0], stores[1]
    finally:
        for store in stores:
            await store.close()


def interaction() -> Any:
    response = SimpleNamespace(is_done=lambda: False)
    return SimpleNamespace(id=77, response=response, extras={}, locale="en-US")


async def test_a_click_is_answered_by_the_process_that_plays_its_table(address: str) -> None:
    async with two(address) as (first, second):
        here, there = Process(first), Process(second)
        await there.inbox.on_taken_up(0)
        here.client._connection.parsers[EVENT](CLICK)
        await here.answered.wait()
        await here.router.explain(interaction(), Elsewhere(SERVER_OF_THE_SECOND))
        await there.answered.wait()
        there.inbox.close()
        assert there.came == [(CLICK, True)]
        assert (here.inbox.passed_on, there.inbox.taken) == (1, 1)
        assert not await is_anything_for(second)


async def test_at_a_table_that_is_known_to_be_anothers_it_is_passed_on_without_coming_in(address: str) -> None:
    async with two(address) as (first, second):
        here, there = Process(first), Process(second)
        here.elsewhere.remember(1, SERVER_OF_THE_SECOND)
        outcomes: asyncio.Queue[str] = asyncio.Queue()
        here.router.served = lambda outcome, _seconds: outcomes.put_nowait(outcome)
        await there.inbox.on_taken_up(0)
        for click in (CLICK, {**CLICK, "id": "78", "data": {"custom_id": "mm:seat:2"}}):
            here.client._connection.parsers[EVENT](click)
        await there.answered.wait()
        await here.answered.wait()
        outcome = await outcomes.get()  # it is counted when the other process may have answered already
        there.inbox.close()
        assert [click["id"] for click, _ in here.came] == ["78"]
        assert there.came == [(CLICK, True)]
        assert (outcome, outcomes.qsize(), here.inbox.passed_on) == ("passed_on", 0, 1)


async def test_where_it_cannot_be_passed_on_it_comes_in_to_be_told_so(address: str) -> None:
    async with two(address) as (first, _):
        here = Process(first)
        here.elsewhere.remember(1, SERVER_OF_THE_SECOND)
        await quick(first).close()
        here.client._connection.parsers[EVENT](CLICK)
        await here.answered.wait()
        assert (here.came, here.inbox.passed_on) == ([(CLICK, False)], 0)
        with pytest.raises(StoreTrouble):  # it may have been passed on all the same, and is not passed on twice
            await here.inbox.pass_on(77, SERVER_OF_THE_SECOND)


async def test_one_click_that_cannot_be_written_keeps_no_other_from_being_passed_on(address: str) -> None:
    """No number of PostgreSQL is so large, and no id of Discord."""
    async with two(address) as (first, second):
        here = Process(first)
        here.elsewhere.remember(1, SERVER_OF_THE_SECOND)
        wrong = {**CLICK, "id": str(1 << 70)}
        for click in (*({**CLICK, "id": str(ident)} for ident in (1, 2)), wrong, {**CLICK, "id": "4"}):
            here.client._connection.parsers[EVENT](click)
        await here.answered.wait()
        await until(lambda: here.inbox.passed_on == 3)
        assert [click["id"] for click in await inbox.take(quick(second), second.slot)] == ["1", "2", "4"]
        assert here.came == [(wrong, False)]


async def test_who_has_taken_the_lease_at_once_hears_the_bell(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As whoever is started first does; else each click that is passed on would wait for the next look at the lease."""
    monkeypatch.setattr(lease, "RENEW_S", A_LONG_TIME_S)
    async with two(address) as (first, second):
        there = Process(second)
        await there.inbox.on_taken_up(0)
        async with asyncio.timeout(A_WHILE_S):
            for ident in count(1):
                await inbox.put(quick(first), [({**CLICK, "id": str(ident)}, 1)])
                if await is_taken_soon(there):
                    break
        there.inbox.close()


async def test_a_server_that_does_not_answer_is_not_waited_for(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else no click of this process was answered any more, as long as its lease lives on over another line."""
    monkeypatch.setattr(fenced_line, "PATIENCE_S", SOON_S)
    async with two(address) as (first, second):
        other = await asyncpg.connect(address)
        locked = other.transaction()
        await locked.start()
        await other.execute("LOCK TABLE click_inbox IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(DatabaseUnreachable):
            await inbox.put(quick(first), [(CLICK, 1)])
        await locked.rollback()
        await other.close()
        await inbox.put(quick(first), [({**CLICK, "id": "78"}, 1)])
        assert "78" in [click["id"] for click in await inbox.take(quick(second), second.slot)]


async def is_taken_soon(there: Process) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(SOON_S):
            await there.answered.wait()
    return there.answered.is_set()


async def test_a_bell_that_nobody_heard_is_rung_again_when_the_lease_is_made_longer(address: str) -> None:
    """The line over which it rings may have been cut at that moment."""
    async with two(address) as (first, second):
        there = Process(second)
        await asyncio.to_thread(put_without_a_word, address)
        assert await is_anything_for(second)
        await there.inbox.on_taken_up(0)
        await there.answered.wait()
        there.answered.clear()
        await asyncio.to_thread(put_without_a_word, address)
        await there.answered.wait()
        there.inbox.close()
        assert [click for click, _ in there.came] == [CLICK] * 2
        assert not await is_anything_for(first)


async def is_anything_for(store: Store) -> bool:
    async with store.reading() as connection:
        return bool((await connection.execute(select(inbox.holds_any(store.slot)))).scalar())


def put_without_a_word(address: str) -> None:
    """For the second process."""

    async def run() -> None:
        connection = await asyncpg.connect(address)
        at_ms = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        await connection.execute(f"INSERT INTO click_inbox VALUES (77, 1, {at_ms}, $1)", json.dumps(CLICK))
        await connection.close()

    asyncio.run(run())


async def test_what_waits_is_taken_once_by_the_slot_it_is_for_and_not_when_it_is_old(address: str) -> None:
    async with two(address) as (first, second):
        clicks = [({**CLICK, "id": str(ident)}, slot) for ident, slot in ((1, 1), (3, 1), (2, 1), (4, 0))]
        await inbox.put(quick(first), clicks)
        await inbox.put(quick(first), clicks[:1])  # said twice, it is there once
        await asyncio.to_thread(age, address, 1)

        def take(store: Store) -> Any:
            return inbox.take(quick(store), store.slot)

        assert [click["id"] for click in await take(second)] == ["2", "3"]
        assert await take(second) == []
        assert [click["id"] for click in await take(first)] == ["4"]
    with pytest.raises(StoreClosed):
        await take(first)


def quick(store: Store) -> FencedLine:
    assert store.lease is not None
    return store.lease.quick


def age(address: str, ident: int) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("UPDATE click_inbox SET at_ms = 0 WHERE id = $1", ident)
        await connection.close()

    asyncio.run(run())


@asynccontextmanager
async def who_needs_longer(
    address: str, failures: list[DatabaseUnreachable] | None = None
) -> AsyncIterator[tuple[Store, Unhurried, Unhurried]]:
    """A store, and who is known to need longer there and in another process, which hears of changes. So often as there
    are failures that one cannot read them."""
    async with two(address) as (first, second):
        here, there = Unhurried(first, lambda: 1), Unhurried(second, lambda: 1)
        process = Process(second)

        async def refresh() -> None:
            if failures:
                raise failures.pop()
            await there.start_up()

        process.inbox.refreshing.append(refresh)
        await process.inbox.on_taken_up(0)
        yield first, here, there
        process.inbox.close()


async def is_soon(there: Unhurried, wanted: bool) -> None:
    """Wait until it is known there that 77 needs longer, or does not."""
    async with asyncio.timeout(SOON_S):
        await until(lambda: there.has(77) is wanted)


async def test_who_needs_longer_is_known_to_all_processes_at_once(address: str) -> None:
    async with who_needs_longer(address) as (_, here, there):
        for wanted in (True, False, True):
            await here.change(77, wanted)
            await is_soon(there, wanted)


async def test_what_could_not_be_read_of_people_is_read_again_soon(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.inbox.AGAIN_S", 0.05)
    failures = [DatabaseUnreachable("a moment"), DatabaseUnreachable("another")]
    async with who_needs_longer(address, failures) as (_, here, there):
        await here.change(77, True)
        await is_soon(there, True)
    assert not failures


async def test_who_is_forgotten_is_forgotten_by_all_processes_at_once(address: str) -> None:
    async with who_needs_longer(address) as (first, here, there):
        await here.change(77, True)
        await is_soon(there, True)
        await forget(first, 77, 1)
        await is_soon(there, False)
