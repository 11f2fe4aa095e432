"""A mention brings its person into a private thread, when a moderator writes it: from a room of the dead they are sent
out again at once, and likewise when it is written into an old message. Only who is mentioned is looked at; what is
written is not read.

The mention of a role brings all who have it, and the bot is not told who they are: everybody of the match goes out who
is no member.
"""

from __future__ import annotations

import discord
import structlog

from bot.matches.dead_rooms import DeadRooms
from bot.matches.errors import Refused
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
        """Send out everybody mentioned here, in a message that is new or was changed, who is no member. Raises
        nothing."""
        thread, many = message.channel, bool(message.role_mentions or message.mention_everyone)
        if message.author.bot or not (message.mentions or many) or not isinstance(thread, discord.Thread):
            return
        try:
            await self._send_out(thread, {person.id for person in message.mentions if not person.bot}, many=many)
        except (Undeliverable, StoreTrouble, Refused) as problem:
            log.warning("mentioned_not_sent_out", thread=thread.id, problem=str(problem))

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
