"""Backups by the clock, beside the running bot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from bot.config import Settings
from bot.store.errors import StoreError
from bot.store.kept_backups import KeptBackups

log = structlog.get_logger(__name__)

LONGEST_REST = timedelta(minutes=10)
"""So soon the machine's time is looked at again, which may have been corrected meanwhile."""
AGAIN_AFTER = timedelta(hours=1)
"""So long a backup that could not be made waits at most for the next try."""

Rest = Callable[[float], Awaitable[None]]
Now = Callable[[], datetime]


def scheduled(settings: Settings) -> KeptBackups | None:
    """The backups these settings ask for, or None. Raises a StoreError when they cannot be made."""
    if not settings.backup_hours:
        return None
    folder = Path(settings.backup_folder) if settings.backup_folder else None
    return KeptBackups(settings.database, folder, settings.backups_kept)


async def keep_making(
    backups: KeptBackups,
    every: timedelta,
    now: Now | None = None,
    rest: Rest = asyncio.sleep,
    made: Callable[[bool], None] | None = None,
) -> None:
    """Make a backup whenever one is due, until this is cancelled. One that fails is a line in the log, no more.

    made  told of each try whether it succeeded
    """
    now = now or _now
    due = _first_due(backups.newest(), every, now())
    while True:
        due = min(due, now() + every)  # it may have been reckoned by a time that lay ahead, and is right now
        if (missing := due - now()) > timedelta():
            await rest(min(missing, LONGEST_REST).total_seconds())
        else:
            succeeded = await _make(backups, now())
            due = now() + (every if succeeded else min(every, AGAIN_AFTER))
            if made is not None:
                made(succeeded)


def _now() -> datetime:
    return datetime.now(UTC)


def _first_due(newest: datetime | None, every: timedelta, now: datetime) -> datetime:
    """A bot that is started often makes no more backups than another; a time that lies ahead of now is not believed."""
    return now if newest is None else min(newest, now) + every


async def _make(backups: KeptBackups, now: datetime) -> bool:
    """Whether it is there."""
    try:
        made = await backups.make(now)
    except StoreError as problem:
        log.error("backup_failed", problem=str(problem))
        return False
    log.info("backup_made", file=str(made))
    return True
