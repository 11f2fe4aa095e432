"""The open database: one connection that writes, a few that read, and group commit.

Every writer that is waiting while a commit runs shares the next transaction, so a hundred clicks in the same moment
cost one flush of the disk. Nothing waits when there is nothing to write: a task is started by the first writer and
ends when the queue is empty.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store import errors, migrating
from bot.store.errors import DatabaseLocked, DatabaseNewer, DatabaseUnreachable, StoreClosed, StoreError

StoreConnection = AsyncConnection
"""What every function of the store takes first; for the layers above, which know no SQL."""
T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

BUSY_TIMEOUT_MS = 2_000
"""How long to wait for another program that holds the write lock before saying so."""

LARGEST_GROUP = 256
"""How many writers share a transaction at most, so that the first of them does not wait too long."""

_PRAGMAS = {
    "write": ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"),
    "read": ("query_only=ON",),
    # Rebuilding a table drops it first, which foreign keys would forbid; they are checked before the commit instead.
    "migrate": ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF"),
}


@dataclass(slots=True, eq=False)
class _Waiting:
    """One writer: what it wants done and the future it waits on."""

    work: Work[Any]
    future: asyncio.Future[Any]

    def fail(self, error: BaseException) -> None:
        if self.future.done():
            return
        if isinstance(error, asyncio.CancelledError):
            self.future.cancel()
        else:
            self.future.set_exception(error)

    def succeed(self, result: Any) -> None:
        if not self.future.done():
            self.future.set_result(result)


class _GroupLost(Exception):
    """The transaction of a group is gone, so that nobody in it can be answered yet."""


class Store:
    """The durable store. Make one with ``await Store.open(...)`` and end it with ``await store.close()``."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._where = _name_of(url)
        self._writing_engine = _engine(url, "write")
        self._reading_engine = _engine(url, "read")
        self._writer: AsyncConnection | None = None
        # Held for the length of a group, or of a backup, which must stand outside of any transaction.
        self._turn = asyncio.Lock()
        self._queue: deque[_Waiting] = deque()
        self._flushing: asyncio.Task[None] | None = None
        self._closed = False
        self.commits = 0
        """How many transactions were committed since the store was opened."""

    @classmethod
    async def open(cls, url_or_path: str | Path, *, migrate: bool = True) -> Store:
        """Open the database and bring its schema up to date.

        ``url_or_path`` is a file path, or a URL of SQLite or PostgreSQL. With ``migrate=False`` the schema is left
        as it is, and a file that does not exist is not created. Raises a StoreError that says what to do.
        """
        url = _url_of(url_or_path)
        _look_for_folder(url, must_exist=not migrate)
        store = cls(url)
        try:
            await store._prepare(migrate)
        except BaseException as error:
            await store.close()
            raise errors.translated(error, store._where) from error
        return store

    async def _prepare(self, migrate: bool) -> None:
        revision = await self._read_revision()
        if revision is not None and not migrating.is_known(revision):
            raise errors.newer(self._where, revision)
        if migrate and revision != migrating.newest():
            engine = _engine(self._url, "migrate")
            try:
                await migrating.upgrade(engine)
            finally:
                await engine.dispose()
        await self._writing_connection()

    async def _read_revision(self) -> str | None:
        # Not through a reading connection: those may not be the first to touch a file that does not exist yet.
        engine = _engine(self._url, "migrate")
        try:
            async with engine.connect() as connection:
                return await migrating.current(connection)
        finally:
            await engine.dispose()

    async def close(self) -> None:
        """Finish what is queued and close every connection. Writing afterwards raises StoreClosed."""
        self._closed = True
        while self._flushing is not None:
            await asyncio.wait({self._flushing})
        async with self._turn:
            # Readers first: whoever closes last folds the write-ahead log into the file, and that is the writer.
            await self._reading_engine.dispose()
            if self._writer is not None:
                writer, self._writer = self._writer, None
                await writer.close()
            await self._writing_engine.dispose()

    # --- writing ---------------------------------------------------------------------------------------------------

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in a transaction, in the order of the calls, and give its result once that is durable.

        What ``work`` raises is raised here, its own changes are taken back, and nobody else's are. It gets the
        connection, must not commit or roll back, must await nothing but the connection, and may be run a second time
        when the transaction it was part of was lost. When the caller is cancelled after ``work`` has begun, its
        changes may be kept: look before writing again. Raises a StoreError when the database itself is in trouble.
        """
        if self._closed:
            raise StoreClosed("The bot is shutting down and its database is closed: start it again and try once more.")
        if self._flushing is not None and asyncio.current_task() is self._flushing:
            raise RuntimeError("write() was called from inside a write; use the connection that was handed over")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(work, future))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush(), name="store-flush")
        return await future

    async def _flush(self) -> None:
        group: list[_Waiting] = []
        try:
            while self._queue:
                async with self._turn:
                    group = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]
                    await self._write_group(group)
        except BaseException as error:
            # The task was cancelled, or worse. Nobody may wait for ever, and the connection is of unknown state.
            for waiting in (*group, *self._queue):
                waiting.fail(error)
            self._queue.clear()
            await self._drop_writer()
            raise
        finally:
            self._flushing = None

    async def _write_group(self, group: Iterable[_Waiting]) -> None:
        members = [waiting for waiting in group if not waiting.future.done()]
        try:
            await self._commit_together(members)
        except _GroupLost:
            # One of them failed, and with it the transaction of all, so each gets its own.
            await self._commit_one_by_one(members)

    async def _commit_together(self, members: list[_Waiting]) -> None:
        """One transaction for all members. Answers each of them, or raises _GroupLost and answers nobody."""
        if not members:
            return
        if len(members) == 1:
            await self._commit_one(members[0])
            return
        try:
            transaction = await self._begin()
        except Exception as error:
            self._fail(members, error)
            return
        results: list[tuple[_Waiting, Any]] = []
        try:
            connection = await self._writing_connection()
            for waiting in members:
                if not waiting.future.done():
                    # No savepoint around each: those cost more than the work, and it hardly ever fails.
                    results.append((waiting, await waiting.work(connection)))
            await transaction.commit()
        except (Exception, asyncio.CancelledError) as error:
            if _is_being_cancelled(error):
                raise
            await self._roll_back(transaction)
            raise _GroupLost from error
        self.commits += 1
        for waiting, result in results:
            waiting.succeed(result)

    async def _commit_one_by_one(self, members: list[_Waiting]) -> None:
        for position, waiting in enumerate(members):
            if waiting.future.done():
                continue
            trouble = await self._commit_one(waiting)
            if isinstance(trouble, (DatabaseLocked, DatabaseUnreachable)):
                # The others would only wait for the same lock, one after the other.
                self._fail(members[position + 1 :], trouble)
                return

    async def _commit_one(self, waiting: _Waiting) -> BaseException | None:
        """One transaction for one writer. Answers it, and gives what went wrong."""
        try:
            transaction = await self._begin()
        except Exception as error:
            return self._fail([waiting], error)
        try:
            result = await waiting.work(await self._writing_connection())
            await transaction.commit()
        except (Exception, asyncio.CancelledError) as error:
            if _is_being_cancelled(error):
                raise
            await self._roll_back(transaction)
            return self._fail([waiting], error)
        self.commits += 1
        waiting.succeed(result)
        return None

    def _fail(self, members: Iterable[_Waiting], error: BaseException) -> BaseException:
        told = errors.translated(error, self._where)
        if told is not error:
            told.__cause__ = error
        for waiting in members:
            waiting.fail(told)
        return told

    async def _begin(self) -> AsyncTransaction:
        connection = await self._writing_connection()
        try:
            return await connection.begin()
        except BaseException:
            await self._drop_writer()
            raise

    async def _roll_back(self, transaction: AsyncTransaction) -> None:
        """Undo a transaction; if even that fails, begin the next one on a fresh connection."""
        try:
            await transaction.rollback()
            if self._writer is not None and (self._writer.invalidated or self._writer.in_transaction()):
                await self._drop_writer()
        except Exception:
            await self._drop_writer()

    async def _writing_connection(self) -> AsyncConnection:
        if self._writer is None:
            self._writer = await self._writing_engine.connect()
        return self._writer

    async def _drop_writer(self) -> None:
        """Give up the writing connection, whatever state it is in."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(Exception):
                await writer.invalidate()
            with suppress(Exception):
                await writer.close()

    # --- reading ---------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees everything committed before its first query, and the same to its end.

        It cannot write. Raises a StoreError when the database itself is in trouble.
        """
        if self._closed:
            raise StoreClosed("The bot is shutting down and its database is closed: start it again and try once more.")
        try:
            async with self._reading_engine.connect() as connection:
                yield connection
        except Exception as error:
            told = errors.translated(error, self._where)
            if told is error:
                raise
            raise told from error

    # --- looking after it ------------------------------------------------------------------------------------------

    async def revision(self) -> str | None:
        """The revision of the schema; None when it was never migrated."""
        async with self.reading() as connection:
            return await migrating.current(connection)

    async def check(self) -> list[str]:
        """What is wrong with the database, a sentence each; an empty list when it is sound."""
        problems: list[str] = []
        async with self.reading() as connection:
            if self._sqlite:
                lines = (await connection.exec_driver_sql("PRAGMA integrity_check")).scalars().all()
                problems += [f"The file is damaged: {line}." for line in lines if line != "ok"]
                dangling = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).mappings()
                problems += [
                    f"A row of {row['table']} points at a row of {row['parent']} that is gone." for row in dangling
                ]
            found, wanted = await migrating.current(connection), migrating.newest()
            if found != wanted:
                problems.append(f"The schema is at revision {found}, this version of the bot works with {wanted}.")
        return problems

    async def backup(self, path: str | Path) -> None:
        """Write a complete copy of the database to a new file at ``path``, durable when this returns.

        Writers wait for it. Raises a StoreError when there is a file already, or no room for one.
        """
        if not self._sqlite:
            raise StoreError("Backups of PostgreSQL are made with its own tools: run pg_dump against the database.")
        target = Path(path)
        unfinished = target.with_name(target.name + ".unfinished")
        _make_way(target, unfinished)
        try:
            async with self._turn:
                raw = await (await self._writing_connection()).get_raw_connection()
                driver: Any = raw.driver_connection
                # Straight to the driver: SQLAlchemy would begin a transaction, in which VACUUM is not allowed.
                await driver.execute("VACUUM INTO ?", (str(unfinished),))
            await asyncio.to_thread(_put_in_place, unfinished, target)
        except BaseException as error:
            with suppress(OSError):
                unfinished.unlink()
            raise errors.translated(error, str(target)) from error

    @property
    def _sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"


def _is_being_cancelled(error: BaseException) -> bool:
    """Whether the flushing task itself is told to stop, and not merely one member's work."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0


def _url_of(url_or_path: str | Path) -> URL:
    if isinstance(url_or_path, Path) or "://" not in url_or_path:
        return URL.create("sqlite+aiosqlite", database=str(url_or_path))
    url = make_url(url_or_path)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return url.set(drivername=drivers.get(url.drivername, url.drivername))


def _name_of(url: URL) -> str:
    """How a sentence names the database: its file, or its address without the password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.render_as_string(hide_password=True)


def _look_for_folder(url: URL, *, must_exist: bool) -> None:
    """Say in time, and more clearly than SQLite would, that there is no place for the file."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return
    path = Path(url.database)
    if not path.parent.is_dir() or path.is_dir() or (must_exist and not path.is_file()):
        raise errors.missing(_name_of(url))
    # The write-ahead log is a second file beside the first, so the folder must be writable too.
    for needed in (path.parent, path):
        if needed.exists() and not os.access(needed, os.R_OK | os.W_OK):
            raise errors.read_only(_name_of(url))


def _engine(url: URL, role: Literal["write", "read", "migrate"]) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        if role == "read":
            return create_async_engine(url, pool_size=5)
        return create_async_engine(url, poolclass=NullPool)
    timeout = {"timeout": BUSY_TIMEOUT_MS / 1_000}
    if role == "read":
        engine = create_async_engine(url, connect_args=timeout, pool_size=4, max_overflow=4)
    else:
        engine = create_async_engine(url, connect_args=timeout, poolclass=NullPool)

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        try:
            # The driver must not begin transactions by itself; "begin" below does.
            connection.isolation_level = None
            cursor = connection.cursor()
            for pragma in _PRAGMAS[role]:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except BaseException:
            connection.close()
            raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if role == "read" else "BEGIN IMMEDIATE")

    return engine


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


__all__ = ["BUSY_TIMEOUT_MS", "DatabaseNewer", "Store", "StoreError", "Work"]
