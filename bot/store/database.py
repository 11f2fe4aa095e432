"""The open database: one connection that writes, a few that read, and group commit.

Every writer that is waiting while a commit runs shares the next transaction, so a hundred clicks in the same moment
cost one flush of the disk. Nothing waits when there is nothing to write: a task is started by the first writer and
ends when the queue is empty.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import (
    backups,
    connecting,
    dividing,
    errors,
    file_lock,
    inspecting,
    leftovers,
    links,
    migrating,
    private_files,
)
from bot.store.asking import Connection
from bot.store.errors import DatabaseLocked, DatabaseNewer, DatabaseUnreachable, StoreError
from bot.store.file_link import FileLink
from bot.store.file_links import FileLinks
from bot.store.lease import Lease, StandBy, until
from bot.store.links import Link, Links, NotBegun
from bot.store.server_links import ServerLinks
from bot.store.slots import WHOLE, Slot
from bot.trouble import note_written

StoreConnection = Connection
"""What every function of the store takes first; for the layers above, which know no SQL."""
T = TypeVar("T")
Work = Callable[[Connection], Awaitable[T]]


@dataclass(frozen=True)
class AnyThread(Generic[T]):
    """A work that may run on another thread than the event loop's: it waits for nothing but the connection, and what it
    reads or changes besides may change at any moment. A whole group of such costs little more than a statement."""

    work: Work[T]

    def __call__(self, connection: Connection) -> Awaitable[T]:
        return self.work(connection)


LARGEST_GROUP = 256
"""How many writers share a transaction at most, so that the first of them does not wait too long."""

Say = Callable[[str], None]
"""Told in a sentence what was done to the files of a database while it was opened."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """One writer: what it wants done and the future it waits on."""

    work: Work[Any]
    future: asyncio.Future[Any]

    async def run(self, connection: Connection) -> Any:
        """Its work, unless it was cancelled before that has begun."""
        return None if self.future.done() else await self.work(connection)

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

    def __init__(self, url: URL, slot: Slot = WHOLE) -> None:
        self.slot = slot
        """The part of the bot that is played with this store. What is to be done is looked for there alone."""
        self._url = url
        self._file = connecting.file_of(url)
        self._where = connecting.name_of(url)
        self._lock: file_lock.FileLock | None = None
        self._lease: Lease | None = None
        self._finish_opening: Callable[[], Awaitable[None]] | None = None
        self._links = _links_to(url)
        self._writer: Link | None = None
        # Held for the length of a group, or of a backup, which must stand outside of any transaction.
        self._turn = asyncio.Lock()
        self._queue: deque[_Waiting] = deque()
        self._flushing: asyncio.Task[None] | None = None
        self._closed = False
        self.forgotten_files: tuple[Path, ...] = ()
        """Where it is noted besides who was forgotten (`bot.store.forgotten_files`); nowhere until it is said."""
        self.commits = 0
        """How many transactions were committed since the store was opened."""

    @classmethod
    async def open(
        cls,
        url_or_path: str | Path,
        *,
        migrate: bool = True,
        alone: bool = False,
        say: Say | None = None,
        stand_by: StandBy | None = None,
        beside: bool = False,
        slot: Slot = WHOLE,
    ) -> Store:
        """Open the database and bring its schema up to date; before that, one that holds something is copied.

        ``url_or_path`` is a file path, or a URL of SQLite or PostgreSQL. With ``migrate=False`` the schema is left
        as it is, and a file that does not exist is not created. With ``alone`` no other process may open it so until
        this one has closed it or ended, and files that others can read are closed to them. Where a server's database
        is taken, ``stand_by`` is told of it, and it is waited for: with ``beside`` not here but in ``until_alone``, if
        it can be read meanwhile. On a server other processes may have other slots. Raises a StoreError that says what
        to do.
        """
        url = connecting.url_of(url_or_path)
        if not slot.is_whole:
            connecting.check_divisible(url_or_path)
        connecting.look_for_folder(url, must_exist=not migrate)
        store = cls(url, slot)
        say = say or _nobody
        try:
            if alone:
                if store._file is not None:
                    store._lock = _locked(store._file, store._where, say)
                await store._take_lease(stand_by, beside=beside)
            if store._file is not None:
                leftovers.clear_away(store._file, say, held=alone)
            if store.stands_by and await store._is_current():
                store._finish_opening = partial(store._prepare, migrate, say)
                await store._is_still_current()  # and so the connection is there
                return store
            if store.stands_by:
                await store.until_alone()
            await store._prepare(migrate, say)
        except BaseException as error:
            await store.close()
            meant = _meant(error)
            raise errors.translated(meant, store._where) from meant
        return store

    async def _take_lease(self, stand_by: StandBy | None, *, beside: bool) -> None:
        if connecting.is_sqlite(self._url):
            return
        if not self.slot.is_first:
            await until(self._is_current)  # whoever has the first slot makes the tables, while nobody plays
        if not beside or stand_by is None:
            self._lease = await Lease.take(self._url, stand_by, slot=self.slot)
        else:
            self._lease = await Lease.seek(self._url, self.slot)
            if not self._lease.is_held:
                stand_by(self._lease.holder)
        self._links = _links_to(self._url, self._lease)

    @property
    def stands_by(self) -> bool:
        """Whether another process has the database: it can be read, and not be written."""
        return self._lease is not None and not self._lease.is_held

    async def be_ready(self) -> None:
        """Whoever waits for another process to go is ready from now on, and that one can see it."""
        assert self._lease is not None
        with suppress(Exception):  # it is opened again then: the first line to a server costs more than all others
            await (await self._links.to_write()).close()
        await self._lease.be_ready()

    async def until_alone(self) -> None:
        """Until no other process has the database any more, if one had it when it was opened. Raises a StoreError."""
        if self._lease is not None:
            await self._lease.until_held()
        if self._finish_opening is None:
            return
        try:
            if await self._is_still_current():
                await self._arrange_clocks()
            else:
                await self._finish_opening()
        except Exception as error:
            meant = _meant(error)
            raise errors.translated(meant, self._where) from meant
        self._finish_opening = None

    async def _is_still_current(self) -> bool:
        """The same as at first, over a connection that is there already. False where that has gone."""
        try:
            async with self._links.to_read() as link:
                return await migrating.recorded(link.connection) == migrating.newest()
        except Exception:
            return False

    async def _is_current(self) -> bool:
        """Whether this version can read it as it is. Raises DatabaseNewer."""
        revision = await self._read_revision()
        if revision is not None and not migrating.is_known(revision):
            raise errors.newer(self._where, revision)
        return revision == migrating.newest()

    async def _prepare(self, migrate: bool, say: Say) -> None:
        if migrate and self._file is not None:
            with suppress(FileExistsError):
                # SQLite gives its log and the log's index the permissions of this file.
                private_files.create(self._file)
        revision = await self._read_revision()
        if revision is not None and not migrating.is_known(revision):
            raise errors.newer(self._where, revision)
        if migrate and revision != migrating.newest():
            if self._lease is not None and await self._lease.others_play():
                raise errors.others_play(self._where)
            await self._upgrade(revision, say)
        await self._writing_link()
        await self._arrange_clocks()

    async def _arrange_clocks(self) -> None:
        """Where the bot was divided otherwise before, its clocks went otherwise."""
        if self._lease is not None:
            await self.write(partial(dividing.arrange, slot=self.slot))

    async def _upgrade(self, revision: str | None, say: Say) -> None:
        engine = connecting.engine_for(self._url, "migrate")
        try:
            if self._file is not None:
                copy = await backups.before_upgrade(engine, self._file, revision)
                if copy is not None:
                    say(f"Before the upgrade from revision {revision} the database was copied to {copy}.")
            elif revision is not None:
                say(
                    f"The database is upgraded from revision {revision} without a backup: "
                    "of PostgreSQL you make one yourself, with pg_dump, before you install a new version."
                )
            await migrating.upgrade(engine)
        finally:
            await engine.dispose()

    async def _read_revision(self) -> str | None:
        # Not through a reading connection: those may not be the first to touch a file that does not exist yet.
        engine = connecting.engine_for(self._url, "migrate")
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
            if self._lease is not None:
                await self._lease.give_back()  # nothing is written any more, and whoever takes it is waited for
            # Readers first: whoever closes last folds the write-ahead log into the file, and that is the writer.
            await self._links.close()
            await self._drop_writer()
        if self._lock is not None:
            self._lock.release()

    @property
    def lease(self) -> Lease | None:
        """What says whether this process may still write and tell; None where no other can come in between."""
        return self._lease

    # --- writing ---------------------------------------------------------------------------------------------------

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in a transaction, in the order of the calls, and give its result once that is durable.

        What ``work`` raises is raised here, its own changes are taken back, and nobody else's are. It gets the
        connection, must not commit or roll back, must await nothing but the connection, and may be run a second time
        when the transaction it was part of was lost. When the caller is cancelled after ``work`` has begun, its
        changes may be kept: look before writing again. Raises a StoreError when the database itself is in trouble.
        """
        if self._closed:
            raise errors.closed()
        if self._flushing is not None and asyncio.current_task() is self._flushing:
            raise RuntimeError("write() was called from inside a write; use the connection that was handed over")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(work, future))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush(), name="store-flush")
        result = await future
        note_written()
        return result

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
            # No savepoint around each: those cost more than the work, and it hardly ever fails.
            results = await self._transaction(members)
        except NotBegun as error:
            self._fail(members, error)
            return
        except (Exception, asyncio.CancelledError) as error:
            if links.is_being_cancelled(error):
                raise
            raise _GroupLost from error
        for waiting, result in zip(members, results, strict=True):
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
            [result] = await self._transaction([waiting])
        except (Exception, asyncio.CancelledError) as error:
            if links.is_being_cancelled(error):
                raise
            return self._fail([waiting], error)
        waiting.succeed(result)
        return None

    async def _transaction(self, members: Sequence[_Waiting]) -> list[Any]:
        """What the works of these members give, when it is durable. Raises NotBegun, or what one of them raises."""
        link = await self._writing_link()
        may_move = all(isinstance(waiting.work, AnyThread) for waiting in members)
        run = link.at_once if may_move else partial(links.step_by_step, link)
        try:
            results = await run([waiting.run for waiting in members])
        except NotBegun:
            await self._drop_writer()
            raise
        except (Exception, asyncio.CancelledError):
            if not link.is_clean:
                await self._drop_writer()
            raise
        self.commits += 1
        return results

    def _fail(self, members: Iterable[_Waiting], error: BaseException) -> BaseException:
        error = _meant(error)
        told = errors.translated(error, self._where)
        if told is not error:
            told.__cause__ = error
        for waiting in members:
            waiting.fail(told)
        return told

    async def _writing_link(self) -> Link:
        """The connection that writes. Raises NotBegun when there is none to be had."""
        if self._writer is None:
            try:
                self._writer = await self._links.to_write()
            except Exception as error:
                raise NotBegun from error
        return self._writer

    async def _drop_writer(self) -> None:
        """Give up the writing connection, whatever state it is in."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()

    # --- reading ---------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """A connection that sees everything committed before its first query, and the same to its end.

        It cannot write. Raises a StoreError when the database itself is in trouble.
        """
        async with self._reading_link() as link:
            yield link.connection

    async def read(self, work: Work[T]) -> T:
        """What ``work`` finds in everything that is committed now: like ``reading``, and cheaper where it asks much.

        ``work`` is one for any thread. Raises what it raises, and a StoreError.
        """
        async with self._reading_link() as link:
            [result] = await link.at_once([work])
        found: T = result
        return found

    @asynccontextmanager
    async def _reading_link(self) -> AsyncIterator[Link]:
        if self._closed:
            raise errors.closed()
        try:
            async with self._links.to_read() as link:
                yield link
        except Exception as error:
            meant = _meant(error)
            told = errors.translated(meant, self._where)
            if told is error:
                raise
            raise told from meant

    # --- looking after it ------------------------------------------------------------------------------------------

    async def revision(self) -> str | None:
        """The revision of the schema; None when it was never migrated."""
        async with self._looking() as connection:
            return await migrating.current(connection)

    async def check(self) -> list[str]:
        """What is wrong with the database, a sentence each; an empty list when it is sound."""
        async with self._looking() as connection:
            damage = await inspecting.damage(connection)
            return damage + migrating.difference(await migrating.current(connection))

    @asynccontextmanager
    async def _looking(self) -> AsyncIterator[AsyncConnection]:
        """A connection for what only SQLAlchemy asks."""
        engine = connecting.engine_for(self._url, "look")
        try:
            async with engine.connect() as connection:
                yield connection
        except Exception as error:
            told = errors.translated(error, self._where)
            if told is error:
                raise
            raise told from error
        finally:
            await engine.dispose()

    async def backup(self, path: str | Path) -> None:
        """Write a complete copy of the database to a new file at ``path``, durable when this returns.

        Writers wait for it. Raises a StoreError when there is a file already, or no room for one.
        """
        if not connecting.is_sqlite(self._url):
            raise StoreError("Backups of PostgreSQL are made with its own tools: run pg_dump against the database.")
        async with self._turn:
            if self._closed:
                raise errors.closed()
            try:
                link = await self._writing_link()
            except NotBegun as error:
                meant = _meant(error)
                raise errors.translated(meant, self._where) from meant
            assert isinstance(link, FileLink)
            await backups.copy(link.driver, Path(path))


def _locked(database: Path, where: str, say: Say) -> file_lock.FileLock:
    """The lock beside a file, which keeps other processes from opening it. Raises a StoreError."""
    file = file_lock.beside(database)
    try:
        lock = file_lock.FileLock(file)
        private_files.share_owner(file, database)
    except file_lock.Held as error:
        raise errors.in_use(where) from error
    except OSError as error:
        raise errors.not_lockable(str(file)) from error
    for sentence in private_files.tighten(connecting.files_of(database)):
        say(sentence)
    return lock


def _links_to(url: URL, lease: Lease | None = None) -> Links:
    if connecting.is_sqlite(url):
        return FileLinks(url)
    reading = connecting.engine_for(url, "read")
    if lease is None:
        return ServerLinks(connecting.engine_for(url, "write"), reading)
    return ServerLinks(connecting.engine_for(url, "held"), reading, lease.hold)


def _meant(error: BaseException) -> BaseException:
    """What went wrong, where no transaction could be begun because of it."""
    return error.__cause__ if isinstance(error, NotBegun) and error.__cause__ is not None else error


def _nobody(_sentence: str) -> None:
    """For whoever does not want to know."""


__all__ = ["DatabaseNewer", "Store", "StoreError", "Work"]
