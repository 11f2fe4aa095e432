"""The places: the thread or channel in which each match is played, made when it is first needed and locked at night."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final

import discord
import structlog

from bot.matches.archive import Archive
from bot.matches.guild_settings import SettingsBook
from bot.matches.hosting import Hosting
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import NotAllowed, PlaceGone, Rejected, patiently
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.posted import written_ms
from bot.ui.silence.lock import ThreadLocks

log = structlog.get_logger(__name__)

ARCHIVED_AFTER_MINUTES: Final = 10_080
NAME_MOST: Final = 100
"""Characters of a thread's name."""
CLOCKS_DIFFER_MS: Final = 60_000
"""A thread that is older than its match by more than this belongs to another match of the same number."""


class Places:
    """The places of all matches. `here`: thread or channel -> the live matches played there, so that a chat message
    costs no look-up."""

    def __init__(
        self,
        *,
        client: discord.Client,
        settings: SettingsBook,
        archive: Archive,
        hosting: Hosting,
        languages: Languages,
        locks: ThreadLocks,
    ) -> None:
        self._client = client
        self._settings = settings
        self._archive = archive
        self._hosting = hosting
        self._languages = languages
        self._locks = locks
        self.here: dict[int, set[int]] = {}
        self._gone: set[int] = set()
        """Threads that turned out to be deleted."""

    async def start_up(self) -> None:
        """Learn where the live matches are played."""
        for match_id, place in await self._archive.live_places():
            self.take(match_id, place)

    def take(self, match_id: int, place: int) -> None:
        """This match is played here."""
        self.here.setdefault(place, set()).add(match_id)

    def leave(self, match_id: int) -> None:
        """This match is played nowhere any more."""
        for place in [place for place, matches in self.here.items() if match_id in matches]:
            self.here[place].discard(match_id)
            if not self.here[place]:
                del self.here[place]

    async def of(self, match: MatchSnapshot) -> int:
        """The thread or channel the match is played in; made the first time it is needed."""
        place = match.row.thread_id
        if place is None:
            place = await self._open_thread(match)
            await self._hosting.set_place(match.id, place)
        self.take(match.id, place)
        return place

    async def _open_thread(self, match: MatchSnapshot) -> int:
        """A public thread in the lobby's channel, where the server allows it; else the channel itself."""
        channel = self._client.get_channel(match.row.channel_id)
        settings = (await self._settings.read(match.row.guild_id)).at(match.row.channel_id)
        if not settings.use_threads or not isinstance(channel, discord.TextChannel):
            return match.row.channel_id
        allowed = channel.permissions_for(channel.guild.me)
        if not (allowed.create_public_threads and allowed.send_messages_in_threads):
            return match.row.channel_id
        words = self._languages.public(match.row.guild_id)
        title = words.say("stage.thread", game=game_title(words, match.row.game), number=match.id)[:NAME_MOST]

        async def found_or_made() -> int:
            found = self._made_before(match, channel, title)
            return found if found is not None else await _made(channel, title)

        try:
            return await patiently(found_or_made)
        except (NotAllowed, PlaceGone, Rejected) as problem:
            log.info("no_thread", match=match.id, reason=problem.reason)
            return match.row.channel_id

    def _made_before(self, match: MatchSnapshot, channel: discord.TextChannel, title: str) -> int | None:
        """The thread of this match that was made, though the answer got lost or the process died before it noted it."""
        me, since_ms = channel.guild.me.id, match.row.created_ms - CLOCKS_DIFFER_MS
        mine = (one for one in channel.threads if one.owner_id == me and one.name == title and one.id not in self._gone)
        return next((one.id for one in mine if written_ms(one.id) >= since_ms), None)

    async def make_anew(self, match: MatchSnapshot) -> bool:
        """A deleted thread is made anew in its channel in the next round. False: the channel is gone as well."""
        channel = self._client.get_channel(match.row.channel_id)
        if match.row.thread_id in (None, match.row.channel_id) or channel is None:
            return False
        self._gone.add(match.row.thread_id or 0)
        await self._hosting.set_place(match.id, None)
        return True

    def is_known(self, match: MatchSnapshot) -> bool:
        """Whether Discord has said which channels there are in the server of this match."""
        guild = self._client.get_guild(match.row.guild_id)
        return guild is not None and not guild.unavailable

    def is_gone(self, match: MatchSnapshot) -> bool:
        """Whether the channel is gone in which the match was opened."""
        return self._client.get_channel(match.row.channel_id) is None

    async def lock(self, match: MatchSnapshot, place: int) -> None:
        """Nobody may write in the thread of the match; a whole channel is never locked."""
        if place != match.row.channel_id:
            await self._quietly(self._locks.lock(match.id, match.row.guild_id, place))

    async def unlock(self, match: MatchSnapshot, place: int) -> None:
        """People may write in the thread again."""
        if place != match.row.channel_id:
            await self._quietly(self._locks.unlock(match.id, match.row.guild_id, place))

    async def _quietly(self, locking: Awaitable[bool]) -> None:
        """A thread that cannot be locked is kept quiet by deleting messages instead."""
        try:
            await locking
        except NotAllowed as problem:
            log.info("no_lock", reason=problem.reason)


async def _made(channel: discord.TextChannel, title: str) -> int:
    """A new public thread."""
    kind = discord.ChannelType.public_thread
    made = await channel.create_thread(name=title, type=kind, auto_archive_duration=ARCHIVED_AFTER_MINUTES)
    return made.id
