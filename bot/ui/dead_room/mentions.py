"""A mention brings its person into a private thread, when a moderator writes it: from a room of the dead they are sent
out again at once. Only who is mentioned is looked at; what is written is not read."""

from __future__ import annotations

import discord
import structlog

from bot.matches.dead_rooms import DeadRooms
from bot.trouble import StoreTrouble
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.delivery import Undeliverable

log = structlog.get_logger(__name__)


class Mentions:
    """Keeps the rooms of the dead to their members."""

    def __init__(self, rooms: DeadRooms, threads: DeadThreads) -> None:
        self._rooms = rooms
        self._threads = threads

    async def on_message(self, message: discord.Message) -> None:
        """Send out everybody mentioned here who is no member. Raises nothing."""
        thread = message.channel
        if message.author.bot or not message.mentions or not isinstance(thread, discord.Thread):
            return
        try:
            await self._send_out(thread, [person.id for person in message.mentions if not person.bot])
        except (Undeliverable, StoreTrouble) as problem:
            log.warning("mentioned_not_sent_out", thread=thread.id, problem=str(problem))

    async def _send_out(self, thread: discord.Thread, mentioned: list[int]) -> None:
        match_id = await self._rooms.match_in(thread.id) if thread.is_private() else None
        if match_id is None:
            return
        members = {row.user_id for row in await self._rooms.members(match_id)}
        for user_id in mentioned:
            if user_id not in members:
                await self._threads.remove(thread.id, user_id)
