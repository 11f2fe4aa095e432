"""Reads what the bot has written, from a file or from a server, while the bot goes on."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from pretended.witness import PATIENCE_S

TRIES, PAUSE_S = 600, 0.1


class Reading(Protocol):
    """Only reads. A row gives its values by name, and in order."""

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Everything that this finds now, with a question mark for each value."""

    def close(self) -> None: ...


def reading(database: Path | str) -> Reading:
    """Of a file, or of an address."""
    return OfFile(database) if isinstance(database, Path) else OfServer(database)


class OfFile:
    def __init__(self, file: Path) -> None:
        self._file = file

    def rows(self, query: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=PATIENCE_S)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(query, values).fetchall()

    def close(self) -> None: ...


class OfServer:
    """Its driver needs an event loop, and whoever asks stands in one already: this one runs beside it. A server that is
    started again is waited for."""

    def __init__(self, address: str) -> None:
        import asyncpg  # noqa: PLC0415  # an extra

        self._away = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
        self._cut_short = asyncpg.InternalClientError
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._connect = lambda: self._wait_for(asyncpg.connect(address))
        self._connection = self._connect()

    def rows(self, query: str, *values: Any) -> list[Any]:
        numbers = itertools.count(1)
        numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", query)
        for _ in range(TRIES):
            try:
                if self._connection.is_closed():
                    self._connection = self._connect()
                return self._wait_for(self._connection.fetch(numbered, *values))
            except self._cut_short:  # the server has hung up in the middle of an answer
                self._loop.call_soon_threadsafe(self._connection.terminate)
                time.sleep(PAUSE_S)
            except self._away:
                if not self._connection.is_closed():
                    raise
                time.sleep(PAUSE_S)
        raise AssertionError("the server does not come back")

    def close(self) -> None:
        self._wait_for(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _wait_for(self, asking: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(asking, self._loop).result()
