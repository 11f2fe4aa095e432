"""What can go wrong with the database, said so that whoever runs the bot knows what to do next."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, StatementError

from bot.trouble import StoreTrouble


class StoreError(StoreTrouble):
    """Something is wrong with the database itself. ``str()`` is one sentence that says what to do next."""


class DatabaseLocked(StoreError):
    """Another program holds the write lock for longer than the store waits."""


class DatabaseInUse(StoreError):
    """Another process keeps the database for itself."""


class LeaseLost(StoreError):
    """Another process has taken over the database, and this one may neither write nor tell anybody anything."""


class DividedOtherwise(StoreError):
    """The bot is divided into another number of processes than this one was started for."""


class BackupFailed(StoreError):
    """The copy before an upgrade could not be made, so nothing was upgraded."""


class DatabaseMissing(StoreError):
    """There is no such file or folder, or it may not be written."""


class DatabaseNewer(StoreError):
    """The schema was made by a later version than this one."""


class DatabaseUnreachable(StoreError):
    """The database server does not answer."""


class DiskFull(StoreError):
    """There is no room left to write."""


class DatabaseDamaged(StoreError):
    """The file is not a sound database, or the disk cannot read or write it."""


class StoreClosed(StoreError):
    """The store was used after ``close()``."""


def closed() -> StoreClosed:
    return StoreClosed("The bot is shutting down and its database is closed: start it again and try once more.")


def locked(where: str) -> DatabaseLocked:
    return DatabaseLocked(
        f"The database {where} is locked by another program: stop the second copy of the bot, "
        "or close the tool that has the file open, and try again."
    )


def in_use(where: str) -> DatabaseInUse:
    return DatabaseInUse(
        f"The database {where} is in use by another copy of the bot: stop that one first, or give this one a database "
        "of its own."
    )


def replaced(where: str) -> LeaseLost:
    return LeaseLost(
        f"Another copy of the bot has taken over the database {where}, since this one was not heard of for some "
        "seconds: this one stops, and may be started again to stand by."
    )


def divided_otherwise(where: str, slots: int, wanted: int) -> DividedOtherwise:
    return DividedOtherwise(
        f"The bot on the database {where} is divided into {_processes(slots)}, and this one was started for "
        f"{_processes(wanted)}: stop all of them first, and start them with the same number."
    )


def others_play(where: str) -> DividedOtherwise:
    return DividedOtherwise(
        f"The database {where} has to be brought up to date, and other processes of the bot still play on it: stop all "
        "of them first."
    )


def _processes(count: int) -> str:
    return "1 process" if count == 1 else f"{count} processes"


def not_divisible(where: str) -> StoreError:
    return StoreError(
        f"Several processes can play on PostgreSQL only, and {where} is a file: leave out --processes, or move the "
        "database with `magic-mirror db copy`."
    )


def not_lockable(file: str) -> DatabaseMissing:
    return DatabaseMissing(
        f"The file {file} cannot be opened and locked: give the user that runs the bot write permission on it, and "
        "keep the database on a disk of this machine."
    )


def backup_failed(where: str, target: str) -> BackupFailed:
    return BackupFailed(
        f"The database {where} was not upgraded, because its backup could not be written to {target}: free some space "
        "there, look at the folder's permissions, and try again."
    )


def log_without_index(where: str) -> DatabaseMissing:
    return DatabaseMissing(
        f"The database {where} has a write-ahead log but not the file that belongs to it, so it cannot be read without "
        "changing it: start the bot once, which puts it in order."
    )


def missing(where: str) -> DatabaseMissing:
    return DatabaseMissing(
        f"The database {where} cannot be opened: check that its folder exists and that the bot may read and write "
        "in it, or set another path."
    )


def read_only(where: str) -> DatabaseMissing:
    return DatabaseMissing(
        f"The database {where} cannot be written: give the user that runs the bot write permission on the file "
        "and on its folder."
    )


def newer(where: str, revision: str) -> DatabaseNewer:
    return DatabaseNewer(
        f"The database {where} was made by a newer version of the bot (revision {revision}): install that version "
        "or a later one, or restore a backup from before the update."
    )


def disk_full(where: str) -> DiskFull:
    return DiskFull(
        f"There is no room left on the disk of the database {where}: free some space; everything that was "
        "acknowledged before is safe and the bot goes on by itself."
    )


def damaged(where: str) -> DatabaseDamaged:
    return DatabaseDamaged(
        f"The file {where} is not a sound database: stop the bot, put the file aside and restore the latest backup."
    )


def disk_error(where: str) -> DatabaseDamaged:
    return DatabaseDamaged(
        f"The disk reports errors for the database {where}: check the disk and its free space, make a backup, "
        "then start the bot again."
    )


def unreachable(where: str) -> DatabaseUnreachable:
    return DatabaseUnreachable(
        f"The database server of {where} does not answer: check that it runs, and the address, user and password "
        "in the settings."
    )


def turned_away(where: str) -> DatabaseUnreachable:
    return DatabaseUnreachable(
        f"The database server of {where} answers, but does not let the bot in: check user, password and the database's "
        "name in the settings, and that this database has been made."
    )


def no_address() -> StoreError:
    return StoreError(
        "The address of the database cannot be read: write a file's name, or postgresql://user:password@host/name with "
        "special signs of the password written as in a web address."
    )


def unknown_kind(kind: str) -> StoreError:
    return StoreError(f"The bot keeps nothing in {kind}: give it a file's name, or a PostgreSQL address.")


def no_driver() -> StoreError:
    return StoreError("For PostgreSQL install the extra: pip install 'magic-mirror[postgres]'.")


def hide_values(failure: BaseException | None, *, quotes_values: bool) -> None:
    """Take what was written or asked for out of a database's error, and out of those that it came from.

    quotes_values  whether the database repeats in its messages what it refuses, as PostgreSQL and its driver do;
                   SQLite names tables and columns alone
    """
    while failure is not None:
        if isinstance(failure, StatementError):
            failure.params = None
        if isinstance(failure, UnicodeEncodeError):
            # It shows the whole text, not only the character that cannot be written.
            failure.args = (failure.encoding, "", 0, 0, failure.reason)
        if quotes_values:
            _say_only_its_kind(failure)
        failure = failure.__cause__ or failure.__context__


def _say_only_its_kind(failure: BaseException) -> None:
    places = (_fact(failure, name) for name in ("sqlstate", "table_name", "constraint_name"))
    failure.args = (" ".join([type(failure).__name__, *filter(None, places)]),)
    if not isinstance(failure, StatementError):
        for name in ("detail", "hint"):
            if getattr(failure, name, None) is not None:
                setattr(failure, name, None)


def _fact(failure: BaseException, name: str) -> Any:
    """What PostgreSQL says besides its message; SQLAlchemy's own error has it only from the driver's, its cause."""
    return getattr(failure, name, None) or getattr(failure.__cause__, name, None)


_TURNED_AWAY = {"28", "3D"}
"""Classes of PostgreSQL's codes: who one is, and which database one means."""
_BY_CODE = {
    sqlite3.SQLITE_BUSY: locked,
    sqlite3.SQLITE_LOCKED: locked,
    sqlite3.SQLITE_READONLY: read_only,
    sqlite3.SQLITE_PERM: read_only,
    sqlite3.SQLITE_IOERR: disk_error,
    sqlite3.SQLITE_CORRUPT: damaged,
    sqlite3.SQLITE_NOTADB: damaged,
    sqlite3.SQLITE_FULL: disk_full,
    sqlite3.SQLITE_CANTOPEN: missing,
}

# Where the error carries no code (it was raised by a layer between), SQLite's own words decide.
_BY_WORDS = {
    "database is locked": locked,
    "database table is locked": locked,
    "readonly": read_only,
    "disk is full": disk_full,
    "unable to open": missing,
    "disk i/o error": disk_error,
    "malformed": damaged,
    "not a database": damaged,
}


def translated(error: BaseException, where: str) -> BaseException:
    """The StoreError that ``error`` means, or ``error`` itself when it is not about the database as a whole.

    ``where`` names the database in the sentence; it must not contain a password.
    """
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", None)
        if code is not None:
            # The low byte is the kind of error; the rest only refines it.
            explain = _BY_CODE.get(code & 0xFF)
        else:
            words = str(original).lower()
            explain = next((found for part, found in _BY_WORDS.items() if part in words), None)
        return error if explain is None else explain(where)
    if str(getattr(original, "sqlstate", None))[:2] in _TURNED_AWAY and "://" in where:
        return turned_away(where)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return unreachable(where)
    if isinstance(error, (ConnectionError, TimeoutError)) and "://" in where:
        return unreachable(where)
    if isinstance(error, (OperationalError, InterfaceError)) and "://" in where:
        return unreachable(where)
    return error


class Conflict(Exception):
    """The match is not where the caller thinks it is. Nothing was written; load it again."""


class AlreadyAnswered(Exception):
    """This very interaction was written before: it is the same click twice. Nothing was written."""


class UnknownMatch(LookupError):
    """There is no match of that number."""
