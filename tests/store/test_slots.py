"""The parts of a divided bot: every server belongs to one of them, and so does every shard and every row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.store import matches, schema
from bot.store.database import Store
from bot.store.slots import WHOLE, Slot, number_of
from store.samples import new_match

SERVERS = st.integers(0, (1 << 63) - 1)


@given(SERVERS, st.integers(1, 9), st.integers(0, 60))
def test_a_server_has_one_slot_and_its_shard_is_played_there_however_many_shards_there_are(
    server: int, slots: int, recommended: int
) -> None:
    every = [Slot(number, slots) for number in range(slots)]
    [mine] = [one for one in every if one.has(server)]
    assert mine.number == number_of(server, slots)
    count, shards = mine.shards(recommended)
    assert count >= recommended
    assert (server >> 22) % count in shards
    assert sorted(shard for one in every for shard in one.shards(recommended)[1]) == list(range(count))


def test_what_belongs_to_no_server_belongs_to_the_first_slot() -> None:
    assert Slot(0, 3).has(0)
    assert Slot(0, 3).shards(1)[1] == [0]
    assert WHOLE.shards(1) == (1, [0])


async def test_rows_are_found_by_the_slot_of_their_server(store: Store) -> None:
    servers = [number << 22 | 5 for number in range(7)] + [0]
    for server in servers:
        await store.write(lambda connection, server=server: matches.create(connection, new_match(guild_id=server)))
    guild = schema.match.c.guild_id
    async with store.reading() as connection:
        for slot in (WHOLE, Slot(0, 2), Slot(1, 2), Slot(2, 3)):
            rows = await connection.execute(select(guild).where(*slot.only(guild)).order_by(schema.match.c.id))
            assert list(rows.scalars()) == [server for server in servers if slot.has(server)]
