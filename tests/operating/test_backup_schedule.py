"""Backups by the clock: when they are made, how many stay, and that nobody who plays notices."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from store.older import make_older
from structlog.testing import capture_logs

from bot.config import Settings
from bot.operating import backup_schedule
from bot.store import backups, connecting
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.kept_backups import KeptBackups

BEGAN = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    """A day that passes while nobody waits; at its end whoever waits is stopped."""

    def __init__(self, until: datetime, now: datetime = BEGAN) -> None:
        self.time = now
        self.until = until

    def now(self) -> datetime:
        return self.time

    async def rest(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
        if self.time >= self.until:
            raise asyncio.CancelledError


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("older") / "mirror.db"
    make_older(path)
    return path


@pytest.fixture
def database(tmp_path: Path, older: Path) -> Path:
    return shutil.copy(older, tmp_path / "mirror.db")


async def let_pass(backups: KeptBackups, every: timedelta, clock: Clock) -> None:
    with pytest.raises(asyncio.CancelledError):
        await backup_schedule.keep_making(backups, every, clock.now, clock.rest)


def hours(folder: Path) -> list[str]:
    """The hours at which the backups that are there were made."""
    return sorted(one.name.split(".")[3] for one in folder.glob("*.scheduled.*.backup"))


async def test_a_day_keeps_its_last_three_backups_and_a_start_makes_none_too_early(database: Path) -> None:
    foreign = database.with_name("mirror.db.0004.20260101T000000.000000Z.backup")
    foreign.touch()
    folder = database.parent / "elsewhere"
    folder.mkdir()
    backups = KeptBackups(database, folder, kept=3)
    await let_pass(backups, 6 * HOUR, Clock(BEGAN + 25 * HOUR))
    assert hours(folder) == ["20260502T000000", "20260502T060000", "20260502T120000"]
    await let_pass(backups, 6 * HOUR, Clock(BEGAN + 29 * HOUR, now=BEGAN + 26 * HOUR))
    assert hours(folder)[-1] == "20260502T120000"
    await let_pass(backups, 6 * HOUR, Clock(BEGAN + 31 * HOUR, now=BEGAN + 26 * HOUR))
    assert hours(folder) == ["20260502T060000", "20260502T120000", "20260502T180000"]
    newest = max(folder.iterdir())
    with sqlite3.connect(newest) as copy:
        assert copy.execute("SELECT count(*) FROM guild_setting").fetchone() == (1,)
    copy.close()
    if os.name == "posix":
        assert stat.S_IMODE(newest.stat().st_mode) == 0o600
    assert foreign.exists()


async def test_a_time_that_lies_ahead_is_not_waited_for(database: Path) -> None:
    """The machine's time was wrong when it was made."""
    backups = KeptBackups(database, None, kept=9)
    await backups.make(BEGAN + 24 * 365 * HOUR)
    await let_pass(backups, HOUR, Clock(BEGAN + 1.5 * HOUR))
    assert hours(database.parent)[0] == "20260501T130000"


class CorrectedClock(Clock):
    """It is a year ahead until somebody has waited for the first time."""

    def __init__(self) -> None:
        super().__init__(BEGAN + 1.5 * HOUR, now=BEGAN + 24 * 365 * HOUR)

    async def rest(self, seconds: float) -> None:
        if self.time > self.until:
            self.time = BEGAN
        await super().rest(seconds)


async def test_a_time_that_was_ahead_while_a_backup_was_made_is_not_waited_for_either(database: Path) -> None:
    """The machine's time is put right while the bot runs."""
    await let_pass(KeptBackups(database, None, kept=9), HOUR, CorrectedClock())
    assert len(hours(database.parent)) == 2
    assert hours(database.parent)[0].startswith("20260501T13")


async def test_a_database_that_cannot_be_opened_for_a_while_ends_no_backups(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptBackups(database, None, kept=1)
    monkeypatch.setattr(kept, "_url", connecting.url_of(database.parent))  # a folder is no database
    with capture_logs() as logged:
        await let_pass(kept, 24 * HOUR, Clock(BEGAN + 1.5 * HOUR))
    assert [line["event"] for line in logged] == ["backup_failed", "backup_failed"]
    assert "cannot be opened" in logged[0]["problem"]
    assert hours(database.parent) == []
    monkeypatch.undo()
    await let_pass(kept, 24 * HOUR, Clock(BEGAN + 0.5 * HOUR))
    assert hours(database.parent) == ["20260501T120000"]


async def test_a_disk_that_is_full_is_one_sentence_and_the_old_backups_stay(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptBackups(database, None, kept=1)
    await kept.make(BEGAN - 24 * HOUR)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched, capture_logs() as logged:
        patched.setattr(backups, "_put_in_place", full)
        await let_pass(kept, 24 * HOUR, Clock(BEGAN + 1.5 * HOUR))
    assert [line["event"] for line in logged] == ["backup_failed", "backup_failed"]  # at once, and an hour later
    assert "no room left" in logged[0]["problem"]
    assert hours(database.parent) == ["20260430T120000"]
    assert not list(database.parent.glob(f"*{backups.UNFINISHED}"))


async def test_people_go_on_writing_while_a_backup_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "mirror.db"
    store = await Store.open(database, alone=True)
    finish = backups._put_in_place
    loop = asyncio.get_running_loop()

    async def is_written() -> int:
        return await store.write(_settings_saved)

    def meanwhile(unfinished: Path, target: Path) -> None:
        assert asyncio.run_coroutine_threadsafe(is_written(), loop).result() == 1
        finish(unfinished, target)

    monkeypatch.setattr(backups, "_put_in_place", meanwhile)
    made = await KeptBackups(database, None, kept=1).make(BEGAN)
    await store.close()
    assert made.exists()


async def _settings_saved(connection: object) -> int:
    saved = await connection.exec_driver_sql(  # type: ignore[attr-defined]
        "INSERT INTO guild_setting (guild_id, body) VALUES (7, '{}')"
    )
    return int(saved.rowcount)


async def test_whoever_stops_the_bot_does_not_wait_for_a_backup_and_nothing_is_left_of_it(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(backups, "_put_in_place", stopped)
    with pytest.raises(asyncio.CancelledError):
        await KeptBackups(database, None, kept=1).make(BEGAN)
    assert {file.name for file in database.parent.iterdir()} == {"mirror.db"}


def test_none_are_made_unless_they_are_asked_for(tmp_path: Path) -> None:
    assert backup_schedule.scheduled(Settings(database=str(tmp_path / "mirror.db"))) is None


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"database": "postgresql://localhost/mirror"}, "pg_dump"),
        ({"database": "mirror.db", "backup_folder": "/no/such/folder"}, "no folder /no/such/folder"),
    ],
)
def test_backups_that_could_never_be_made_are_refused_at_the_start(settings: dict[str, str], words: str) -> None:
    with pytest.raises(StoreError, match=words):
        backup_schedule.scheduled(Settings(backup_hours=1, **settings))  # type: ignore[arg-type]
