"""Messages of people who may not speak are deleted unread, and they are told once why."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import discord

from bot.ui.delivery import PAUSES, NotAllowed, PlaceGone, Undeliverable, patiently
from bot.ui.silence.croaking import is_croaking
from bot.ui.silence.powerless import POWERLESS_SECONDS
from bot.ui.silence.speech import Speech
from bot.ui.wording import Wording, plain

log = logging.getLogger(__name__)

NOTICE_SECONDS = 8.0
MOMENT = 1.0
"""Seconds in which messages of silenced people are gathered for one request, after the first was deleted at once."""


class Hush:
    """Takes away what silenced people write, without reading it."""

    def __init__(
        self,
        wording: Wording,
        *,
        moment: float = MOMENT,
        notice_seconds: float = NOTICE_SECONDS,
        pauses: Sequence[float] = PAUSES[:2],
    ) -> None:
        self._wording = wording
        self._moment = moment
        self._notice_seconds = notice_seconds
        self._pauses = tuple(pauses)
        self._batches: dict[int, _Batch] = {}
        self._powerless_until: dict[int, float] = {}
        self._told: OrderedDict[Hashable, None] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def on_message(
        self, message: discord.Message, speech: Speech, *, phase: Hashable = None, wording: Wording | None = None
    ) -> bool:
        """Delete the message of somebody who may not speak; say so once per person and `phase` (say, match and day).

        Whether it was for deleting. Never raises for what Discord refuses.
        """
        if speech == "free" or message.author.bot or message.is_system():
            return False
        if speech == "toad" and is_croaking(message):
            return False
        if not await self.take(message):
            return False
        await self._tell(message, speech, phase, wording or self._wording)
        return True

    def forgive(self, channel_id: int) -> None:
        """Try again what was refused here: somebody may have granted it."""
        self._powerless_until.pop(channel_id, None)

    def powerless(self, channel_id: int) -> bool:
        """Whether deleting was refused here lately, so that the host can be told that silence is up to the players."""
        return self._powerless_until.get(channel_id, 0.0) > asyncio.get_running_loop().time()

    async def take(self, message: discord.Message) -> bool:
        """Delete a message without a word about it. False where deleting is refused: then it stays."""
        if self.powerless(message.channel.id):
            return False
        await self._take_away(message)
        return not self.powerless(message.channel.id)

    async def _take_away(self, message: discord.Message) -> None:
        """The first goes at once; what follows within a moment goes together, in one request."""
        loop = asyncio.get_running_loop()
        channel_id = message.channel.id
        batch = self._batches.get(channel_id)
        if batch is None:
            if len(self._batches) > 256:
                over = loop.time() - self._moment
                self._batches = {one: b for one, b in self._batches.items() if b.timer or b.flushed_at > over}
            batch = self._batches[channel_id] = _Batch(message.channel, loop.time() - self._moment)
        batch.messages.append(message)
        due = batch.flushed_at + self._moment
        if batch.timer is not None:
            return
        if due <= loop.time():
            await self._flush(batch)
        else:
            batch.timer = loop.call_later(due - loop.time(), self._flush_later, batch)

    def _flush_later(self, batch: _Batch) -> None:
        batch.timer = None
        task = asyncio.get_running_loop().create_task(self._flush(batch))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flush(self, batch: _Batch) -> None:
        messages, batch.messages = batch.messages[:100], batch.messages[100:]
        batch.flushed_at = asyncio.get_running_loop().time()
        if batch.messages and batch.timer is None:
            batch.timer = asyncio.get_running_loop().call_later(self._moment, self._flush_later, batch)
        channel = batch.channel
        try:
            if len(messages) > 1 and isinstance(channel, (discord.TextChannel, discord.Thread, discord.VoiceChannel)):
                await patiently(lambda: channel.delete_messages(messages), self._pauses)
            else:
                for message in messages:
                    await self._delete_one(message)
        except NotAllowed as problem:
            self._powerless_until[batch.channel.id] = asyncio.get_running_loop().time() + POWERLESS_SECONDS
            log.warning("may not delete messages in %s: %s", batch.channel.id, problem)
        except Undeliverable as problem:
            log.info("%s messages in %s were not deleted: %s", len(messages), batch.channel.id, problem)

    async def _delete_one(self, message: discord.Message) -> None:
        with contextlib.suppress(PlaceGone):  # its author or a moderator was faster
            await patiently(message.delete, self._pauses)

    async def _tell(self, message: discord.Message, speech: Speech, phase: Hashable, wording: Wording) -> None:
        told = (message.channel.id, message.author.id, speech, phase)
        if told in self._told:
            return
        self._told[told] = None
        if len(self._told) > 4096:
            self._told.popitem(last=False)
        text = wording.say(f"hush.{speech}", pick=message.id, name=plain(message.author.display_name))
        await self.say_shortly(message.channel, text)

    async def say_shortly(self, channel: discord.abc.MessageableChannel, text: str) -> None:
        """Say something without a sound, that goes by itself after `NOTICE_SECONDS`. Never raises for Discord."""
        try:
            await channel.send(
                text,
                silent=True,
                delete_after=self._notice_seconds,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.HTTPException, OSError) as problem:
            log.info("no notice in %s: %s", channel.id, problem)


@dataclass(eq=False)
class _Batch:
    """One channel's messages that wait to be deleted together."""

    channel: discord.abc.MessageableChannel
    flushed_at: float
    messages: list[discord.Message]
    timer: asyncio.TimerHandle | None

    def __init__(self, channel: discord.abc.MessageableChannel, flushed_at: float) -> None:
        self.channel = channel
        self.flushed_at = flushed_at
        self.messages = []
        self.timer = None
