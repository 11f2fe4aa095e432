"""The private threads of the dead, as requests to Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any, Final

import discord
import structlog

from bot.ui.delivery import PAUSES, NotAllowed, PlaceGone, Rejected, Unreachable, patiently

log = structlog.get_logger(__name__)

ARCHIVED_AFTER_MINUTES: Final = 10_080
LOOK_BACK_MOST: Final = 200
"""Messages of a room that are looked at when the bot is back."""
CLOCKS_APART_MS: Final = 300_000
"""Discord's clock and ours may differ by as much."""


class DeadThreads:
    """Makes, finds, fills and closes them. Raises `PlaceGone`, `NotAllowed`, `Unreachable`."""

    def __init__(self, client: discord.Client, *, pauses: Sequence[float] = PAUSES) -> None:
        self._client = client
        self._pauses = tuple(pauses)

    def channel(self, channel_id: int) -> discord.TextChannel:
        """The channel of a match, where private threads can be made in it. Raises `NotAllowed`, and `Unreachable` while
        its server is unavailable."""
        channel = self._client.get_channel(channel_id)
        if channel is None:
            raise Unreachable(f"{channel_id} is not known now")
        if not isinstance(channel, discord.TextChannel):
            raise NotAllowed(f"no private threads in {channel_id}")
        return channel

    async def awake(self, thread_id: int) -> discord.TextChannel:
        """The channel whose permissions say who could read this thread, wherever the match is played by now.

        Nothing can be changed in an archived thread, so one in which nobody spoke for a week is opened again.
        """
        thread: object = self._client.get_channel(thread_id)
        if thread is None:
            thread = await self._asked_for(thread_id)
        if not isinstance(thread, discord.Thread):
            raise PlaceGone(f"{thread_id} is no thread")
        if not isinstance(thread.parent, discord.TextChannel):
            raise Unreachable(f"the channel of {thread_id} is not known now")
        if thread.archived:
            await patiently(lambda: self._client.http.edit_channel(thread_id, archived=False), self._pauses)
        return thread.parent

    async def _asked_for(self, thread_id: int) -> object:
        """As Discord knows it now. Raises `PlaceGone` when there is no such thread."""
        try:
            return await patiently(lambda: self._client.fetch_channel(thread_id), self._pauses)
        except (discord.InvalidData, TypeError) as problem:
            raise PlaceGone(f"{thread_id} cannot be read: {problem}") from problem

    async def make(self, channel: discord.TextChannel, title: str) -> int:
        """A private thread to which nobody but the bot and moderators can add people; its id."""
        allowed = channel.permissions_for(channel.guild.me)
        if not (allowed.create_private_threads and allowed.send_messages_in_threads):
            raise NotAllowed("Create Private Threads is missing")
        thread = await patiently(
            lambda: channel.create_thread(
                name=title,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=ARCHIVED_AFTER_MINUTES,
            ),
            (),  # when the answer was lost it is looked for before another one is made
        )
        return thread.id

    async def find(self, channel: discord.TextChannel, title: str, since_ms: int) -> int | None:
        """The thread that an earlier attempt has made without living to note it; None when there is none."""
        earliest = since_ms - CLOCKS_APART_MS
        for thread in await patiently(channel.guild.active_threads, self._pauses):
            ours = thread.parent_id == channel.id and thread.owner_id == channel.guild.me.id and thread.is_private()
            made_ms = discord.utils.snowflake_time(thread.id).timestamp() * 1000
            if ours and thread.name == title and made_ms >= earliest:
                return thread.id
        return None

    async def add(self, thread_id: int, user_id: int) -> bool:
        """Let somebody in; twice does no harm. False when this person cannot be: they have left the server, say."""
        try:
            await patiently(lambda: self._client.http.add_user_to_thread(thread_id, user_id), self._pauses)
        except (PlaceGone, NotAllowed, Rejected) as problem:
            await self._asked_for(thread_id)  # was it the thread that is gone?
            log.info("not_let_in", thread=thread_id, reason=problem.reason)
            return False
        return True

    async def remove(self, thread_id: int, user_id: int) -> None:
        """Send somebody out, who may not be in it any more."""
        try:
            await patiently(lambda: self._client.http.remove_user_from_thread(thread_id, user_id), self._pauses)
        except PlaceGone:
            await self._asked_for(thread_id)  # was it the thread that is gone?

    async def written(self, thread_id: int, since: datetime) -> list[discord.Message]:
        """What stands there since then, at most the newest so many; nothing where the thread is gone."""
        try:
            thread = self._client.get_channel(thread_id) or await self._asked_for(thread_id)
        except PlaceGone:
            return []
        if not isinstance(thread, discord.Thread):
            return []
        found = thread.history(limit=LOOK_BACK_MOST, after=since, oldest_first=False)
        return await patiently(lambda: _all_of(found), ())

    async def take_away(self, thread_id: int, message_id: int) -> None:
        """Delete a message of the bot, which may be gone."""
        message = self._client.get_partial_messageable(thread_id).get_partial_message(message_id)
        try:
            await patiently(message.delete, self._pauses)
        except PlaceGone:
            await self._asked_for(thread_id)  # was it the thread that is gone?

    async def close(self, thread_id: int) -> None:
        """Archive it, and lock it where the bot may: then nobody but moderators opens it again."""
        channel = await self.awake(thread_id)
        locks = channel.permissions_for(channel.guild.me).manage_threads
        changes: dict[str, Any] = {"archived": True, **({"locked": True} if locks else {})}
        await patiently(lambda: self._client.http.edit_channel(thread_id, **changes), self._pauses)


async def _all_of(found: AsyncIterator[discord.Message]) -> list[discord.Message]:
    return [message async for message in found]
