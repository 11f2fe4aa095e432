"""The lock of a whole thread: nobody but moderators writes there at night."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

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
        self._last: WeakValueDictionary[int, asyncio.Task[bool]] = WeakValueDictionary()

    async def lock(self, match: int, guild_id: int, thread_id: int) -> bool:
        """Nobody but moderators may write in the thread. False, and no request, when it was locked already.

        Raises `NotAllowed`, `PlaceGone`, `Unreachable`; after the last the row stays open: nobody knows what happened.
        """
        return await self._in_turn(thread_id, lambda: self._lock(match, guild_id, thread_id))

    async def _lock(self, match: int, guild_id: int, thread_id: int) -> bool:
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
        """Put the lock of a thread back as it was; whether it had to be changed. The caller marks the row done.

        A lock that is under way is waited for, and what this process believes is not enough to do nothing: the reply to
        a lock may have been lost. Raises `PlaceGone`, `NotAllowed`, `Unreachable`.
        """
        wanted = bool(row.previous.get("locked", False))
        return await self._in_turn(row.channel_id, lambda: self._put_back(row.channel_id, wanted))

    async def _put_back(self, thread_id: int, wanted: bool) -> bool:
        thread = await self._thread(thread_id)
        if thread.locked == wanted:
            thread = await self._asked_for(thread_id)
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
        for known in (thread, self._client.get_channel(thread.id)):
            if isinstance(known, discord.Thread):
                known.locked = locked

    async def _thread(self, thread_id: int) -> discord.Thread:
        """As this process knows it, else as Discord does. Raises `PlaceGone`, `NotAllowed`, `Unreachable`."""
        found = self._client.get_channel(thread_id)
        return await self._asked_for(thread_id) if found is None else _only_thread(found)

    async def _asked_for(self, thread_id: int) -> discord.Thread:
        """As Discord knows it now. Raises `PlaceGone`, `NotAllowed`, `Unreachable`."""
        try:
            return _only_thread(await patiently(lambda: self._client.fetch_channel(thread_id), self._pauses))
        except (discord.InvalidData, TypeError) as problem:
            raise PlaceGone(f"{thread_id} cannot be read: {problem}") from problem

    async def _in_turn(self, thread_id: int, change: Callable[[], Awaitable[bool]]) -> bool:
        """One change of a thread after the other. It is brought to its end, also when nobody waits for it any more."""
        before = self._last.get(thread_id)

        async def after_the_last() -> bool:
            if before is not None:
                await asyncio.wait({before})
            return await change()

        task = self._last[thread_id] = asyncio.create_task(after_the_last())
        return await asyncio.shield(task)


def _only_thread(channel: object) -> discord.Thread:
    if not isinstance(channel, discord.Thread):
        raise PlaceGone(f"{channel!r} is no thread")
    return channel
