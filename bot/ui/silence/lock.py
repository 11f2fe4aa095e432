"""The lock of a whole thread: nobody but moderators writes there at night."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.matches.reach import UndoBook
from bot.ui.delivery import PAUSES, NotAllowed, PlaceGone, patiently
from bot.ui.silence.undo import UndoRow

log = logging.getLogger(__name__)

THREAD_LOCK = "thread_lock"
"""Kind of an undo row: this thread was locked; `previous` says whether it was before."""


class ThreadLocks:
    """Locks and unlocks the threads of games."""

    def __init__(self, client: discord.Client, book: UndoBook, *, pauses: Sequence[float] = PAUSES) -> None:
        self._client = client
        self._book = book
        self._pauses = tuple(pauses)

    async def lock(self, match: int, guild_id: int, thread_id: int) -> bool:
        """Nobody but moderators may write in the thread. False, and no request, when it was locked already.

        Raises `NotAllowed`, `PlaceGone`, `Unreachable`; after the last the row stays open: nobody knows what happened.
        """
        thread = await self._thread(thread_id)
        if thread.locked:
            return False
        row = await self._book.add(
            match=match,
            guild_id=guild_id,
            channel_id=thread_id,
            target_id=None,
            kind=THREAD_LOCK,
            previous={"locked": thread.locked},
        )
        try:
            await self._set_locked(thread, True)
        except (NotAllowed, PlaceGone):
            await self._book.done(row)
            raise
        return True

    async def unlock(self, match: int, guild_id: int, thread_id: int) -> bool:
        """People may write again. False, and no request, when nothing of ours is locked: a moderator's lock stays.

        Raises `NotAllowed`, `Unreachable`; the row then stays open for the next attempt.
        """
        rows = [
            row for row in await self._book.open_rows(match) if row.kind == THREAD_LOCK and row.channel_id == thread_id
        ]
        if not rows:
            return False
        changed = False
        for row in reversed(rows):
            try:
                changed |= await self.put_back(row)
            except PlaceGone:
                log.info("thread %s is gone, nothing to unlock", thread_id)
            await self._book.done(row.id)
        return changed

    async def put_back(self, row: UndoRow) -> bool:
        """Put the lock of a thread back as it was; whether a request was needed. The caller marks the row done.

        Raises `PlaceGone`, `NotAllowed`, `Unreachable`.
        """
        thread = await self._thread(row.channel_id)
        wanted = bool(row.previous.get("locked", False))
        if thread.locked == wanted:
            return False
        await self._set_locked(thread, wanted)
        return True

    async def _set_locked(self, thread: discord.Thread, locked: bool) -> None:
        changes: dict[str, Any] = {"locked": locked}
        if thread.archived:
            changes["archived"] = False  # Discord changes nothing in an archived thread (50083)
        await patiently(lambda: thread.edit(**changes), self._pauses)
        # The event that brings the new state may come after the next question about it.
        thread.locked = locked

    async def _thread(self, thread_id: int) -> discord.Thread:
        found = self._client.get_channel(thread_id)
        if found is None:
            try:
                found = await patiently(lambda: self._client.fetch_channel(thread_id), self._pauses)
            except (discord.InvalidData, TypeError) as problem:
                raise PlaceGone(f"{thread_id} cannot be read: {problem}") from problem
        if not isinstance(found, discord.Thread):
            raise PlaceGone(f"{thread_id} is no thread")
        return found
