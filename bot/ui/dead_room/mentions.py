"""A mention brings its person into a private thread, when a moderator writes it: from a room of the dead they are sent
out again at once, and likewise when it is written into an old message. Only who is mentioned is looked at; what is
written is not read.

The mention of a role brings all who have it, and the bot is not told who they are: everybody of the match goes out who
is no member. What was written while the bot was away is looked at when it is back.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import discord
import structlog

from bot.matches.dead_rooms import DeadRooms
from bot.matches.errors import Refused
from bot.trouble import StoreTrouble
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.delivery import Undeliverable

log = structlog.get_logger(__name__)

EARLIER_MS: Final = 60_000
"""So much earlier than the bot was last known to be there it looks: Discord's clock is not the bot's."""


class Mentions:
    """Keeps the rooms of the dead to their members."""

    def __init__(self, rooms: DeadRooms, threads: DeadThreads, now_ms: Callable[[], int]) -> None:
        self._rooms = rooms
        self._threads = threads
        self._now_ms = now_ms

    async def on_message(self, message: discord.Message) -> None:
        """Send out everybody mentioned here, in a message that is new or was changed, who is no member. Raises
        nothing."""
        thread, many = message.channel, bool(message.role_mentions or message.mention_everyone)
        if message.author.bot or not (message.mentions or many) or not isinstance(thread, discord.Thread):
            return
        try:
            await self._send_out(thread, {person.id for person in message.mentions if not person.bot}, many=many)
        except (Undeliverable, StoreTrouble, Refused) as problem:
            log.warning("mentioned_not_sent_out", thread=thread.id, problem=str(problem))

    async def look_back(self, away_ms: int) -> None:
        """The bot is back: send out whoever was mentioned in a room in that time. Raises nothing."""
        since = datetime.fromtimestamp((self._now_ms() - away_ms - EARLIER_MS) / 1000, UTC)
        try:
            rooms = await self._rooms.open_threads()
        except StoreTrouble as problem:
            log.warning("rooms_not_looked_through", problem=str(problem))
            return
        for thread_id in rooms:
            await self._look_through(thread_id, since)

    async def _look_through(self, thread_id: int, since: datetime) -> None:
        try:
            for message in await self._threads.written(thread_id, since):
                await self.on_message(message)
        except Undeliverable as problem:
            log.warning("room_not_looked_through", thread=thread_id, problem=str(problem))

    async def _send_out(self, thread: discord.Thread, mentioned: set[int], *, many: bool) -> None:
        match_id = await self._rooms.match_in(thread.id) if thread.is_private() else None
        if match_id is None:
            return
        members = {row.user_id for row in await self._rooms.members(match_id)}
        for user_id in sorted(mentioned - members):
            await self._threads.remove(thread.id, user_id)
        if many:  # last: it needs the match, which this version may not be able to wake
            for user_id in sorted(await self._rooms.outsiders(match_id) - mentioned):
                await self._threads.remove(thread.id, user_id)
