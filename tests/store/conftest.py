"""A fresh store for each test, and where it lies."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from support.once import as_it_is

from bot.store import migrating
from bot.store.database import Store


@pytest.fixture(autouse=True)
def _as_it_is() -> Iterator[None]:
    with as_it_is():
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database may be made; there is none yet."""
    return tmp_path / "mirror.db"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the newest schema, to copy: migrating costs more than most tests."""
    file = tmp_path_factory.mktemp("migrated") / "mirror.db"
    with create_engine(f"sqlite:///{file}", poolclass=NullPool).begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return file


@pytest.fixture
async def store(path: Path, migrated: Path) -> AsyncIterator[Store]:
    shutil.copy(migrated, path)
    opened = await Store.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def fairy_tale(path: Path) -> Path:
    """A file that is no database."""
    path.write_bytes(b"once upon a time " * 1_000)
    return path


@pytest.fixture(scope="session")
def on_server(server: str) -> Iterator[str]:
    """The address of a database of this worker's own, with the newest schema."""

    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    async def migrate(address: str) -> None:
        await (await Store.open(address)).close()

    with postgresql.database(server, f"mirror_{os.getpid()}") as address:
        asyncio.run(migrate(address))
        yield address
