"""A connection to an SQLite file: statements go straight to the thread of the driver, one or a whole group a visit.

To hand something to that thread and back costs more than a statement. So what a group of writers does is one function
that the thread is given: the coroutines of the store run there to their end, since all they wait for is there.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Self, TypeVar

import aiosqlite
from sqlalchemy import Dialect, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, MultipleResultsFound, NoResultFound

from bot.store import errors
from bot.store.asking import Connection
from bot.store.links import NotBegun, Work
from bot.store.statements import Statements

T = TypeVar("T")

_DIALECT: Final = sqlite.dialect(paramstyle="qmark")
_STATEMENTS: Final = Statements(_DIALECT)
_CHUNK: Final = 64
"""Rows aiosqlite fetches at a time where it is asked for one after the other, which nobody does here."""


class Found(list[Any]):
    """All rows of a statement, with what its cursor knew; see `asking.Rows`."""

    def __init__(self, rows: Iterable[Any], rowcount: int = -1, lastrowid: int | None = None) -> None:
        super().__init__(rows)
        self.rowcount = rowcount
        self.inserted_primary_key = None if lastrowid is None else (lastrowid,)

    def all(self) -> Sequence[Any]:
        return self

    def first(self) -> Any:
        return self[0] if self else None

    def one(self) -> Any:
        if not self:
            raise NoResultFound("There is no row, where there has to be one.")
        return self.one_or_none()

    def one_or_none(self) -> Any:
        if len(self) > 1:
            raise MultipleResultsFound("There are several rows, where there may be one.")
        return self.first()

    def scalar(self) -> Any:
        return self[0][0] if self else None

    def scalar_one(self) -> Any:
        return self.one()[0]

    def scalar_one_or_none(self) -> Any:
        row = self.one_or_none()
        return None if row is None else row[0]

    def scalars(self) -> Found:
        return Found(row[0] for row in self)


class _Done:
    """Stands where aiosqlite looks for a cursor, and has what it fetches from it."""

    def __init__(self, result: Any) -> None:
        self._result = result

    def fetchall(self) -> Any:
        return self._result


class File(sqlite3.Connection):
    """aiosqlite has no public way to run a function on its thread; but what it runs there is the connection's."""

    def execute(self, work: Any, parameters: Any = (), /) -> Any:
        return _Done(work(self)) if callable(work) else super().execute(work, parameters)


class _OnThread:
    """The connection as it is asked on its own thread: nothing is waited for."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    @property
    def dialect(self) -> Dialect:
        return _DIALECT

    async def execute(self, statement: Executable, parameters: Any = None, /) -> Found:
        return _execute(statement, parameters, self._file)

    async def exec_driver_sql(self, statement: str, parameters: Any = None, /) -> Found:
        return _run(statement, parameters or (), self._file)


class FileLink:
    """An open SQLite file. Its transactions begin with the statement `begin`; where it `only_reads`, by
    themselves with the first query."""

    def __init__(self, driver: aiosqlite.Connection, begin: str, only_reads: bool) -> None:
        self.driver = driver
        self._begin = begin
        self._only_reads = only_reads
        self._is_lost = False

    @classmethod
    async def open(cls, connect: Callable[[], sqlite3.Connection], begin: str, *, only_reads: bool = False) -> Self:
        """Raises what SQLite raises when the file cannot be opened."""
        driver = aiosqlite.Connection(connect, _CHUNK)
        driver._thread.daemon = True  # a process that fails must be able to end
        await driver
        return cls(driver, begin, only_reads)

    @property
    def connection(self) -> Connection:
        return self

    @property
    def dialect(self) -> Dialect:
        return _DIALECT

    @property
    def is_clean(self) -> bool:
        return not (self._is_lost or self.driver.in_transaction)

    async def execute(self, statement: Executable, parameters: Any = None, /) -> Found:
        return await self._visit(partial(_execute, statement, parameters))

    async def exec_driver_sql(self, statement: str, parameters: Any = None, /) -> Found:
        return await self._visit(partial(_run, statement, parameters or ()))

    async def begin(self) -> None:
        await self._visit(partial(_run, self._begin, ()))

    async def commit(self) -> None:
        await self._visit(partial(_run, "COMMIT", ()))

    async def roll_back(self) -> None:
        try:
            if self.driver.in_transaction:
                await self._visit(partial(_run, "ROLLBACK", ()))
        except Exception:
            self._is_lost = True

    async def at_once(self, works: Sequence[Work]) -> list[Any]:
        return await self._driven(partial(_transaction, self._begin, works))

    async def _visit(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        return await self._driven(partial(_begun, self._begin, work) if self._only_reads else work)

    async def _driven(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` gives on the thread of the driver."""
        try:
            visited: Any = await self.driver.execute_fetchall(work)  # see `File`
        except asyncio.CancelledError:
            self._is_lost = True  # nobody waits for what the thread is still at
            raise
        result: T = visited
        return result

    async def close(self) -> None:
        with suppress(Exception):
            await self.driver.close()


def _begun(begin: str, work: Callable[[sqlite3.Connection], T], file: sqlite3.Connection) -> T:
    if not file.in_transaction:
        _run(begin, (), file)
    return work(file)


def _transaction(begin: str, works: Sequence[Work], file: sqlite3.Connection) -> list[Any]:
    try:
        _run(begin, (), file)
    except Exception as error:
        raise NotBegun from error
    try:
        here = _OnThread(file)
        results = [_to_its_end(work(here)) for work in works]
        _run("COMMIT", (), file)
    except BaseException:
        if file.in_transaction:
            _run("ROLLBACK", (), file)
        raise
    return results


def _to_its_end(work: Awaitable[T]) -> T:
    """What a work gives that waits for nothing but its connection."""
    steps: Iterator[Any] = iter(work.__await__())
    try:
        next(steps)
    except StopIteration as done:
        result: T = done.value
        return result
    raise RuntimeError("a work for any thread has waited for something else than its connection")


def _execute(statement: Executable, parameters: Any, file: sqlite3.Connection) -> Found:
    try:
        if isinstance(parameters, Mapping) or not parameters:
            values = parameters or {}
            prepared = _STATEMENTS.prepare(statement, values)
            found = _run(*prepared.filled(values), file)
            found[:] = prepared.read(found)
            return found
        text, rows = _STATEMENTS.prepare(statement, parameters[0]).filled_often(parameters)
    except DBAPIError:
        raise
    except Exception as error:
        errors.hide_values(error, quotes_values=False)
        raise
    return _run_often(text, rows, file)


def _run(text: str, values: Sequence[Any], file: sqlite3.Connection) -> Found:
    try:
        cursor = file.cursor().execute(text, values)
        return Found(cursor.fetchall(), cursor.rowcount, cursor.lastrowid)
    except Exception as error:
        raise _told(text, error) from error


def _run_often(text: str, rows: Sequence[Sequence[Any]], file: sqlite3.Connection) -> Found:
    try:
        return Found((), file.cursor().executemany(text, rows).rowcount)
    except Exception as error:
        raise _told(text, error) from error


def _told(text: str, error: Exception) -> BaseException:
    """An error of the driver as SQLAlchemy names it, without what was written or asked for."""
    errors.hide_values(error, quotes_values=False)
    return DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True, dialect=_DIALECT)
