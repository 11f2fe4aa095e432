"""Forecasts outlive the process that has worked them out, for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bot.store import forecasts
from bot.store.database import Store
from bot.store.forecasts import ForecastRow
from bot.trouble import StoreTrouble

log = structlog.get_logger(__name__)

KEPT_MS: Final = 30 * 86_400_000
"""So long a forecast is kept."""


class KeptForecasts:
    """Texts by their digests; at most so many, the newest ones."""

    def __init__(self, store: Store, now_ms: Callable[[], int], most: int) -> None:
        self._store = store
        self._now_ms = now_ms
        self._most = most
        self._writing: set[asyncio.Task[None]] = set()

    async def all(self) -> list[tuple[str, str]]:
        """Digest and text of each, the oldest first; none when the database cannot say."""
        since_ms = self._now_ms() - KEPT_MS
        try:
            async with self._store.reading() as connection:
                return [(row.digest, row.body) for row in await forecasts.since(connection, since_ms)]
        except StoreTrouble as problem:
            log.warning("forecasts_not_read", problem=str(problem))
            return []

    def keep(self, digest: str, body: str) -> None:
        """Write it down; nobody waits for it, and one that cannot be written is worked out again some day."""
        task = asyncio.create_task(self._keep(ForecastRow(digest, body, self._now_ms())))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _keep(self, row: ForecastRow) -> None:
        since_ms = row.at_ms - KEPT_MS
        try:
            await self._store.write(
                lambda connection: forecasts.keep(connection, row, since_ms=since_ms, most=self._most)
            )
        except StoreTrouble as problem:
            log.warning("forecast_not_kept", problem=str(problem))
