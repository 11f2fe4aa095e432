"""What goes wrong with databases, and the sentence whoever runs the bot reads then."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import connecting, errors, heartbeat, settings
from bot.store.database import Store
from bot.store.errors import (
    DatabaseDamaged,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseNewer,
    DiskFull,
    StoreError,
)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "BUSY_TIMEOUT_MS", 50)


def is_one_sentence(error: BaseException) -> bool:
    words = str(error)
    return words[0].isupper() and words.endswith(".") and ". " not in words and len(words) < 300


async def test_a_write_under_somebody_elses_lock_says_so_and_the_next_one_works(impatient: None, path: Path) -> None:
    store = await Store.open(path)
    await store.write(lambda connection: heartbeat.beat(connection, 1))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    outcomes = await asyncio.gather(
        *(store.write(lambda connection: heartbeat.beat(connection, 2)) for _ in range(20)), return_exceptions=True
    )
    assert {type(outcome) for outcome in outcomes} == {DatabaseLocked}
    assert isinstance(outcomes[0], DatabaseLocked)
    assert is_one_sentence(outcomes[0])
    assert "second copy" in str(outcomes[0])
    other.execute("ROLLBACK")
    other.close()
    await store.write(lambda connection: heartbeat.beat(connection, 3))
    async with store.reading() as connection:
        assert await heartbeat.last(connection) == 3
    await store.close()


async def test_opening_a_locked_database(impatient: None, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE something (id INTEGER)")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DatabaseLocked) as caught:
        await Store.open(path)
    assert is_one_sentence(caught.value)
    other.close()


async def test_a_database_of_a_newer_version_is_left_alone(path: Path) -> None:
    store = await Store.open(path)
    await store.write(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    for migrate in (True, False):
        with pytest.raises(DatabaseNewer, match="9999") as caught:
            await Store.open(path, migrate=migrate)
        assert is_one_sentence(caught.value)


async def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing, match="folder") as caught:
        await Store.open(tmp_path / "nowhere" / "mirror.db")
    assert is_one_sentence(caught.value)
    with pytest.raises(DatabaseMissing):
        await Store.open(tmp_path)


async def test_without_migrating_a_missing_file_is_not_made(path: Path) -> None:
    for _ in range(2):  # the second time too, because the first left nothing
        with pytest.raises(DatabaseMissing):
            await Store.open(path, migrate=False)


async def test_a_file_that_is_no_database(fairy_tale: Path) -> None:
    with pytest.raises(DatabaseDamaged, match="backup") as caught:
        await Store.open(fairy_tale)
    assert is_one_sentence(caught.value)


@pytest.mark.usefixtures("path")  # it is about a file
async def test_a_full_disk_loses_nothing_and_the_store_goes_on(store: Store) -> None:
    async def limit(connection: AsyncConnection) -> None:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 10}")

    async def unlimited(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("PRAGMA max_page_count = 1000000")

    await store.write(lambda connection: settings.put(connection, 1, "safe"))
    await store.write(limit)
    outcomes = await asyncio.gather(
        store.write(lambda connection: settings.put(connection, 2, "small")),
        store.write(lambda connection: settings.put(connection, 3, "x" * 1_000_000)),
        store.write(lambda connection: settings.put(connection, 4, "small")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), DiskFull, type(None)]
    assert isinstance(outcomes[1], DiskFull)
    assert is_one_sentence(outcomes[1])
    with pytest.raises(DiskFull):
        await store.write(lambda connection: settings.put(connection, 3, "x" * 1_000_000))
    await store.write(unlimited)
    await store.write(lambda connection: settings.put(connection, 3, "x" * 1_000_000))
    async with store.reading() as connection:
        bodies = [await settings.get(connection, guild_id) for guild_id in (1, 2, 4)]
    assert bodies == ["safe", "small", "small"]
    assert await store.check() == []


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("database is locked", DatabaseLocked),
        ("database or disk is full", DiskFull),
        ("unable to open database file", DatabaseMissing),
        ("attempt to write a readonly database", DatabaseMissing),
        ("disk I/O error", DatabaseDamaged),
        ("database disk image is malformed", DatabaseDamaged),
        ("file is not a database", DatabaseDamaged),
    ],
)
def test_each_of_the_words_of_sqlite_has_a_sentence(words: str, kind: type[StoreError]) -> None:
    told = errors.translated(sqlite3.OperationalError(words), "mirror.db")
    assert type(told) is kind
    assert is_one_sentence(told)
    assert "mirror.db" in str(told)


def test_other_errors_stay_what_they_are() -> None:
    for error in (ValueError("disk is full"), sqlite3.OperationalError("no such table: elf"), ConnectionError("gone")):
        assert errors.translated(error, "mirror.db") is error
    assert type(errors.translated(ConnectionRefusedError(), "postgresql://host/db")) is errors.DatabaseUnreachable


WRITER = """
import asyncio, os, sys
from bot.store import settings
from bot.store.database import Store

async def main():
    store = await Store.open(sys.argv[1])
    async def put(number):
        await store.write(lambda connection: settings.put(connection, number, "x" * 200))
        os.write(1, b"%d\\n" % number)
    number = 0
    while True:
        await asyncio.gather(*(put(number + offset) for offset in range(7)))
        number += 7

asyncio.run(main())
"""


async def test_killing_the_process_loses_nothing_it_acknowledged(path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(path), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert process.stdout is not None
    told = [int(await process.stdout.readline()) for _ in range(200)]
    os.kill(process.pid, signal.SIGKILL)
    # The last line may be cut short by the kill, and then it was not acknowledged.
    rest = (await process.stdout.read()).decode().split("\n")[:-1]
    await process.wait()
    acknowledged = {*told, *map(int, rest)}
    store = await Store.open(path)
    async with store.reading() as connection:
        found = set((await connection.exec_driver_sql("SELECT guild_id FROM guild_setting")).scalars())
    assert acknowledged <= found
    assert await store.check() == []
    await store.close()
