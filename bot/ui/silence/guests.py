"""Guests: whoever has no seat is silent in the thread of a match, where its table wants that. Nothing is read."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import discord
import structlog

from bot.games.table_options import QUIET_GUESTS
from bot.matches.guild_settings import SettingsBook
from bot.matches.reach import PeopleBook
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.silence.hush import NOTICE_SECONDS, Hush
from bot.ui.wording import plain

log = structlog.get_logger(__name__)

TOLD_MOST = 4096
"""People who are remembered to have been told why their message went."""


class Guests:
    """Takes away what guests write, and tells each of them once why."""

    def __init__(
        self, *, settings: SettingsBook, hush: Hush, people: PeopleBook, courier: Courier, languages: Languages
    ) -> None:
        self._settings = settings
        self._hush = hush
        self._people = people
        self._courier = courier
        self._languages = languages
        self._told: OrderedDict[tuple[int, int], None] = OrderedDict()
        """Match and person."""
        self._notice_ends: dict[int, float] = {}
        """Thread -> when the last notice in it goes."""

    async def hear(self, match: MatchSnapshot, message: discord.Message) -> None:
        """Take away a message of somebody who has no seat at this match, if guests are silent there now."""
        if not _is_quiet(match, message) or await self._may_speak(match, message):
            return
        if await self._hush.take(message):
            await self._tell(match, message)

    async def _may_speak(self, match: MatchSnapshot, message: discord.Message) -> bool:
        """Whether they lead the game or keep order in the place: a locked thread does not bind these either."""
        author = message.author
        if author.id in (match.row.host_id, match.row.moderator_id):
            return True
        if not isinstance(author, discord.Member) or not isinstance(message.channel, discord.Thread):
            return False
        powers = message.channel.permissions_for(author)
        role = (await self._settings.read(match.row.guild_id)).order_keeper_role
        return (
            powers.manage_messages or powers.manage_threads or (role is not None and author.get_role(role) is not None)
        )

    async def _tell(self, match: MatchSnapshot, message: discord.Message) -> None:
        """Once for each person and match: in private where a way to them is known, else by a word that soon goes."""
        told = (match.id, message.author.id)
        if told in self._told:
            return
        self._told[told] = None
        if len(self._told) > TOLD_MOST:
            self._told.popitem(last=False)
        if not await self._tell_in_private(match, message):
            await self._tell_here(match, message)

    async def _tell_in_private(self, match: MatchSnapshot, message: discord.Message) -> bool:
        """No channel is opened for it: strangers could make the bot open so many that Discord stops it."""
        user_id = message.author.id
        try:
            if await self._people.dm_channel(user_id) is None or await self._people.is_closed(user_id):
                return False
            words = await self._languages.own(user_id, match.row.guild_id)
            text = words.say("hush.guest.direct", place=message.channel.id)
            await self._courier.direct(user_id, Outgoing(content=text), f"{match.id}.guest.{message.id}"[:25])
        except (Undeliverable, Overloaded, StoreTrouble) as problem:
            log.info("guest_not_told", match=match.id, problem=str(problem))
            return False
        return True

    async def _tell_here(self, match: MatchSnapshot, message: discord.Message) -> None:
        """While one notice stands there, it serves all: a crowd of guests does not flood the thread."""
        now = asyncio.get_running_loop().time()
        if now < self._notice_ends.get(message.channel.id, 0.0):
            return
        standing = {place: end for place, end in self._notice_ends.items() if end > now}
        self._notice_ends = standing | {message.channel.id: now + NOTICE_SECONDS}
        words = self._languages.public(match.row.guild_id)
        name = plain(message.author.display_name)
        await self._hush.say_shortly(message.channel, words.say("hush.guest", name=name))


def _is_quiet(match: MatchSnapshot, message: discord.Message) -> bool:
    """Whether guests are silent where this was written, and a person wrote it."""
    if not match.row.options.get(QUIET_GUESTS) or message.channel.id != match.own_thread:
        return False
    return match.running and message.webhook_id is None and not message.is_system()
