"""What the process of one slot sees of the others: which of them nobody plays, and for which nobody waits.

Like `test_on_postgresql`, skipped where there is no PostgreSQL.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import pytest
from support import postgresql
from support.sizes import size

from bot.store.database import Store
from bot.store.lease_rows import LEASE_MS
from bot.store.neighbours import GIVEN_BACK_MS, NOT_TAKEN_MS, QUIET_MS, Neighbours
from bot.store.slots import Slot

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]
FIRST, SECOND = Slot(0, 2), Slot(1, 2)
LONG_MS = 3_600_000


async def stands_by(address: str, slot: Slot) -> Store:
    """Somebody who waits for it, and does not look whether it has run out."""
    return await Store.open(address, alone=True, stand_by=lambda _: None, beside=True, slot=slot)


@pytest.fixture
def address(on_server: str) -> AsyncIterator[str]:
    yield on_server
    postgresql.empty(on_server)


@pytest.fixture
async def neighbours(address: str) -> AsyncIterator[Neighbours]:
    """As the second slot sees them, which is played."""
    store = await Store.open(address, alone=True, slot=SECOND)
    seen = Neighbours(address, SECOND)
    yield seen
    await seen.close()
    await store.close()


async def first_was_heard_of(address: str, ago_ms: int, *, owner: str = "somebody") -> None:
    """Whoever plays the first slot has made its lease longer so long ago; without an owner it was given back since."""
    until = f"(extract(epoch FROM clock_timestamp()) * 1000)::bigint + {LEASE_MS - ago_ms}"
    connection = await asyncpg.connect(address)
    await connection.execute(f"UPDATE process_lease SET until_ms = {until}, owner = $1 WHERE id = 1", owner)
    await connection.close()


async def test_who_plays_or_never_did_is_not_left_alone(address: str, neighbours: Neighbours) -> None:
    assert await neighbours.left_alone() == []
    store = await Store.open(address, alone=True, slot=FIRST)
    assert await neighbours.left_alone() == []
    await store.close()


async def test_who_has_stopped_in_good_order_may_be_started_again_before_somebody_stands_in(
    address: str, neighbours: Neighbours
) -> None:
    await (await Store.open(address, alone=True, slot=FIRST)).close()
    assert await neighbours.left_alone() == []
    await first_was_heard_of(address, LEASE_MS + NOT_TAKEN_MS, owner="")
    assert await neighbours.left_alone() == []
    await first_was_heard_of(address, LEASE_MS + GIVEN_BACK_MS, owner="")
    assert await neighbours.left_alone() == [0]


async def test_who_was_not_heard_of_for_a_while_is(address: str, neighbours: Neighbours) -> None:
    await (await Store.open(address, alone=True, slot=FIRST)).close()
    await first_was_heard_of(address, 0)
    assert await neighbours.left_alone() == []
    await first_was_heard_of(address, QUIET_MS)
    assert await neighbours.left_alone() == [0]


async def test_a_slot_for_which_somebody_waits_is_left_to_them_unless_they_do_not_come(
    address: str, neighbours: Neighbours
) -> None:
    await (await Store.open(address, alone=True, slot=FIRST)).close()
    await first_was_heard_of(address, -LONG_MS)
    waiting = await stands_by(address, FIRST)
    assert waiting.lease is not None
    await first_was_heard_of(address, QUIET_MS)
    assert await neighbours.left_alone() == []
    await first_was_heard_of(address, LEASE_MS + NOT_TAKEN_MS)
    assert await neighbours.left_alone() == [0]
    await waiting.close()
    await first_was_heard_of(address, QUIET_MS)
    assert await neighbours.left_alone() == [0]


async def test_of_those_who_see_it_one_stands_in(address: str, neighbours: Neighbours) -> None:
    other = Neighbours(address, SECOND)
    assert await neighbours.stand_in(0)
    assert not await other.stand_in(0)
    await neighbours.hang_up()  # over the next line it says so again
    await neighbours.left_alone()
    assert not await other.stand_in(0)
    await neighbours.leave(0)
    assert await other.stand_in(0)
    await other.close()
