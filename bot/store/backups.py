"""Copies of an SQLite database: made while it is in use, whole or not there at all, and for their owner alone."""

from __future__ import annotations

import asyncio
import filecmp
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import errors, private_files
from bot.store.errors import StoreError

UNFINISHED = ".unfinished"


async def copy(driver: aiosqlite.Connection, target: Path) -> None:
    """Write a complete copy to a new file, durable when this returns. The connection must be in no transaction.

    Raises a StoreError when there is a file already, or no room for one.
    """
    unfinished = target.with_name(target.name + UNFINISHED)
    _make_way(target, unfinished)
    try:
        private_files.create(unfinished)
        await driver.execute_fetchall("VACUUM INTO ?", (str(unfinished),))
        await asyncio.to_thread(_put_in_place, unfinished, target)
    except BaseException as error:
        with suppress(OSError):
            unfinished.unlink()
        raise errors.translated(error, str(target)) from error


async def before_upgrade(engine: AsyncEngine, database: Path, revision: str | None) -> Path | None:
    """Copy a database that is about to be upgraded to a file beside it. None when there is nothing in it yet.

    A start that fails again and again keeps one copy, not one for each time. Raises BackupFailed.
    """
    async with engine.connect() as connection:
        if await is_empty(connection):
            return None
    earlier = _backups(database, revision)
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    target = database.with_name(f"{_beginning(database, revision)}{now}.backup")
    try:
        _forget_unfinished(database)
        async with engine.connect() as connection:
            # Straight to the driver: SQLAlchemy would begin a transaction, in which VACUUM is not allowed.
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await copy(driver, target)
        return await asyncio.to_thread(_keep_one, target, earlier)
    except (OSError, StoreError) as error:
        raise errors.backup_failed(str(database), str(target)) from error


async def is_empty(connection: AsyncConnection) -> bool:
    """Whether there is not a single table in an SQLite database."""
    found = await connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
    return int(found.scalar_one()) == 0


def _beginning(database: Path, revision: str | None) -> str:
    return f"{database.name}.{revision or 'unknown'}."


def _backups(database: Path, revision: str | None) -> list[Path]:
    beginning = _beginning(database, revision)
    return sorted(one for one in database.parent.glob("*.backup") if one.name.startswith(beginning))


def _forget_unfinished(database: Path) -> None:
    """What a process left that was killed while it copied."""
    for one in list(database.parent.glob(f"*.backup{UNFINISHED}")):
        if one.name.startswith(database.name + "."):
            one.unlink(missing_ok=True)


def _keep_one(new: Path, earlier: list[Path]) -> Path:
    if not earlier or not filecmp.cmp(earlier[-1], new, shallow=False):
        return new
    new.unlink()
    return earlier[-1]


def _make_way(target: Path, unfinished: Path) -> None:
    if not target.parent.is_dir():
        raise errors.missing(str(target))
    if target.exists():
        raise StoreError(f"There is already a file {target}: move it away or choose another name for the backup.")
    unfinished.unlink(missing_ok=True)


def _put_in_place(unfinished: Path, target: Path) -> None:
    """Make the copy durable, then give it its name, so that a file of that name is always whole."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(target)
