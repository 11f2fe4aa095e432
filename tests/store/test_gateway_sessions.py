"""Where the shards have left Discord: kept for the next process alone, and for nobody after it."""

from __future__ import annotations

from functools import partial

from bot.store import gateway_sessions
from bot.store.database import Store
from bot.store.forgetting import erase_names
from bot.store.gateway_sessions import SessionRow
from bot.store.slots import Slot


def session(shard: int, sequence: int = 7) -> SessionRow:
    return SessionRow(shard, 2, 900, 1, f"secret {shard}", sequence, "wss://there", b"\x00\xffservers", 5)


async def test_they_are_taken_once(store: Store) -> None:
    await store.write(partial(gateway_sessions.keep, rows=[session(0), session(1, sequence=1 << 40)]))
    assert await store.write(gateway_sessions.take) == [session(0), session(1, sequence=1 << 40)]
    assert await store.write(gateway_sessions.take) == []


async def test_none_of_before_stay(store: Store) -> None:
    await store.write(partial(gateway_sessions.keep, rows=[session(0), session(1)]))
    await store.write(partial(gateway_sessions.keep, rows=[session(0)]))
    assert await store.write(gateway_sessions.take) == [session(0)]


async def test_whoever_is_forgotten_does_not_stand_there_either(store: Store) -> None:
    await store.write(partial(gateway_sessions.keep, rows=[session(0)]))
    await store.write(partial(erase_names, user_id=11, erased="a guest"))
    assert await store.write(gateway_sessions.take) == []


def test_a_row_shows_neither_the_session_nor_what_was_known() -> None:
    assert "secret" not in repr(session(0))


async def test_each_process_of_several_has_the_sessions_of_its_own_shards(store: Store) -> None:
    one, other = Slot(0, 2), Slot(1, 2)
    await store.write(partial(gateway_sessions.keep, rows=[session(0), session(2)], slot=one))
    await store.write(partial(gateway_sessions.keep, rows=[session(1)], slot=other))
    assert await store.write(partial(gateway_sessions.take, slot=other)) == [session(1)]
    assert await store.write(partial(gateway_sessions.take, slot=one)) == [session(0), session(2)]
