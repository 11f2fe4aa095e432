"""How a database is named, which files it has, and how its engines are set up."""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store import errors, file_lock

BUSY_TIMEOUT_MS = 2_000
"""How long to wait for another program that holds the write lock before saying so."""

REPLACED = ".replaced"
"""How a file ends of which a backup has taken the place."""
_COPIES = (".backup", REPLACED)
_SQLITE, _POSTGRESQL = "sqlite+aiosqlite", "postgresql+asyncpg"
Role = Literal["write", "read", "migrate", "look", "held", "lease"]
"""What a connection is for. To an SQLite file, `bot.store.file_links` opens those that write and read. Only of a server
is there a lease; what writes while a process holds it is `held`."""

PRAGMAS: dict[Role, tuple[str, ...]] = {
    "write": ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"),
    "read": ("query_only=ON",),
    # Rebuilding a table drops it first, which foreign keys would forbid; they are checked before the commit instead.
    "migrate": ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF"),
    "look": ("query_only=ON",),
}


_ONE_MOMENT: dict[str, Any] = {
    "isolation_level": "REPEATABLE READ",
    "connect_args": {"server_settings": {"default_transaction_read_only": "on"}},
}
"""How PostgreSQL lets somebody see one moment to the end, and write nothing, as SQLite's readers do."""


_NOT_FOR_LONG: dict[str, Any] = {"server_settings": {"idle_in_transaction_session_timeout": "3000"}}
"""How PostgreSQL ends a transaction of a process that was frozen in it, in milliseconds: others wait for it."""


def url_of(url_or_path: str | Path) -> URL:
    """The address of a database: a file path, or a URL of SQLite or PostgreSQL.

    Raises a StoreError for an address that cannot be read, another kind of database, and a driver that is missing.
    """
    if isinstance(url_or_path, Path) or "://" not in url_or_path:
        return URL.create(_SQLITE, database=str(url_or_path))
    try:
        url = make_url(url_or_path)
    except (ArgumentError, ValueError) as error:
        raise errors.no_address() from error
    driver = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL, "postgres": _POSTGRESQL}.get(url.get_backend_name())
    if driver is None:
        raise errors.unknown_kind(url.get_backend_name())
    if driver == _POSTGRESQL and find_spec("asyncpg") is None:
        raise errors.no_driver()
    return url.set(drivername=driver)


def check_divisible(url_or_path: str | Path) -> None:
    """Raises a StoreError for a database on which several processes cannot play at the same time."""
    url = url_of(url_or_path)
    if is_sqlite(url):
        raise errors.not_divisible(name_of(url))


def name_of(url: URL) -> str:
    """How a sentence names the database: its file, or its address without the password."""
    if is_sqlite(url):
        return url.database or ":memory:"
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database, links followed as SQLite does; None for a server or for memory."""
    if not is_sqlite(url) or not url.database or url.database == ":memory:":
        return None
    return Path(os.path.realpath(url.database))


def log_of(database: Path) -> Path:
    """The write-ahead log, which is there while the database is open, and after a crash."""
    return database.with_name(database.name + "-wal")


def index_of_log(database: Path) -> Path:
    """What the processes that have the database open share about its log."""
    return database.with_name(database.name + "-shm")


def notes_of(database: Path) -> Path:
    """Where it is noted beside the database who was forgotten."""
    return database.with_name(database.name + ".forgotten")


def files_of(url_or_path: str | Path) -> list[Path]:
    """Every file there may be of an SQLite database, its backups, and what backups have taken the place of; none for a
    server."""
    database = file_of(url_of(url_or_path))
    if database is None:
        return []
    journal = database.with_name(database.name + "-journal")
    copies = [one for ending in _COPIES for one in database.parent.glob(f"*{ending}*")]
    beside = sorted(one for one in copies if one.name.startswith(database.name + "."))
    return [
        database,
        log_of(database),
        index_of_log(database),
        journal,
        file_lock.beside(database),
        notes_of(database),
        *beside,
    ]


def look_for_folder(url: URL, *, must_exist: bool) -> None:
    """Say in time, and more clearly than SQLite would, that there is no place for the file."""
    if not is_sqlite(url) or not url.database:
        return
    path = Path(url.database)
    if not path.parent.is_dir() or path.is_dir() or (must_exist and not path.is_file()):
        raise errors.missing(name_of(url))
    # The write-ahead log is a second file beside the first, so the folder must be writable too.
    for needed in (path.parent, path):
        if needed.exists() and not os.access(needed, os.R_OK | os.W_OK):
            raise errors.read_only(name_of(url))


def engine_for(url: URL, role: Role) -> AsyncEngine:
    """An engine for one kind of work, whose errors never tell what was written or asked for."""
    # At its most talkative the driver logs every query with its values.
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)
    if is_sqlite(url):
        engine = _sqlite_engine(url, role)
    elif role == "read":
        engine = create_async_engine(url, pool_size=5, hide_parameters=True, **_ONE_MOMENT)
    elif role == "look":
        engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, **_ONE_MOMENT)
    elif role == "held":
        engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=_NOT_FOR_LONG)
    elif role == "lease":
        engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, isolation_level="AUTOCOMMIT")
    else:
        engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "handle_error")
    def hide_values(context: ExceptionContext) -> None:
        for failure in (context.sqlalchemy_exception, context.original_exception):
            errors.hide_values(failure, quotes_values=not is_sqlite(url))

    return engine


def _sqlite_engine(url: URL, role: Role) -> AsyncEngine:
    how = {"timeout": BUSY_TIMEOUT_MS / 1_000}
    engine = create_async_engine(url, connect_args=how, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        try:
            # The driver must not begin transactions by itself; "begin" below does.
            connection.isolation_level = None
            cursor = connection.cursor()
            for pragma in PRAGMAS[role]:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except BaseException:
            connection.close()
            raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if role == "look" else "BEGIN IMMEDIATE")

    return engine
