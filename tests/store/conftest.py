"""A fresh store for each test, and where it lies."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from inspect import signature
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from support.once import as_it_is
from support.sizes import size

from bot.store import migrating
from bot.store.database import Store

OF_A_FILE = {"path", "tmp_path", "on_server"}
"""Whoever asks for one of these has a store of one kind in mind."""


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
def place() -> str:
    """Where `store` lies: in a `file`, or on a `server`."""
    return "file"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """At the full size, what asks for nothing but a store gets one on PostgreSQL as well."""
    asks = set(signature(metafunc.function).parameters)
    asks |= {name for mark in metafunc.definition.iter_markers("usefixtures") for name in mark.args}
    if "store" in asks and asks.isdisjoint(OF_A_FILE) and not hasattr(metafunc.module, "place") and size(0, full=1):
        metafunc.parametrize("place", ["file", pytest.param("server", marks=pytest.mark.full_size)])


@pytest.fixture
def address(place: str, path: Path, request: pytest.FixtureRequest) -> Iterator[Path | str]:
    """Of an empty database with the newest schema."""
    if place == "file":
        shutil.copy(request.getfixturevalue("migrated"), path)
        yield path
        return
    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    yield request.getfixturevalue("on_server")
    postgresql.empty(request.getfixturevalue("on_server"))


@pytest.fixture
async def store(address: Path | str) -> AsyncIterator[Store]:
    opened = await Store.open(address)
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
