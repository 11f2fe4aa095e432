"""Backups that are made again and again while the bot plays, and of which the newest few are kept."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from bot.store import backups, connecting, errors
from bot.store.errors import StoreError

_TIME = "%Y%m%dT%H%M%S.%fZ"


class KeptBackups:
    """The backups of one SQLite database in one folder.

    database  its file name or address
    folder    where they lie; None: beside the database
    kept      how many of them, at least one

    Raises a StoreError for a database that is no SQLite file, and for a folder that is not there.
    """

    def __init__(self, database: str | Path, folder: Path | None, kept: int) -> None:
        self._url = connecting.url_of(database)
        file = connecting.file_of(self._url)
        if file is None:
            raise StoreError(
                "Backups by the clock are for a database in a file: write MAGIC_MIRROR_BACKUP_HOURS=0 into .env, and "
                "let pg_dump copy the PostgreSQL server."
            )
        self._folder = folder or file.parent
        if not self._folder.is_dir():
            raise StoreError(f"There is no folder {self._folder} for the backups: make it, or name another one.")
        self._beginning = f"{file.name}.scheduled."
        self._kept = kept

    def newest(self) -> datetime | None:
        """When the newest of them was made, or None."""
        made = [time for one in self._all() if (time := self._time_of(one)) is not None]
        return max(made, default=None)

    async def make(self, now: datetime) -> Path:
        """Make one, and then delete what is more than is kept. Nobody who plays waits for it.

        Raises a StoreError when it cannot be written; those that are there stay.
        """
        target = self._folder / f"{self._beginning}{now.astimezone(UTC).strftime(_TIME)}.backup"
        try:
            self._forget_unfinished()
            await self._copy(target)
            await asyncio.to_thread(self._forget_oldest)
        except OSError as error:
            raise StoreError(f"The backup {target} cannot be written: {error.strerror or error}.") from error
        except DBAPIError as error:
            raise self._not_copied(error) from error
        return target

    def _not_copied(self, error: DBAPIError) -> BaseException:
        """The database itself could not be opened: perhaps the next time."""
        where = connecting.name_of(self._url)
        told = errors.translated(error, where)
        return StoreError(f"The database {where} cannot be copied: {error.orig}.") if told is error else told

    async def _copy(self, target: Path) -> None:
        """By a connection of its own: SQLite lets others write meanwhile."""
        engine = connecting.engine_for(self._url, "write")
        try:
            async with engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                try:
                    await backups.copy(driver, target)
                except asyncio.CancelledError:
                    await driver.interrupt()  # whoever stops the bot does not wait for the rest of the copy
                    raise
        finally:
            await engine.dispose()
            self._forget_unfinished()

    def _all(self) -> list[Path]:
        return sorted(one for one in self._folder.glob("*.backup") if one.name.startswith(self._beginning))

    def _time_of(self, backup: Path) -> datetime | None:
        with suppress(ValueError):
            made = datetime.strptime(backup.name.removeprefix(self._beginning), f"{_TIME}.backup")
            return made.replace(tzinfo=UTC)
        return None

    def _forget_oldest(self) -> None:
        for one in self._all()[: -self._kept]:
            one.unlink(missing_ok=True)

    def _forget_unfinished(self) -> None:
        """What a process left that was killed while it copied."""
        for one in list(self._folder.glob(f"*.backup{backups.UNFINISHED}")):
            if one.name.startswith(self._beginning):
                with suppress(OSError):
                    one.unlink()
