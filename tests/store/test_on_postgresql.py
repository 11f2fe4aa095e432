"""What is different on PostgreSQL. Like the rest of this folder it runs there at its full size (`conftest`).

Skipped, with the reason, where there is no PostgreSQL and none can be started (see `support.postgresql`).
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from support.sizes import size

from bot.store import connecting, heartbeat
from bot.store.database import Store
from bot.store.errors import DatabaseUnreachable, StoreError
from bot.store.inspecting import Age, look

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]


@pytest.fixture
def place() -> str:
    return "server"


async def test_what_is_there_is_whole_and_up_to_date(store: Store, on_server: str) -> None:
    assert await store.check() == []
    assert (await look(on_server)).age is Age.CURRENT


async def test_an_unfinished_index_is_named(store: Store) -> None:
    await store.write(_mark("false"))
    assert await store.check() == ["The index ix_match_unsent is unfinished: run REINDEX."]
    await store.write(_mark("true"))
    assert await store.check() == []


def _mark(valid: str) -> Any:
    async def mark(connection: AsyncConnection) -> None:
        index = "indexrelid = 'ix_match_unsent'::regclass"
        await connection.exec_driver_sql(f"UPDATE pg_index SET indisvalid = {valid} WHERE {index}")

    return mark


async def test_after_a_server_has_hung_up_the_next_try_works_and_nothing_is_half_written(
    store: Store, on_server: str
) -> None:
    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    async def two_beats(connection: Any) -> None:
        await heartbeat.beat(connection, 1)
        await asyncio.to_thread(postgresql.hang_up, on_server)
        await heartbeat.beat(connection, 2)

    with pytest.raises(DatabaseUnreachable, match="does not answer"):
        await store.write(two_beats)
    async with store.reading() as connection:
        assert await heartbeat.last(connection) is None
    await store.write(lambda connection: heartbeat.beat(connection, 3))
    async with store.reading() as connection:
        assert await heartbeat.last(connection) == 3


async def test_whoever_is_not_let_in_is_told_so_without_the_password(server: str) -> None:
    with pytest.raises(DatabaseUnreachable, match="does not let the bot in") as told:
        await Store.open(f"{server}/no_such_database".replace("mirror@", "mirror:hush@"))
    assert "hush" not in str(told.value)
    with pytest.raises(DatabaseUnreachable, match="does not answer"):
        await Store.open("postgresql://mirror:hush@127.0.0.1:1/mirror")


def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install 'magic-mirror\[postgres\]'\.$"):
        connecting.url_of("postgresql://localhost/mirror")


@pytest.mark.parametrize(
    ("address", "words"), [("mysql://here/mirror", "nothing in mysql"), ("postgresql://a:b:c/d", "cannot be read")]
)
def test_another_kind_of_address_is_one_sentence(address: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        connecting.url_of(address)
