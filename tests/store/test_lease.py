"""Several processes on one PostgreSQL database: one plays, the others stand by and take over, and who was taken over
from writes nothing any more.

Like `test_on_postgresql`, skipped where there is no PostgreSQL.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url
from support import postgresql
from support.sizes import size
from support.waiting import PATIENCE_S

from bot.store import claims, connecting, heartbeat
from bot.store.database import Store
from bot.store.errors import DatabaseInUse, DatabaseUnreachable, LeaseLost, StoreError
from bot.store.lease import LEASE_MS, LOOK_S
from store.processes import command, holder

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]


@pytest.fixture
def address(on_server: str) -> AsyncIterator[str]:
    yield on_server
    postgresql.empty(on_server)


@asynccontextmanager
async def playing(address: str) -> AsyncIterator[Store]:
    """A store for the one that plays, or waits until it may."""
    store = await Store.open(address, alone=True, stand_by=lambda _: None)
    try:
        yield store
    finally:
        await store.close()


async def stands_by(address: str) -> asyncio.Task[Store]:
    """Another one that opens it, from the moment at which it waits."""
    waits = asyncio.Event()
    opening = asyncio.create_task(Store.open(address, alone=True, stand_by=lambda _: waits.set()))
    await waits.wait()
    return opening


async def asked(address: str, query: str) -> Any:
    connection = await asyncpg.connect(address)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def freeze(store: Store, address: str) -> None:
    """Nothing is heard of this one until its lease has run out."""
    assert store.lease is not None
    keeping = store.lease._keeping
    assert keeping is not None
    keeping.cancel()
    await asyncio.wait({keeping})
    await asked(address, "UPDATE process_lease SET until_ms = 0")


def beats(at_ms: int) -> Callable[[Any], Awaitable[None]]:
    return lambda connection: heartbeat.beat(connection, at_ms)


async def last(store: Store) -> int | None:
    async with store.reading() as connection:
        return await heartbeat.last(connection)


def test_who_stands_by_takes_over_within_ten_seconds() -> None:
    """Until the lease has run out, until that is seen, and until the server ends a transaction that was left open. On a
    busy machine it takes longer, so the tests below wait for it and not for seconds."""
    left_open_ms = connecting._NOT_FOR_LONG["server_settings"]["idle_in_transaction_session_timeout"]
    assert (LEASE_MS + int(left_open_ms)) / 1_000 + LOOK_S < 10


async def test_the_second_waits_and_is_told_who_plays_until_the_first_has_ended(address: str) -> None:
    told: list[str] = []
    async with playing(address) as first:
        with pytest.raises(DatabaseInUse, match="in use by another copy"):
            await Store.open(address, alone=True)
        waits = asyncio.Event()
        opening = asyncio.create_task(
            Store.open(address, alone=True, stand_by=lambda holder: (told.append(holder), waits.set())[0])
        )
        await waits.wait()
        await first.write(beats(5))
        assert not opening.done()
    second = await opening
    assert len(told) == 1
    assert "process" in told[0]
    assert await last(second) == 5
    await second.close()


async def test_who_stands_by_can_read_and_not_write_and_is_seen_to_be_ready(address: str) -> None:
    async with playing(address) as first:
        assert first.lease is not None
        await first.write(beats(5))
        second = await Store.open(address, alone=True, stand_by=lambda _: None, beside=True)
        assert second.lease is not None
        assert second.stands_by
        assert await last(second) == 5
        with pytest.raises(DatabaseInUse):
            await second.write(beats(6))
        with pytest.raises(DatabaseInUse):
            await second.lease.until_sure()
        assert not await first.lease.is_awaited()
        taking = asyncio.create_task(second.until_alone())
        await second.lease.be_ready()
        while not await first.lease.is_awaited():
            pass
        assert not taking.done()
    await taking
    assert not second.stands_by
    assert not await second.lease.is_awaited(), "nobody else is there"
    await second.write(beats(7))
    await second.close()


async def test_a_click_is_taken_once_and_forgotten_a_minute_later(address: str) -> None:
    def claim(ident: int) -> Callable[[Any], Awaitable[bool]]:
        return lambda connection: claims.claim(connection, ident)

    a_minute_later = claims.KEPT + 2 * claims.TIDY_EVERY
    async with playing(address) as store:
        assert [await store.write(claim(one)) for one in (1, 1, 2)] == [True, False, True]
        assert await store.write(claim(a_minute_later - a_minute_later % claims.TIDY_EVERY))
    assert await asked(address, "SELECT count(*) FROM click_claims") == 1


async def test_who_is_killed_is_taken_over_from_within_ten_seconds(address: str, tmp_path: Any) -> None:
    with holder(address) as process:
        assert "in use by another copy" in (await asyncio.to_thread(upgrade, tmp_path, address)).stderr
        opening = await stands_by(address)
        process.kill()
        store = await asyncio.wait_for(opening, PATIENCE_S)
    assert await last(store) == 5
    await store.close()


def upgrade(folder: Any, address: str) -> Any:
    return command(folder / "none.db", "db", "upgrade", MAGIC_MIRROR_DATABASE=address)


async def test_who_comes_back_after_another_has_taken_over_writes_and_tells_nothing(address: str) -> None:
    async with playing(address) as first:
        assert first.lease is not None
        await first.lease.until_sure()
        await first.write(beats(1))
        await freeze(first, address)
        async with playing(address) as second:
            await second.write(beats(2))
            with pytest.raises(LeaseLost, match="has taken over"):
                await first.write(beats(3))
            with pytest.raises(LeaseLost):
                await first.lease.until_sure()
            with pytest.raises(LeaseLost):
                await first.lease.until_lost()
            assert await last(second) == 2
        assert await asked(address, "SELECT until_ms FROM process_lease") == 0, "given back by the one that held it"


async def test_a_transaction_under_way_is_finished_before_another_takes_over(address: str) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slowly(connection: Any) -> None:
        await heartbeat.beat(connection, 7)
        begun.set()
        await may_end.wait()

    async with playing(address) as first:
        writing = asyncio.create_task(first.write(slowly))
        await begun.wait()
        opening = await stands_by(address)
        await freeze(first, address)
        await until_waiting(address)
        assert not opening.done()
        may_end.set()
        await writing
        second = await opening
        assert await last(second) == 7
        await second.close()


async def until_waiting(address: str) -> None:
    """Until a transaction of this database waits for another."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while not await asked(address, query):
        pass


async def test_who_is_frozen_in_a_transaction_holds_nobody_up_and_has_written_nothing(address: str) -> None:
    begun, thawed = asyncio.Event(), asyncio.Event()

    async def is_frozen_in_it(connection: Any) -> None:
        await heartbeat.beat(connection, 7)
        begun.set()
        await thawed.wait()
        await heartbeat.beat(connection, 8)

    async with playing(address) as first:
        writing = asyncio.create_task(first.write(is_frozen_in_it))
        await begun.wait()
        opening = await stands_by(address)
        await freeze(first, address)
        second = await asyncio.wait_for(opening, PATIENCE_S)
        thawed.set()
        with pytest.raises(StoreError):
            await writing
        with pytest.raises(LeaseLost):
            await first.write(beats(9))
        assert await last(second) is None
        await second.close()


async def test_who_was_away_and_was_missed_by_nobody_goes_on(address: str) -> None:
    async with playing(address) as store:
        await asked(address, "UPDATE process_lease SET until_ms = 0")
        await store.write(beats(4))
        while await asked(address, "SELECT until_ms FROM process_lease") == 0:
            pass
        assert store.lease is not None
        await store.lease.until_sure()


async def test_a_server_that_hangs_up_costs_nobody_the_lease(address: str) -> None:
    async with playing(address) as store:
        opening = await stands_by(address)
        await asyncio.to_thread(postgresql.hang_up, address)
        with pytest.raises(DatabaseUnreachable):
            await store.write(beats(1))
        await store.write(beats(2))
        assert not opening.done()
    second = await opening
    assert await last(second) == 2
    await second.close()


async def test_of_two_that_begin_with_an_empty_database_one_makes_it(server: str) -> None:
    def database() -> Any:
        return postgresql.database(server, "mirror_of_two")

    made = database()
    address = await asyncio.to_thread(made.__enter__)
    try:
        openings = [asyncio.create_task(Store.open(address, alone=True, stand_by=lambda _: None)) for _ in range(2)]
        for _ in range(2):
            await asyncio.wait(openings, return_when=asyncio.FIRST_COMPLETED)
            [done] = [one for one in openings if one.done()]
            openings.remove(done)
            store = await done
            assert await store.check() == []
            await store.close()
    finally:
        await asyncio.to_thread(made.__exit__, None, None, None)


class Relay:
    """A line to a server that can be cut without a word: both ends believe that it is there."""

    def __init__(self, address: str) -> None:
        self._url = make_url(address)
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        return self

    @property
    def address(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return self._url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)

    def cut(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._url.host is not None
        there, to_there = await asyncio.open_connection(self._url.host, self._url.port)
        self._tasks += [
            asyncio.create_task(self._pass(reader, to_there)),
            asyncio.create_task(self._pass(there, writer)),
        ]

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while said := await reader.read(65_536):
                await self._open.wait()
                writer.write(said)
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()


async def test_who_is_cut_off_from_the_server_is_taken_over_from_and_learns_it_later(address: str) -> None:
    async with Relay(address) as line, playing(line.address) as first:
        assert first.lease is not None
        opening = await stands_by(address)
        line.cut()
        second = await asyncio.wait_for(opening, PATIENCE_S)
        with pytest.raises(DatabaseUnreachable):
            await first.lease.until_sure()
        await second.write(beats(2))
        line.mend()
        with pytest.raises(LeaseLost):
            await first.lease.until_lost()
        with pytest.raises(LeaseLost):
            await first.write(beats(3))
        assert await last(second) == 2
        await second.close()
