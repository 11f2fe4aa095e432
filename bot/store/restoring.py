"""A backup takes the place of an SQLite database: looked at before and after, and what was there is kept."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store import connecting, errors, file_lock, inspecting, leftovers, private_files
from bot.store.errors import StoreError
from bot.store.inspecting import Age, Condition

Prepare = Callable[[Path, Path | None], Awaitable[None]]
"""Told the copy of a backup, which nobody has open, and the sound database whose place it takes; None without one."""


async def restore(database: str | Path, backup: Path, prepare: Prepare | None = None) -> tuple[Condition, Path | None]:
    """Put a copy of the backup in the database's place; the bot must not be running. `prepare` changes the copy before.

    Gives the condition of what is there now, and where what was there before lies; None when nothing was. Raises a
    StoreError that says what to do; then the database is what it was.
    """
    url = connecting.url_of(database)
    file = connecting.file_of(url)
    if file is None:
        raise StoreError("Only a database in a file is restored here: restore PostgreSQL with pg_restore or psql.")
    connecting.look_for_folder(url, must_exist=False)
    lock = _locked(file)
    try:
        private_files.share_owner(file_lock.beside(file), file)
        return await _restore(file, backup, prepare)
    except OSError as error:
        raise StoreError(f"{backup} was not restored: {error.strerror or error}. Nothing has changed.") from error
    finally:
        lock.release()


def _locked(file: Path) -> file_lock.FileLock:
    beside = file_lock.beside(file)
    try:
        return file_lock.FileLock(beside)
    except file_lock.Held as error:
        raise errors.in_use(str(file)) from error
    except OSError as error:
        raise errors.not_lockable(str(beside)) from error


async def _restore(file: Path, backup: Path, prepare: Prepare | None) -> tuple[Condition, Path | None]:
    _refuse_unusable(file, backup)
    new = leftovers.restored_copy(file)
    leftovers.clear_copy(new)
    try:
        await asyncio.to_thread(_copy, backup, new, file)
        _refuse_unsound(backup, await _condition(backup, new))
        is_sound = await _is_sound(file)
        if is_sound:
            await _fold_log(file)
        if prepare is not None:
            await prepare(new, file if is_sound else None)
        replaced = await asyncio.to_thread(_exchange, file, new)
    finally:
        with suppress(OSError):
            leftovers.clear_copy(new)
    found = await inspecting.look(file)
    if found.problems:
        raise StoreError(f"{backup} was restored, but {file} is damaged now: check the disk. {_where(replaced)}")
    return found, replaced


async def _condition(backup: Path, copy: Path) -> Condition:
    """How the backup is; of its copy, so that a bad disk is noticed as well. Raises a StoreError for no database."""
    try:
        return await inspecting.look(copy)
    except StoreError as error:
        raise StoreError(f"{backup} is no sound database and was not restored: take an earlier backup.") from error


def _where(replaced: Path | None) -> str:
    return f"What was there before lies in {replaced}." if replaced else "Nothing was there before."


def _refuse_unusable(file: Path, backup: Path) -> None:
    if not backup.is_file():
        raise StoreError(f"There is no file {backup}: name a backup that `magic-mirror db backup` or the bot has made.")
    if file.exists() and backup.samefile(file):
        raise StoreError(f"{backup} is the database itself: name one of its backups.")
    if connecting.log_of(backup.resolve()).exists():
        raise StoreError(
            f"{backup} is a database that was open when it was copied, and a part of it lies in other files: make "
            "a backup of it with `magic-mirror db backup`, and restore that."
        )


def _refuse_unsound(backup: Path, found: Condition) -> None:
    if found.problems:
        raise StoreError(f"{backup} is damaged and was not restored: {found.problems[0]} Take an earlier backup.")
    if found.revision is None:
        raise StoreError(f"{backup} is no database of Magic Mirror, so nothing was restored: name one of its backups.")
    if found.age is Age.NEWER:
        raise errors.newer(str(backup), found.revision)


def _copy(backup: Path, new: Path, file: Path) -> None:
    private_files.create(new)
    private_files.share_owner(new, file)
    with backup.open("rb") as source, new.open("rb+") as target:
        shutil.copyfileobj(source, target, 1 << 20)
        target.flush()
        os.fsync(target.fileno())


async def _fold_log(file: Path) -> None:
    """Let SQLite bring the log of the old database into its file."""
    if not connecting.log_of(file).exists():
        return
    engine = connecting.engine_for(connecting.url_of(file), "migrate")
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            # Straight to the driver: SQLAlchemy would begin a transaction, in which no log is folded.
            await driver.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        await engine.dispose()


async def _is_sound(file: Path) -> bool:
    try:
        found = await inspecting.look(file)
    except StoreError:
        return False
    return found.age is not Age.ABSENT and not found.problems


def _exchange(file: Path, new: Path) -> Path | None:
    """Give the new file the database's name. At every moment there is a file of that name."""
    replaced = _keep(file) if file.exists() else None
    for left in (connecting.log_of(file), connecting.index_of_log(file), file.with_name(file.name + "-journal")):
        left.unlink(missing_ok=True)  # it would be read as a part of the new file
    new.replace(file)
    private_files.make_durable(file.parent)
    return replaced


def _keep(file: Path) -> Path:
    """A second name for the old file, and for what lies beside it."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    replaced = file.with_name(f"{file.name}.{now}{connecting.REPLACED}")
    for ending in ("", "-wal", "-journal"):
        old = file.with_name(file.name + ending)
        if old.exists():
            _link(old, replaced.with_name(replaced.name + ending))
    return replaced


def _link(old: Path, name: Path) -> None:
    """Another name for a file, which only its owner may read from now on."""
    try:
        name.hardlink_to(old)
    except OSError:  # not every disk can give a file two names
        private_files.create(name)
        shutil.copyfile(old, name)
        private_files.share_owner(name, old)
    if os.name == "posix":
        name.chmod(private_files.OWNER_ONLY)
