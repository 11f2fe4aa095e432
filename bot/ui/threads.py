"""What Discord tells of the threads in which something is opened, written down as long as it tells of them."""

from __future__ import annotations

from typing import Any, Final

import discord
import structlog

from bot.matches.threads import KnownThreads, ThreadBook
from bot.trouble import StoreTrouble
from bot.ui.delivery import PlaceGone, Undeliverable, patiently

log = structlog.get_logger(__name__)

ASKED_MOST: Final = 200
"""So many places of old games Discord is asked about at one start, one after the other."""


class Threads:
    """Remembers threads. `known` is what sight is decided by where Discord does not tell of a thread."""

    def __init__(self, client: discord.Client, book: ThreadBook) -> None:
        self._client = client
        self._book = book

    @property
    def known(self) -> KnownThreads:
        return self._book.known

    async def parent_of(self, place: Any) -> int | None:
        """The channel of a thread, which is remembered from now on; None for a channel. Raises StoreTrouble."""
        if not isinstance(place, discord.Thread):
            return None
        await self._book.note(place.id, place.guild.id, place.parent_id, is_private=place.is_private())
        return place.parent_id

    async def start_up(self) -> None:
        """Learn what was written down. Raises StoreTrouble."""
        await self._book.start_up()

    # -- what Discord tells -----------------------------------------------------------------------------------------

    async def on_taken_up(self, away_ms: int) -> None:
        """Look which places of old games are threads, now that Discord has told of those that are not archived, and ask
        it about the others."""
        for place_id in sorted(self._book.unread):
            await self._look_at(self._client.get_channel(place_id))
        for place_id in sorted(self._book.unread)[:ASKED_MOST]:
            await self._ask_about(place_id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """A thread that was archived is there again."""
        if thread.id in self._book.unread:
            await self._look_at(thread)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """What was played there is told to nobody but who manages the server."""
        await self._quietly_forget(payload.thread_id)

    async def _ask_about(self, place_id: int) -> None:
        """What Discord does not say now is asked again at the next start."""
        try:
            await self._look_at(await patiently(lambda: self._client.fetch_channel(place_id), ()))
        except PlaceGone:
            await self._quietly_forget(place_id)
        except (Undeliverable, discord.InvalidData) as problem:
            log.info("old_place_not_told_of", problem=str(problem))

    async def _look_at(self, place: Any) -> None:
        try:
            if await self.parent_of(place) is None and isinstance(place, discord.abc.GuildChannel):
                await self._book.forget(place.id)  # a channel, which Discord always tells of
        except StoreTrouble as problem:  # at the next start
            log.warning("thread_not_remembered", problem=str(problem))

    async def _quietly_forget(self, thread_id: int) -> None:
        try:
            await self._book.forget(thread_id)
        except StoreTrouble as problem:  # who sees its channel is told of its games: nobody who could not see them
            log.warning("thread_not_forgotten", problem=str(problem))
