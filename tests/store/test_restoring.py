"""A backup takes the place of the database, and whatever happens on the way, one of the two is there and whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from bot.store import backups, connecting, leftovers, migrating, restoring
from bot.store.database import Store
from bot.store.errors import DatabaseInUse, DatabaseNewer, StoreError
from bot.store.inspecting import Age
from store.older import OLD, UNTOUCHED, make_older, what_is_in

NOW = "what is played now"


class PowerCut(BaseException):
    """Nothing more is done."""


@pytest.fixture
def backup(path: Path, migrated: Path) -> Path:
    """A backup from before an upgrade, beside a database that has gone on since."""
    older = path.with_name("older.backup")
    make_older(older)
    shutil.copy(migrated, path)
    write(path, NOW)
    return older


def write(path: Path, setting: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT OR REPLACE INTO guild_setting (guild_id, body) VALUES (7, ?)", (setting,))
    connection.close()


def content(file: Path) -> bytes:
    return file.read_bytes()


def put(file: Path, what: bytes) -> None:
    file.write_bytes(what)


def copied(folder: Path) -> Path:
    """A database with what lies beside it, as it is while it is open."""
    crashed = folder / "crashed"
    crashed.mkdir()
    for file in folder.glob("mirror.db*"):
        shutil.copy(file, crashed)
    return crashed


def now_in(path: Path) -> tuple[str, str, str]:
    return what_is_in(path)


def names(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


async def test_what_was_there_is_kept_and_the_backup_stays(path: Path, backup: Path) -> None:
    found, replaced = await restoring.restore(path, backup)
    assert (found.age, found.revision, found.problems) == (Age.OLDER, OLD, ())
    assert what_is_in(path) == what_is_in(backup) == UNTOUCHED
    assert replaced is not None
    assert what_is_in(replaced) == (migrating.newest(), NOW, "ok")
    assert names(path) == {"mirror.db", "mirror.db.lock", "older.backup", replaced.name}
    if os.name == "posix":
        assert {stat.S_IMODE(file.stat().st_mode) for file in (path, replaced)} == {0o600}
    await (await Store.open(path, alone=True)).close()  # and the bot goes on with it


async def test_where_nothing_was_the_backup_is_the_database(path: Path, backup: Path) -> None:
    fresh = path.with_name("fresh.db")
    found, replaced = await restoring.restore(fresh, backup)
    assert (found.age, replaced) == (Age.OLDER, None)
    assert what_is_in(fresh) == UNTOUCHED


async def test_while_the_bot_runs_nothing_is_restored(path: Path, backup: Path) -> None:
    store = await Store.open(path, alone=True)
    with pytest.raises(DatabaseInUse, match="stop that one first"):
        await restoring.restore(path, backup)
    await store.close()
    assert now_in(path)[1] == NOW


async def test_what_a_killed_bot_left_in_its_log_is_kept_too(path: Path, backup: Path, tmp_path: Path) -> None:
    open_file = sqlite3.connect(path)
    open_file.execute("PRAGMA journal_mode=WAL")
    open_file.execute("UPDATE guild_setting SET body = 'the last word'")
    open_file.commit()
    crashed = copied(tmp_path)
    open_file.close()
    assert content(crashed / "mirror.db-wal")
    _, replaced = await restoring.restore(crashed / "mirror.db", backup)
    assert what_is_in(crashed / "mirror.db") == UNTOUCHED
    assert replaced is not None
    assert what_is_in(replaced)[1] == "the last word"


async def test_a_damaged_database_is_kept_as_it_is(fairy_tale: Path) -> None:
    backup = fairy_tale.with_name("older.backup")
    make_older(backup)
    told = content(fairy_tale)
    put(fairy_tale.with_name("mirror.db-wal"), b"and they lived")
    _, replaced = await restoring.restore(fairy_tale, backup)
    assert what_is_in(fairy_tale) == UNTOUCHED
    assert replaced is not None
    assert content(replaced) == told
    log = replaced.with_name(replaced.name + "-wal")
    assert content(log) == b"and they lived"
    if os.name == "posix":
        assert stat.S_IMODE(log.stat().st_mode) == 0o600, "whatever it was"


async def test_what_is_no_sound_backup_is_refused_and_nothing_changes(path: Path, backup: Path) -> None:
    torn, newer, empty = (path.with_name(name) for name in ("torn", "newer", "empty"))
    put(torn, content(backup)[:20_000])
    shutil.copy(backup, newer)
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    put(empty, b"")
    open_one = path.with_name("open")
    shutil.copy(backup, open_one)
    put(path.with_name("open-wal"), b"")
    before = content(path)
    for named, error, words in (
        (torn, StoreError, "torn is .*not restored"),
        (newer, DatabaseNewer, "newer version"),
        (empty, StoreError, "no database of Magic Mirror"),
        (open_one, StoreError, "was open when it was copied"),
        (path, StoreError, "is the database itself"),
        (path.with_name("nothing"), StoreError, "There is no file"),
    ):
        with pytest.raises(error, match=words):
            await restoring.restore(path, named)
        assert content(path) == before
    assert not any(name.endswith((connecting.REPLACED, leftovers.RESTORING)) for name in names(path))


async def test_postgresql_is_left_to_its_own_tools(backup: Path) -> None:
    with pytest.raises(StoreError, match="pg_restore"):
        await restoring.restore("postgresql://mirror@localhost/mirror", backup)


@pytest.mark.parametrize("moment", ["copy", "keep", "replace"])
async def test_a_power_cut_leaves_one_of_the_two_and_the_next_try_does_it_all(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def cut(*_: object) -> None:
        raise PowerCut

    where = {"copy": (shutil, "copyfileobj"), "keep": (restoring, "_link"), "replace": (Path, "replace")}
    with monkeypatch.context() as patched:
        patched.setattr(*where[moment], cut)
        with pytest.raises(PowerCut):
            await restoring.restore(path, backup)
    assert now_in(path) == (migrating.newest(), NOW, "ok")
    put(path.with_name(path.name + leftovers.RESTORING), b"half")  # as a cut leaves it
    await restoring.restore(path, backup)
    assert what_is_in(path) == UNTOUCHED
    assert path.name + leftovers.RESTORING not in names(path)


async def test_without_room_nothing_changes(path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(StoreError, match=r"No space left on device\. Nothing has changed\."):
        await restoring.restore(path, backup)
    assert now_in(path)[1] == NOW
    assert not any(backups.UNFINISHED in name or leftovers.RESTORING in name for name in names(path))
