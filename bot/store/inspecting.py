"""A look at a database that makes nothing, changes nothing and waits for nobody: for the doctor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sqlalchemy import URL, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import backups, connecting, errors, migrating, schema


class Age(StrEnum):
    """How a database's schema stands to the one that this version of the bot works with."""

    ABSENT = "absent"
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"


@dataclass(frozen=True)
class Condition:
    """What was found.

    revision  of the schema; None when there is no file, or nothing in it
    problems  what is damaged, a sentence each
    """

    age: Age
    revision: str | None = None
    problems: tuple[str, ...] = ()


async def look(url_or_path: str | Path) -> Condition:
    """Say in which condition a database is. Raises a StoreError when it cannot be read."""
    url = connecting.url_of(url_or_path)
    file = connecting.file_of(url)
    if file is None:
        return await _look(url, url)
    if not file.exists() and file.parent.is_dir():
        return Condition(Age.ABSENT)
    if not file.is_file():
        raise errors.missing(connecting.name_of(url))
    if not connecting.log_of(file).exists():
        found = await _look(url, _reading_only(file, "immutable=1"))
        if not connecting.log_of(file).exists():
            return found
        # The bot was started meanwhile, so that what was read may be half of one moment and half of another.
    if not connecting.index_of_log(file).exists():
        raise errors.log_without_index(connecting.name_of(url))
    return await _look(url, _reading_only(file, "readonly_shm=1"))


def _reading_only(file: Path, how: str) -> URL:
    """An address under which SQLite neither makes nor writes any file.

    Without a log nobody has the database open, and it may be read as a file that never changes (``immutable``);
    otherwise SQLite would make a log to read by. With one the log is read too, and what says where to find what in it
    (``readonly_shm``).
    """
    return URL.create("sqlite+aiosqlite", database=f"{file.as_uri()}?mode=ro&{how}", query={"uri": "true"})


async def _look(url: URL, address: URL) -> Condition:
    engine = connecting.engine_for(address, "look")
    try:
        async with engine.connect() as connection:
            return await _condition(connection)
    except Exception as error:
        told = errors.translated(error, connecting.name_of(url))
        if told is error:
            raise
        raise told from error
    finally:
        await engine.dispose()


async def _condition(connection: AsyncConnection) -> Condition:
    revision = await migrating.current(connection)
    if revision is None and await _is_empty(connection):
        return Condition(Age.ABSENT)
    return Condition(_age(revision), revision, tuple(await damage(connection)))


async def _is_empty(connection: AsyncConnection) -> bool:
    return connection.dialect.name != "sqlite" or await backups.is_empty(connection)


def _age(revision: str | None) -> Age:
    if revision == migrating.newest():
        return Age.CURRENT
    return Age.OLDER if revision is None or migrating.is_known(revision) else Age.NEWER


async def damage(connection: AsyncConnection) -> list[str]:
    """What is broken in a database, a sentence each."""
    if connection.dialect.name != "sqlite":
        return await _damage_of_server(connection)
    lines = (await connection.exec_driver_sql("PRAGMA integrity_check")).scalars().all()
    dangling = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).mappings()
    return [
        *(f"The file is damaged: {line}." for line in lines if line != "ok"),
        *(f"A row of {row['table']} points at a row of {row['parent']} that is gone." for row in dangling),
    ]


async def _damage_of_server(connection: AsyncConnection) -> list[str]:
    """What PostgreSQL itself holds for unfinished. All rows are read, so that it finds pages that it cannot read."""
    there = await connection.run_sync(lambda plain: inspect(plain).get_table_names())
    for table in schema.METADATA.sorted_tables:
        if table.name in there:
            await connection.execute(select(func.count()).select_from(table))
    constraints = await connection.exec_driver_sql("SELECT conname FROM pg_constraint WHERE NOT convalidated")
    indexes = await connection.exec_driver_sql("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
    return [
        *(f"The rule {name} was never checked against all rows." for name in constraints.scalars()),
        *(f"The index {name} is unfinished: run REINDEX." for name in indexes.scalars()),
    ]
