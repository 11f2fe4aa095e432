"""One process at a time has a database for itself: the second one is told, until the first is gone, however it went."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.store import file_lock, heartbeat
from bot.store.database import Store
from bot.store.errors import DatabaseDamaged, DatabaseInUse, DatabaseMissing
from bot.store.inspecting import Age, look
from store.processes import command, holder


async def test_a_second_process_is_refused_in_a_sentence_and_the_first_goes_on(path: Path) -> None:
    with holder(path) as process:
        for arguments in (["run"], ["db", "upgrade"]):
            done = await asyncio.to_thread(command, path, *arguments)
            assert (done.returncode, done.stdout) == (2, "")
            assert "in use by another copy of the bot" in done.stderr
            assert len(done.stderr.splitlines()) == 1
        with pytest.raises(DatabaseInUse):
            await Store.open(path, alone=True)
        assert process.poll() is None


async def test_a_second_name_of_the_same_file_is_no_way_in(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("elsewhere") / "other.db"
    link.symlink_to(path)
    with holder(path), pytest.raises(DatabaseInUse):
        await Store.open(link, alone=True)


async def test_a_copy_and_a_check_are_made_beside_a_running_bot(path: Path) -> None:
    with holder(path):
        assert command(path, "db", "backup", "copy.db").returncode == 0
        assert "whole" in command(path, "db", "check").stdout
        found = await look(path)
        assert (found.age, found.problems) == (Age.CURRENT, ())
    copy = await Store.open(path.with_name("copy.db"), migrate=False)
    async with copy.reading() as connection:
        assert await heartbeat.last(connection) == 5
    await copy.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGKILL")
async def test_who_is_killed_holds_nothing(path: Path) -> None:
    with holder(path) as process:
        with pytest.raises(DatabaseInUse):
            await Store.open(path, alone=True)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        store = await Store.open(path, alone=True)
        async with store.reading() as connection:
            assert await heartbeat.last(connection) == 5
        await store.close()


async def test_who_closes_it_gives_it_back(path: Path) -> None:
    for _ in range(2):
        await (await Store.open(path, alone=True)).close()


async def test_who_cannot_open_it_gives_it_back(fairy_tale: Path) -> None:
    for _ in range(2):
        with pytest.raises(DatabaseDamaged):
            await Store.open(fairy_tale, alone=True)


async def test_a_lock_that_cannot_be_taken_for_another_reason_is_not_somebody_elses(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_file: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(file_lock, "_take", no_locks)
    with pytest.raises(DatabaseMissing, match=r"mirror\.db\.lock cannot be opened and locked"):
        await Store.open(path, alone=True)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file away")
async def test_what_root_makes_beside_somebodys_database_is_theirs(store: Store, path: Path) -> None:
    """`sudo magic-mirror db upgrade` does not lock the bot's own user out."""
    await store.close()
    os.chown(path, 65_534, 65_534)
    await (await Store.open(path, alone=True)).close()
    assert os.stat(file_lock.beside(path)).st_uid == 65_534
