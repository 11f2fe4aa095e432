"""A server's whole history moves from one database to another, of either kind: all of it or nothing, and compared.

Tables, columns and what stands in them are the same for every database (`bot.store.schema`), so rows go over as they
are: as numbers and text, unread.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Table, TableClause, column, func, select, table, text, tuple_

from bot.store import connecting, errors, inspecting, migrating, schema
from bot.store.asking import Connection
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.inspecting import Age

CHUNK = 500
"""Rows that are under way at the same time."""
_DIGEST = 1 << 256


@dataclass(frozen=True)
class Contents:
    """What is in a table: how many rows, and a sum over them that no change of any leaves the same."""

    rows: int = 0
    digest: int = 0

    def with_rows(self, rows: list[tuple[Any, ...]]) -> Contents:
        added = sum(int.from_bytes(sha256(repr(row).encode()).digest()) for row in rows)
        return Contents(self.rows + len(rows), (self.digest + added) % _DIGEST)


async def copy(source: str | Path, target: str | Path) -> dict[str, int]:
    """Copy everything into an empty database; neither may be in use. How many rows each table has now.

    Raises a StoreError that says what to do; then there is nothing in the target.
    """
    await _refuse_target(target)
    async with _held(source, migrate=False) as old, _held(target, migrate=True):
        if await old.revision() != migrating.newest():
            raise StoreError("The database to copy is of another version: run `magic-mirror db upgrade` on it first.")
        copied = await _copy(source, target)
    found = await _contents(target)
    different = [name for name in copied if copied[name] != found[name]]
    if different:
        raise StoreError(f"What was written differs in {', '.join(different)}: check the disks, and copy once more.")
    return {name: contents.rows for name, contents in copied.items()}


async def _refuse_target(target: str | Path) -> None:
    """Raises a StoreError when there is a database already that holds something."""
    age = (await inspecting.look(target)).age
    if age is Age.CURRENT and not any(one.rows for one in (await _contents(target)).values()):
        return
    if age is not Age.ABSENT:
        raise StoreError(
            f"There is something in {connecting.name_of(connecting.url_of(target))} already: copy into a database "
            "that is empty."
        )


@asynccontextmanager
async def _held(database: str | Path, *, migrate: bool) -> AsyncIterator[Store]:
    """Keep others out of it meanwhile, as far as that can be done."""
    store = await Store.open(database, migrate=migrate, alone=True)
    try:
        yield store
    finally:
        await store.close()


async def _copy(source: str | Path, target: str | Path) -> dict[str, Contents]:
    """Write everything in one transaction. What was read."""
    copied = {}
    async with _reading(source) as old, _writing(target) as new:
        for each in schema.METADATA.sorted_tables:
            copied[each.name] = await _copy_table(each, old, new)
            if each.autoincrement_column is not None:
                await _go_on_counting(each, await _counted(each, old), new)
    return copied


async def _copy_table(each: Table, old: Connection, new: Connection) -> Contents:
    contents = Contents()
    async for rows in _rows(each, old):
        contents = contents.with_rows(rows)
        names = [one.name for one in each.columns]
        await new.execute(_plain(each).insert(), [dict(zip(names, row, strict=True)) for row in rows])
    return contents


async def _contents(database: str | Path) -> dict[str, Contents]:
    """What is in each table of a database."""
    found = {}
    async with _reading(database) as connection:
        for each in schema.METADATA.sorted_tables:
            found[each.name] = Contents()
            async for rows in _rows(each, connection):
                found[each.name] = found[each.name].with_rows(rows)
    return found


def _plain(each: Table) -> TableClause:
    """The table with no types: nothing is translated on the way."""
    return table(each.name, *(column(one.name) for one in each.columns))


async def _rows(each: Table, connection: Connection) -> AsyncIterator[list[tuple[Any, ...]]]:
    """All of them in the order of their keys, a few hundred at a time."""
    plain = _plain(each)
    key = [plain.c[one.name] for one in each.primary_key]
    query = select(plain).order_by(*key).limit(CHUNK)
    places = [each.columns.values().index(one) for one in each.primary_key]
    rows = [tuple(row) for row in await connection.execute(query)]
    while rows:
        yield rows
        last = tuple(rows[-1][place] for place in places)
        rows = [tuple(row) for row in await connection.execute(query.where(tuple_(*key) > last))]


# -- numbers that are given once -----------------------------------------------------------------------------------


async def _counted(each: Table, old: Connection) -> int:
    """The last number that was given to a row of this table, which may be gone."""
    if old.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return (await old.execute(query, {"name": each.name})).scalar() or 0
    sequence = await _sequence(each, old)
    row = (await old.execute(text(f"SELECT last_value, is_called FROM {sequence}"))).one()
    return int(row.last_value) if row.is_called else 0


async def _go_on_counting(each: Table, last: int, new: Connection) -> None:
    """The next row gets the number after that."""
    if last == 0:
        return
    if new.dialect.name == "sqlite":
        await new.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": each.name})
        query = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
        await new.execute(query, {"name": each.name, "last": last})
    else:
        await new.execute(select(func.setval(await _sequence(each, new), last)))


async def _sequence(each: Table, connection: Connection) -> str:
    """Where PostgreSQL keeps the last number."""
    counted = each.autoincrement_column
    assert counted is not None
    found = await connection.execute(select(func.pg_get_serial_sequence(each.name, counted.name)))
    return str(found.scalar_one())


# -- connections ----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def _reading(database: str | Path) -> AsyncIterator[Connection]:
    """One moment of the database, to its end."""
    url = connecting.url_of(database)
    engine = connecting.engine_for(url, "look")
    try:
        async with engine.connect() as connection:
            yield connection
    except Exception as error:
        raise errors.translated(error, connecting.name_of(url)) from error
    finally:
        await engine.dispose()


@asynccontextmanager
async def _writing(database: str | Path) -> AsyncIterator[Connection]:
    """A transaction that is kept when nothing is raised."""
    url = connecting.url_of(database)
    engine = connecting.engine_for(url, "migrate")
    try:
        async with engine.begin() as connection:
            yield connection
    except Exception as error:
        raise errors.translated(error, connecting.name_of(url)) from error
    finally:
        await engine.dispose()
