"""A look at a database: what it says, and that not a byte is made or changed by it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from bot.store import heartbeat, migrating
from bot.store.database import Store
from bot.store.errors import DatabaseDamaged, DatabaseMissing
from bot.store.inspecting import Age, Condition, look
from store.older import OLD, make_older

ROOT = Path(__file__).parents[2]
CRASHES = """
import asyncio, os, signal, sys
from bot.store import heartbeat
from bot.store.database import Store

async def main():
    store = await Store.open(sys.argv[1], alone=True)
    await store.write(lambda connection: heartbeat.beat(connection, 5))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def files(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """All there is in a folder, with its permissions and when it was changed."""
    return {
        file.name: (file.read_bytes(), file.stat().st_mode, file.stat().st_mtime_ns)
        for file in sorted(folder.iterdir())
    }


async def seen(path: Path) -> Condition:
    """What a look says, after it has left everything as it was."""
    before = files(path.parent)
    try:
        return await look(path)
    finally:
        assert files(path.parent) == before


async def test_no_database(path: Path) -> None:
    assert await seen(path) == Condition(Age.ABSENT)


@pytest.fixture
def empty(path: Path) -> Path:
    path.touch()
    return path


async def test_an_empty_file(empty: Path) -> None:
    assert await seen(empty) == Condition(Age.ABSENT)


async def test_one_that_is_up_to_date(store: Store, path: Path) -> None:
    await store.close()
    assert await seen(path) == Condition(Age.CURRENT, migrating.newest())


async def test_an_older_one(path: Path) -> None:
    make_older(path)
    assert await seen(path) == Condition(Age.OLDER, OLD)


async def test_a_newer_one(store: Store, path: Path) -> None:
    await store.write(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    assert await seen(path) == Condition(Age.NEWER, "9999")


async def test_one_in_use_is_read_with_its_log(store: Store, path: Path) -> None:
    await store.write(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    found = await look(path)
    assert (found.age, found.revision) == (Age.NEWER, "9999")
    await store.write(lambda connection: heartbeat.beat(connection, 6))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGKILL")
async def test_one_whose_bot_was_killed(path: Path) -> None:
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", CRASHES, str(path), cwd=ROOT)
    assert await killed.wait() == -signal.SIGKILL
    assert {"mirror.db-wal", "mirror.db-shm"} < set(os.listdir(path.parent))
    assert await seen(path) == Condition(Age.CURRENT, migrating.newest())
    path.with_name("mirror.db-shm").unlink()
    with pytest.raises(DatabaseMissing, match="start the bot once"):
        await seen(path)
    store = await Store.open(path, alone=True)
    async with store.reading() as connection:
        assert await heartbeat.last(connection) == 5
    await store.close()


async def test_one_that_is_started_during_the_look_is_looked_at_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    opened: list[Store] = []
    current = migrating.current

    async def and_the_bot_starts(connection: object) -> str | None:
        found = await current(connection)  # type: ignore[arg-type]
        if not opened:
            monkeypatch.undo()
            opened.append(await Store.open(path, alone=True))
            newer = "UPDATE alembic_version SET version_num = '9999'"
            await opened[0].write(lambda connection: connection.exec_driver_sql(newer))
        return found

    monkeypatch.setattr(migrating, "current", and_the_bot_starts)
    assert (await look(path)).age is Age.NEWER
    await opened[0].close()


async def test_a_file_that_is_no_database_and_a_folder_that_is_not_there(fairy_tale: Path) -> None:
    with pytest.raises(DatabaseDamaged):
        await seen(fairy_tale)
    with pytest.raises(DatabaseMissing):
        await look(fairy_tale.parent / "nowhere" / "mirror.db")


async def test_one_that_is_damaged(store: Store, path: Path) -> None:
    dangling = "INSERT INTO seat (match, seat, name, player) VALUES (99, 1, 'ann', 'human')"
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.execute(dangling)
    connection.close()
    found = await seen(path)
    assert found.problems == ("A row of seat points at a row of match that is gone.",)


async def test_odd_names_are_no_trouble(store: Store, path: Path) -> None:
    await store.close()
    odd = path.parent / "what? 100% & #1" / "my mirror.db"
    odd.parent.mkdir()
    shutil.move(path, odd)
    assert await seen(odd) == Condition(Age.CURRENT, migrating.newest())
