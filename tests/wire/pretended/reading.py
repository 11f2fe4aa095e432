"""Reads what the bot has written, from a file or from a server, while the bot goes on."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from pretended.witness import PATIENCE_S


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
    """Its driver needs an event loop, and whoever asks stands in one already: this one runs beside it."""

    def __init__(self, address: str) -> None:
        import asyncpg  # noqa: PLC0415  # an extra

        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._connection = self._wait_for(asyncpg.connect(address))

    def rows(self, query: str, *values: Any) -> list[Any]:
        numbers = itertools.count(1)
        numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", query)
        return self._wait_for(self._connection.fetch(numbered, *values))

    def close(self) -> None:
        self._wait_for(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _wait_for(self, asking: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(asking, self._loop).result()
