"""Several processes on one PostgreSQL database: one plays, the others stand by and take over, and who was taken over
from writes nothing any more.

Like `test_on_postgresql`, skipped where there is no PostgreSQL.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import asyncpg
import pytest
from alembic.script import ScriptDirectory
from support import postgresql
from support.relay import Relay
from support.sizes import size
from support.waiting import PATIENCE_S

from bot.store import claims, connecting, deadlines, heartbeat, journals, matches, migrating
from bot.store.database import Store
from bot.store.errors import DatabaseInUse, DatabaseUnreachable, DividedOtherwise, LeaseLost, StoreError
from bot.store.lease import LEASE_MS, LOOK_S
from bot.store.slots import WHOLE, Slot
from store.processes import command, holder
from store.samples import due, new_match, step

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


async def stands_by(address: str, slot: Slot = WHOLE) -> asyncio.Task[Store]:
    """Another one that opens it, from the moment at which it waits."""
    waits = asyncio.Event()
    opening = asyncio.create_task(Store.open(address, alone=True, stand_by=lambda _: waits.set(), slot=slot))
    await waits.wait()
    return opening


async def asked(address: str, query: str) -> Any:
    connection = await asyncpg.connect(address)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def freeze(store: Store, address: str, slot: Slot = WHOLE) -> None:
    """Nothing is heard of this one until its lease, that of this slot, has run out."""
    assert store.lease is not None
    keeping = store.lease._keeping
    assert keeping is not None
    keeping.cancel()
    await asyncio.wait({keeping})
    await asked(address, f"UPDATE process_lease SET until_ms = 0 WHERE id = {slot.number + 1}")


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
    def claim(*idents: int) -> Awaitable[set[int]]:
        assert store.lease is not None
        return claims.claim(store.lease.quick, idents)

    a_minute_later = claims.KEPT + 2 * claims.TIDY_EVERY
    async with playing(address) as store:
        assert [await claim(*some) for some in ([1], [1], [1, 2, 3], [3])] == [{1}, set(), {2, 3}, set()]
        assert await claim(a_minute_later - a_minute_later % claims.TIDY_EVERY)
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
                await claims.claim(first.lease.quick, [9])
            assert second.lease is not None
            assert await claims.claim(second.lease.quick, [9]) == {9}
            with pytest.raises(LeaseLost):
                await first.lease.until_sure()
            with pytest.raises(LeaseLost):
                await first.lease.until_lost()
            assert await last(second) == 2
        assert await asked(address, "SELECT owner FROM process_lease") == "", "given back by the one that held it"


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


# --- several at once --------------------------------------------------------------------------------------------------


ONE, OTHER = Slot(0, 2), Slot(1, 2)


@asynccontextmanager
async def plays(address: str, slot: Slot) -> AsyncIterator[Store]:
    store = await Store.open(address, alone=True, slot=slot)
    try:
        yield store
    finally:
        await store.close()


async def test_two_that_have_different_slots_play_at_the_same_time_each_in_its_own_time(address: str) -> None:
    async with plays(address, ONE) as one, plays(address, OTHER) as other:
        for store, at_ms in ((one, 10), (other, 20)):
            await store.write(lambda connection, s=store, at=at_ms: heartbeat.beat(connection, at, at - 1, slot=s.slot))
        async with one.reading() as connection:
            assert [await heartbeat.last_beat(connection, slot) for slot in (ONE, OTHER)] == [
                heartbeat.BeatRow(10, 9),
                heartbeat.BeatRow(20, 19),
            ]
        with pytest.raises(DatabaseInUse):
            await Store.open(address, alone=True, slot=OTHER)


async def test_who_comes_back_writes_nothing_in_its_slot_and_the_other_slot_is_not_touched(address: str) -> None:
    async with plays(address, ONE) as one, plays(address, OTHER) as first:
        await freeze(first, address, OTHER)
        async with plays(address, OTHER) as second:
            with pytest.raises(LeaseLost):
                await first.write(beats(3))
            await second.write(beats(4))
            await one.write(beats(5))


async def test_a_bot_is_not_divided_anew_while_anybody_plays(address: str) -> None:
    async with plays(address, ONE):
        for slot in (WHOLE, Slot(0, 3)):
            with pytest.raises(DividedOtherwise, match="2 processes"):
                await Store.open(address, alone=True, slot=slot)
    async with plays(address, WHOLE):
        with pytest.raises(DividedOtherwise, match="1 process,"):
            await Store.open(address, alone=True, slot=ONE)


async def test_who_stands_by_learns_that_the_bot_was_divided_anew(address: str) -> None:
    async with plays(address, ONE) as first:
        opening = await stands_by(address, ONE)
        await asked(address, "UPDATE process_division SET slots = 3")
        await freeze(first, address, ONE)
        with pytest.raises(DividedOtherwise):
            await opening


async def test_clocks_go_on_with_the_time_that_was_left_when_the_bot_is_divided_anew(address: str) -> None:
    """Each slot has stood for another while, and so its time that counts is another."""
    left, times = {0: 500, 1: 700}, {ONE: (10_000, 400), OTHER: (12_000, 350)}
    matches_of = {}
    async with plays(address, ONE) as one, plays(address, OTHER) as other:
        for store in (one, other):
            number = store.slot.number
            matches_of[number] = await store.write(partial(_played, number << 22, times[store.slot][1] + left[number]))
            at_ms, play_ms = times[store.slot]
            await store.write(partial(_beats, store.slot, at_ms, play_ms))
    for slots in (1, 3, 2):
        every = [Slot(number, slots) for number in range(slots)]
        async with plays(address, every[0]) as store, store.reading() as connection:
            [beat] = {await heartbeat.last_beat(connection, slot) for slot in every}
            assert beat is not None
            assert beat.at_ms == 10_000
            for number, match in matches_of.items():
                [deadline] = await deadlines.of_match(connection, match)
                assert deadline.due_ms - beat.play_ms == left[number]


async def _played(guild_id: int, due_ms: int, connection: Any) -> int:
    match = await matches.create(connection, new_match(guild_id=guild_id))
    await journals.append(connection, step(match, 0, deadlines=(due(match, 0, due_ms),)))
    return match


async def _beats(slot: Slot, at_ms: int, play_ms: int, connection: Any) -> None:
    await heartbeat.beat(connection, at_ms, play_ms, slot=slot)


async def test_the_schema_is_not_changed_while_another_slot_is_played(address: str) -> None:
    newest = await asked(address, "SELECT version_num FROM alembic_version")
    older = ScriptDirectory.from_config(migrating.configuration()).get_revision(newest).down_revision
    second = await Store.open(address, alone=True, slot=Slot(1, 2))
    await asked(address, f"UPDATE alembic_version SET version_num = '{older}' RETURNING version_num")
    try:
        with pytest.raises(DividedOtherwise):
            await Store.open(address, alone=True, slot=Slot(0, 2))
        assert await asked(address, "SELECT version_num FROM alembic_version") == older
        await second.write(beats(5))
    finally:
        await asked(address, f"UPDATE alembic_version SET version_num = '{newest}' RETURNING version_num")
    await second.close()
