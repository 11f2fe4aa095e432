"""An older backup is restored, and the process is killed: no copy stays in which somebody is not forgotten."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.forking import forking
from support.sizes import size
from support.tables import NOON
from support.waiting import PATIENCE_S

from bot.store import file_lock, forgotten_files, leftovers
from bot.store.database import Store
from bot.store.forgotten import ForgottenRow
from bot.store.rehearsing import rehearsal
from operating.killed import MOMENTS, restore

DUELLIST = 301
"""Plays game 3 of the old database, and hosts it."""
NOW = '"what is played now"'
AT_TIMES = [*MOMENTS][:: size(4, full=1)]


def who_plays(file: Path) -> set[int]:
    connection = sqlite3.connect(file)
    try:
        return {who for (who,) in connection.execute("SELECT user_id FROM seat WHERE user_id IS NOT NULL")}
    finally:
        connection.close()


def left_beside(database: Path) -> Iterator[Path]:
    """Every copy of the backup that lies about, with the folders in which it does."""
    for one in database.parent.rglob("*"):
        if leftovers.RESTORING in one.name or one.name.startswith("."):
            yield one


@pytest.fixture
def backup(left: Path) -> Path:
    """An older version's backup of what the database was, before the duellist was forgotten."""
    older = left.with_name("older.backup")
    shutil.copy(left, older)
    forgotten_files.keep(forgotten_files.places(left, "")[0], [ForgottenRow.of(DUELLIST, 9 * NOON)])
    connection = sqlite3.connect(left)
    with connection:
        connection.execute("INSERT OR REPLACE INTO guild_setting (guild_id, body) VALUES (7, ?)", (NOW,))
        connection.execute("UPDATE seat SET user_id = NULL WHERE user_id = ?", (DUELLIST,))
    connection.close()
    return older


def killed(database: Path, backup: Path, moment: str) -> None:
    process = forking().Process(target=restore, args=(database, backup, forgotten_files.places(database, ""), moment))
    process.start()
    process.join(PATIENCE_S)
    assert process.exitcode == -9, "it was killed, and did not end by itself"


@pytest.mark.full_size
@pytest.mark.parametrize("moment", AT_TIMES)
async def test_whoever_comes_next_deletes_what_was_left(left: Path, backup: Path, moment: str) -> None:
    assert DUELLIST in who_plays(backup)
    killed(left, backup, moment)
    found = list(left_beside(left))
    assert found or moment == "exchanging", "there is something to clear away"
    for one in found:
        allowed = stat.S_IMODE(one.stat().st_mode)
        assert allowed == (0o700 if one.is_dir() else 0o600) or one.parent.name.startswith("."), one
    assert DUELLIST not in who_plays(left)
    told: list[str] = []
    store = await Store.open(left, migrate=False, say=told.append)
    await store.close()
    assert list(left_beside(left)) == []
    assert all("deleted" in sentence for sentence in told)
    assert bool(told) == bool(found)
    assert DUELLIST not in who_plays(left)


async def test_a_copy_that_somebody_works_with_stays(left: Path) -> None:
    lock = file_lock.FileLock(file_lock.beside(left))
    copy = leftovers.restored_copy(left)
    copy.write_bytes(b"is being restored")
    told: list[str] = []
    async with rehearsal(left):
        await (await Store.open(left, migrate=False, say=told.append)).close()
        assert len([one for one in left.parent.iterdir() if one.is_dir()]) == 1, "the copy that is tried"
    assert copy.exists()
    lock.release()
    abandoned = left.parent / f".{left.name}.12345678"
    abandoned.mkdir(0o700)
    shutil.copy(left, abandoned / left.name)
    await (await Store.open(left, alone=True, say=told.append)).close()
    assert not copy.exists()
    assert not abandoned.exists(), "an older version has left it"
    assert len([one for one in told if "deleted" in one]) == 2
