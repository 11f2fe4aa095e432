"""A copy of the database at this version's schema, to try something with; the database itself is not changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import connecting, inspecting, leftovers, migrating
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.inspecting import Age


@asynccontextmanager
async def rehearsal(database: str | Path) -> AsyncIterator[Store]:
    """A store to read from, and nobody else's; its file lies in a folder of its own beside the database, and is gone
    afterwards. The bot may be running. PostgreSQL cannot be copied so: it is read itself, if its schema is this one's.

    Raises a StoreError when there is no database, or no room for the copy.
    """
    file = connecting.file_of(connecting.url_of(database))
    if file is None:
        await _refuse_other_schema(database)
        store = await Store.open(database, migrate=False)
        try:
            yield store
        finally:
            await store.close()
        return
    try:
        with leftovers.hidden_folder(file) as folder:
            store = await _open_copy(file, folder / file.name)
            try:
                yield store
            finally:
                await store.close()
    except OSError as error:
        raise StoreError(f"The database {file} cannot be copied to try it: {error.strerror or error}.") from error


async def _refuse_other_schema(database: str | Path) -> None:
    if (await inspecting.look(database)).age is not Age.CURRENT:
        raise StoreError(
            "Only a database at this version's schema can be looked at on a server: restore a dump of it into a second "
            "database, upgrade that with `magic-mirror db upgrade`, and look there."
        )


async def _open_copy(file: Path, copy: Path) -> Store:
    """A copy at this version's schema; of that one no backup is made."""
    store = await Store.open(file, migrate=False)
    try:
        await store.backup(copy)
    finally:
        await store.close()
    engine = connecting.engine_for(connecting.url_of(copy), "migrate")
    try:
        await migrating.upgrade(engine)
    finally:
        await engine.dispose()
    return await Store.open(copy, migrate=False)
