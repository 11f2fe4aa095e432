"""Brings a database to the schema of this version, from inside a running event loop and without an alembic.ini."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

import migrations
from bot.store import asking

# Any number will do as long as every version of the bot takes the same one.
_ADVISORY_LOCK = 7_164_201_733

# Alembic keeps its environment in module globals, so only one upgrade may run at a time in a process.
_one_at_a_time: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


class ForeignKeysBroken(Exception):
    """A migration left rows that point at nothing; it was taken back."""


def configuration() -> Config:
    """Alembic's settings: where the migrations lie and how their files are named."""
    config = Config()
    folder = str(Path(migrations.__file__).parent)
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.set_main_option("path_separator", "os")
    return config


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, read once: they are a part of the program."""
    return ScriptDirectory.from_config(configuration())


def newest() -> str:
    """The revision this version of the bot works with."""
    head = _scripts().get_current_head()
    if head is None:
        raise RuntimeError("The package was installed without its migrations.")
    return head


def is_known(revision: str) -> bool:
    """Whether this version of the bot has a migration of that name."""
    return any(script.revision == revision for script in _scripts().walk_revisions())


async def current(connection: AsyncConnection) -> str | None:
    """The revision the database is at; None when it is empty."""
    return await connection.run_sync(lambda plain: MigrationContext.configure(plain).get_current_revision())


async def recorded(connection: asking.Connection) -> str | None:
    """The same of a database that is not empty, over any connection."""
    found: str | None = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    return found


async def upgrade(engine: AsyncEngine) -> None:
    """Apply every missing migration in one transaction: all of them, or none.

    ``engine`` must not enforce foreign keys on SQLite: changing a table there means dropping and rebuilding it.
    """
    await _run(engine, _upgrade)


async def go_back(engine: AsyncEngine, revision: str) -> None:
    """Take back every migration after this one in one transaction, with what only they can hold. `engine`: as above."""
    await _run(engine, lambda connection: _go_back(connection, revision))


async def _run(engine: AsyncEngine, work: Callable[[Connection], None]) -> None:
    lock = _one_at_a_time.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with lock, engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        await connection.run_sync(work)
        if engine.dialect.name == "sqlite":
            broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
            if broken:
                raise ForeignKeysBroken(f"{len(broken)} rows point at nothing, the first in table {broken[0][0]!r}")


def _upgrade(connection: Connection) -> None:
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _go_back(connection: Connection, revision: str) -> None:
    config = configuration()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


def difference(found: str | None) -> list[str]:
    """What is wrong with a schema of this revision, a sentence; nothing when it is the newest."""
    wanted = newest()
    sentence = f"The schema is at revision {found}, this version of the bot works with {wanted}."
    return [] if found == wanted else [sentence]
