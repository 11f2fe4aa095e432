"""Borrowed voices: a message posted under a person's own name and picture, through a webhook of the game's channel.

There is one webhook of ours for each channel, found again or made when it is first needed. Its token is its whole
power, so it is kept in memory alone, never stored and never logged. An undo row is written for every match that uses
it before that match does; the last row that is taken back deletes it.

Where the bot may not have one it says the same in its own name, and tells whose words they are.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from weakref import WeakValueDictionary

import discord
from discord.utils import MISSING

from bot.matches.reach import UndoBook
from bot.ui.delivery import NotAllowed, PlaceGone, Undeliverable, Unreachable, patiently
from bot.ui.silence.powerless import POWERLESS_SECONDS
from bot.ui.silence.undo import UndoRow

log = logging.getLogger(__name__)

WEBHOOK = "webhook"
"""Kind of an undo row: this match uses our webhook of this channel."""
NAME = "Magic Mirror"
PAUSES = (1.0, 2.0)
"""Seconds before the second and third try. Speech that comes later than that is no answer any more."""
REASON = "Somebody speaks in another voice in a game; deleted when it is over (Magic Mirror)"
"""Stands in the server's audit log."""
CONTENT_MOST = 2000
NAME_MOST = 80
_FORBIDDEN = re.compile(r"(?i)clyde|discord")
"""Discord takes no webhook message whose name has these words in it."""


class BorrowedVoices:
    """Speaks in other people's names, on all servers."""

    def __init__(self, client: discord.Client, book: UndoBook, *, pauses: Sequence[float] = PAUSES) -> None:
        self._client = client
        self._book = book
        self._pauses = tuple(pauses)
        self._hooks: dict[int, discord.Webhook] = {}
        self._noted: dict[tuple[int, int], int] = {}
        """Match and channel -> the undo row of it."""
        self._powerless_until: dict[int, float] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def powerless(self, channel_id: int) -> bool:
        """Whether the bot was refused a webhook in this channel lately."""
        return self._powerless_until.get(channel_id, 0.0) > asyncio.get_running_loop().time()

    def forgive(self, channel_id: int) -> None:
        """Try again what was refused in this channel: somebody may have granted it."""
        self._powerless_until.pop(channel_id, None)

    async def say(
        self, match: int, guild_id: int, channel_id: int, place: int, name: str, picture: str, text: str
    ) -> bool:
        """Say this in `place` (a thread of the channel, or the channel itself) under this name and picture.

        False when the bot has no webhook here and can make none: nothing was said. Never raises for what Discord
        refuses. A message whose answer got lost is not said again: nothing keeps a webhook from saying it twice.
        """
        if self.powerless(channel_id):
            return False
        try:
            async with self._lock(channel_id):
                hook = await self._hook(match, guild_id, channel_id)
                if hook is None:
                    return False
                try:
                    await self._send(hook, channel_id, place, name, picture, text)
                except PlaceGone:  # somebody has deleted it
                    self._hooks.pop(channel_id, None)
                    hook = await self._hook(match, guild_id, channel_id)
                    if hook is None:
                        return False
                    await self._send(hook, channel_id, place, name, picture, text)
        except NotAllowed as problem:
            log.info("no webhook in %s: %s", channel_id, problem.reason)
            self._powerless_until[channel_id] = asyncio.get_running_loop().time() + POWERLESS_SECONDS
            if channel_id not in self._hooks and (row := self._noted.pop((match, channel_id), None)) is not None:
                await self._book.done(row)  # none was made
            return False
        except Unreachable as problem:
            log.warning("perhaps nothing was said in %s: %s", place, problem.reason)
            return True
        except Undeliverable as problem:
            log.info("nothing said by a webhook in %s: %s", channel_id, problem.reason)
            return False
        return True

    async def put_back(self, row: UndoRow) -> bool:
        """This match needs the webhook no more; whether it was deleted. The caller marks the row done.

        Raises `PlaceGone`, `NotAllowed`, `Unreachable`.
        """
        self._noted.pop((row.match, row.channel_id), None)
        async with self._lock(row.channel_id):
            others = [
                one for one in await self._book.open_rows(None)
                if one.kind == WEBHOOK and one.channel_id == row.channel_id and one.match != row.match
            ]  # fmt: skip
            if others:
                return False
            self._hooks.pop(row.channel_id, None)
            found = await self._ours(row.channel_id)
            for hook in found:
                await patiently(lambda hook=hook: hook.delete(reason=REASON), self._pauses)  # type: ignore[misc]
            return bool(found)

    async def _hook(self, match: int, guild_id: int, channel_id: int) -> discord.Webhook | None:
        """Our webhook of a channel, with the row of this match written. None where there can be none."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        if (match, channel_id) not in self._noted:
            self._noted[match, channel_id] = await self._book.add(
                match=match, guild_id=guild_id, channel_id=channel_id, target_id=None, kind=WEBHOOK, previous={}
            )
        if channel_id not in self._hooks:
            found = await self._ours(channel_id)
            self._hooks[channel_id] = (
                found[0]
                if found
                else await patiently(lambda: channel.create_webhook(name=NAME, reason=REASON), self._pauses)
            )
        return self._hooks[channel_id]

    async def _ours(self, channel_id: int) -> list[discord.Webhook]:
        """The webhooks of a channel that this application has made."""
        channel = self._client.get_channel(channel_id)
        if channel is None:  # its server may only be unavailable just now
            try:
                channel = await patiently(lambda: self._client.fetch_channel(channel_id), self._pauses)
            except (discord.InvalidData, TypeError) as problem:
                raise PlaceGone(f"{channel_id} cannot be read: {problem}") from problem
        if not isinstance(channel, discord.TextChannel):
            raise PlaceGone(f"{channel_id} is no text channel")
        hooks = await patiently(channel.webhooks, self._pauses)
        me = self._client.user.id if self._client.user is not None else 0
        return [hook for hook in hooks if hook.token and hook.user is not None and hook.user.id == me]

    async def _send(
        self, hook: discord.Webhook, channel_id: int, place: int, name: str, picture: str, text: str
    ) -> None:
        await patiently(
            lambda: hook.send(
                text[:CONTENT_MOST],
                username=speakable(name),
                avatar_url=picture,
                allowed_mentions=discord.AllowedMentions.none(),
                suppress_embeds=True,
                thread=MISSING if place == channel_id else discord.Object(place),
            ),
            (),
        )

    def _lock(self, channel_id: int) -> asyncio.Lock:
        """What is said in one channel keeps its order, and makes no two webhooks."""
        return self._locks.setdefault(channel_id, asyncio.Lock())


def speakable(name: str) -> str:
    """A name that Discord takes for a message of a webhook."""
    return _FORBIDDEN.sub(lambda word: word[0][:1] + "\u200b" + word[0][1:], name).strip()[:NAME_MOST] or NAME
