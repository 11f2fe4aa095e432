"""A statement is one visit to the driver's thread: what it gives comes back with it.

SQLAlchemy asks aiosqlite for a cursor, runs the statement, fetches the rows and closes the cursor, and each of these is
a hop to the thread of the connection and back, which costs more than the statement itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Self

import aiosqlite

CHUNK = 64
"""Rows aiosqlite fetches at a time where it is asked for one after the other, which nobody does here."""


class _Rows(list[Any]):
    """All rows of a statement, with what its cursor knew."""

    def __init__(self, cursor: sqlite3.Cursor, rows: Iterable[Any]) -> None:
        super().__init__(rows)
        self.description = cursor.description
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid


class _KnowingCursor(sqlite3.Cursor):
    def fetchall(self) -> _Rows:
        return _Rows(self, super().fetchall())


class _File(sqlite3.Connection):
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        return self.cursor(_KnowingCursor).execute(sql, parameters)


class _Cursor:
    """What SQLAlchemy takes for a cursor of aiosqlite. Nothing is left to be closed."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        found: Any = await self._connection.execute_fetchall(sql, parameters)
        self._rows, self.description = found, found.description
        self.rowcount, self.lastrowid = found.rowcount, found.lastrowid
        return self

    async def executemany(self, sql: str, parameters: Iterable[Any]) -> Self:
        done = await self._connection.executemany(sql, parameters)
        self.rowcount, self.lastrowid = done.rowcount, done.lastrowid
        await done.close()
        return self

    async def fetchall(self) -> Sequence[Any]:
        return self._rows

    async def close(self) -> None:
        """SQLAlchemy has the rows."""


class _Connection(aiosqlite.Connection):
    def cursor(self) -> _Cursor:  # type: ignore[override]  # aiosqlite would go to its thread for one
        return _Cursor(self)


def connect(database: str, **how: Any) -> aiosqlite.Connection:
    """A connection of aiosqlite, for SQLAlchemy to wait for. `how` is what `sqlite3.connect` takes."""
    connection = _Connection(partial(sqlite3.connect, database, factory=_File, **how), CHUNK)
    connection._thread.daemon = True  # as SQLAlchemy does: a process that fails must be able to end
    return connection
