"""Who was forgotten is noted in files beside the database, too, so that it outlives the database."""

from __future__ import annotations

import asyncio

import structlog

from bot.store import forgotten, forgotten_files
from bot.store.database import Store
from bot.store.errors import StoreError

log = structlog.get_logger(__name__)


async def note_beside(store: Store) -> None:
    """Bring the files up to date. One that cannot be written is a line in the log: the next wish, or the next start,
    writes what it lacks."""
    async with store.reading() as connection:
        notes = await forgotten.all_of(connection)
    for path in store.forgotten_files:
        try:
            await asyncio.to_thread(forgotten_files.keep, path, notes)
        except StoreError as problem:
            log.error("forgotten_not_noted", problem=str(problem))
