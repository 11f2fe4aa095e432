"""Silence that leaves nothing behind: a locked thread that is always unlocked again, and messages deleted unread.

Before the bot changes a permission it writes down what was there (the undo book); at game end, at start-up and by
`/table repair` everything that is still written down is put back. Muted people are silenced by deleting what they
write, which ends by itself when the bot does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import discord

from bot.ui.croaking import is_croaking
from bot.ui.delivery import PAUSES, NotAllowed, PlaceGone, Undeliverable, patiently
from bot.ui.overwrites import OVERWRITE, Overwrites
from bot.ui.wording import Wording, plain

log = logging.getLogger(__name__)

THREAD_LOCK = "thread_lock"
"""Kind of an undo row: this thread was locked; `previous` says whether it was before."""
VOICE_CHANNEL = "voice_channel"
"""Kind of an undo row: this match keeps the floor in a voice channel. Open as long as it does; see `bot.ui.voice`."""
VOICE_MUTE = "voice_mute"
"""Kind of an undo row: this person was server-muted, and was not before."""
NOTICE_SECONDS = 8.0
MOMENT = 1.0
"""Seconds in which messages of silenced people are gathered for one request, after the first was deleted at once."""
POWERLESS_SECONDS = 600.0
"""Seconds without trying again where deleting was refused, since each refusal counts towards a ban."""

Speech = Literal["free", "muted", "toad", "dead", "asleep", "night", "floor", "drunk", "hiccup"]
"""How a person may speak. `drunk`: freely, but not in his own voice; `hiccup`: and not so quickly. These two are no
states of the rules."""
Strictness = Literal["delete", "asleep", "strict"]
"""What a server allows: messages are deleted; the place is closed to sleepers; and the other silent may not write."""
DEAF = discord.Permissions(view_channel=True, read_message_history=True).value
WRITING_IN_THREADS = discord.Permissions(send_messages_in_threads=True).value
WRITING = discord.Permissions(send_messages=True).value

NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "manage_threads",
    "manage_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
)
"""What a table needs, the most important first. The first three are indispensable, the others only make it better."""
INDISPENSABLE = frozenset(NEEDED[:3])
ON_DEMAND = ("manage_roles", "manage_webhooks", "mute_members")
"""What only some tables need: a closed door, a borrowed voice, the floor in a voice channel."""


class UndoRow(Protocol):
    """One change that is to be put back."""

    @property
    def id(self) -> int: ...
    @property
    def match(self) -> int: ...
    @property
    def guild_id(self) -> int: ...
    @property
    def channel_id(self) -> int: ...
    @property
    def target_id(self) -> int | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def previous(self) -> Mapping[str, Any]: ...


class UndoBook(Protocol):
    """What was before each change; it outlives the process."""

    async def add(
        self,
        *,
        match: int,
        guild_id: int,
        channel_id: int,
        target_id: int | None,
        kind: str,
        previous: Mapping[str, Any],
    ) -> int:
        """Write a row before the change is made; its id."""

    async def done(self, id: int, /) -> None:
        """The change is undone, or was never made."""

    async def open_rows(self, match: int | None, /) -> Sequence[UndoRow]:
        """Rows not done, of one match or of all, oldest first."""


@dataclass(frozen=True)
class Missing:
    """A permission the bot lacks in a channel, in words for the person who can grant it."""

    permission: str
    name: str
    without: str
    indispensable: bool


@dataclass(frozen=True)
class Undone:
    """What `undo_all` did: rows put back, rows whose channel is gone, rows it could not put back (they stay open).

    channels   places of games where something was put back
    kinds      kind of row -> how many of it were put back, or could not be
    """

    restored: int = 0
    gone: int = 0
    failed: int = 0
    channels: tuple[int, ...] = field(default=(), compare=False)
    kinds: Mapping[str, int] = field(default_factory=dict, compare=False)
    failed_kinds: Mapping[str, int] = field(default_factory=dict, compare=False)


class Silence:
    """Locks a game's thread for the night, closes it to single people where the server allows that, puts all back.

    also   others who put things back, told of one match in which everything is being put in order
    undo   kind of an undo row -> who puts it back; raises `PlaceGone` where nothing is left to do
    doors  the single people
    """

    def __init__(
        self, client: discord.Client, book: UndoBook, wording: Wording, *, pauses: Sequence[float] = PAUSES
    ) -> None:
        self._client = client
        self._book = book
        self._wording = wording
        self._pauses = tuple(pauses)
        self.also: list[Callable[[int], Awaitable[None]]] = []
        self.doors = Overwrites(client, book, pauses=self._pauses)
        self.undo: dict[str, Callable[[UndoRow], Awaitable[bool]]] = {
            THREAD_LOCK: self._put_back,
            OVERWRITE: self.doors.put_back,
        }

    async def apply(
        self,
        match: int,
        guild_id: int,
        channel_id: int,
        place: int,
        speeches: Mapping[int, Speech],
        strictness: Strictness,
        *,
        toads_croak: bool = False,
    ) -> None:
        """Close the place of a match (`place`, in the channel `channel_id`) to those of its people whom it is to be
        closed to, and open it to all others. No request when nothing changes. Raises `Unreachable`.

        By night everybody's door stays as it is: the whole thread is locked. With `toads_croak` toads may write, for
        their croaking can be told from speech.
        """
        writing = WRITING if place == channel_id else WRITING_IN_THREADS
        silent = {"muted", "dead"} if toads_croak else {"muted", "dead", "toad"}
        kept = self.doors.kept_from(match)
        wanted: dict[int, int] = {}
        for user_id, speech in speeches.items():
            if speech == "night" and user_id in kept:
                wanted[user_id] = kept[user_id]
            elif speech == "asleep" and strictness != "delete":
                wanted[user_id] = DEAF | writing
            elif speech in silent and strictness == "strict":
                wanted[user_id] = writing
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            wanted.pop(guild.owner_id or 0, None)  # no overwrite binds a server's owner
        await self.doors.arrange(match, guild_id, channel_id, place, wanted)

    async def lock(self, match: int, guild_id: int, thread_id: int) -> bool:
        """Nobody but moderators may write in the thread. False, and no request, when it was locked already.

        Raises `NotAllowed`, `PlaceGone`, `Unreachable`; after the last the row stays open: nobody knows what happened.
        """
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
        rows = [row for row in await self._book.open_rows(match) if _is_lock(row) and row.channel_id == thread_id]
        if not rows:
            return False
        changed = False
        for row in reversed(rows):
            try:
                changed |= await self._put_back(row)
            except PlaceGone:
                log.info("thread %s is gone, nothing to unlock", thread_id)
            await self._book.done(row.id)
        return changed

    async def undo_all(self, match: int | None = None) -> Undone:
        """Put back all that is still written down, the latest change first. Never raises for a channel."""
        restored = gone = 0
        kinds: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        channels: list[int] = []
        for row in reversed(await self._book.open_rows(match)):
            if row.kind in (VOICE_CHANNEL, VOICE_MUTE):
                continue
            put_back = self.undo.get(row.kind)
            if put_back is None:
                log.error("undo row %s has the unknown kind %s", row.id, row.kind)
                failed[row.kind] += 1
                continue
            try:
                await put_back(row)
                restored += 1
                kinds[row.kind] += 1
                channels.append(int(row.previous.get("place", row.channel_id)))
            except PlaceGone:
                gone += 1
            except Undeliverable as problem:
                log.warning("undo row %s stays open: %s", row.id, problem)
                failed[row.kind] += 1
                continue
            await self._book.done(row.id)
        if match is not None:
            for put_in_order in self.also:
                await put_in_order(match)
        return Undone(restored, gone, failed.total(), tuple(channels), kinds, failed)

    async def left_over(self) -> set[int]:
        """The matches of which `undo_all` has not put back everything."""
        rows = await self._book.open_rows(None)
        return {row.match for row in rows if row.kind not in (VOICE_CHANNEL, VOICE_MUTE)}

    def may(
        self,
        channel: discord.abc.GuildChannel | discord.Thread,
        permissions: discord.Permissions | None = None,
        *,
        wording: Wording | None = None,
    ) -> list[Missing]:
        """What the bot lacks in a channel for a whole table, in the reader's `wording`; empty when all is well.

        Pass `interaction.app_permissions` where there is one: it needs no cache and is always right.
        """
        have = channel.permissions_for(channel.guild.me) if permissions is None else permissions
        if have.administrator:
            return []
        return [self.missing(name, wording) for name in NEEDED if not getattr(have, name)]

    def missing(self, permission: str, wording: Wording | None = None) -> Missing:
        words, key = wording or self._wording, f"permission.{permission}"
        return Missing(permission, words.say(key), words.say(f"{key}.without"), permission in INDISPENSABLE)

    async def _put_back(self, row: UndoRow) -> bool:
        """Whether a request was needed."""
        thread = await self._thread(row.channel_id)
        wanted = bool(row.previous.get("locked", False))
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
        thread.locked = locked

    async def _thread(self, thread_id: int) -> discord.Thread:
        found = self._client.get_channel(thread_id)
        if found is None:
            try:
                found = await patiently(lambda: self._client.fetch_channel(thread_id), self._pauses)
            except (discord.InvalidData, TypeError) as problem:
                raise PlaceGone(f"{thread_id} cannot be read: {problem}") from problem
        if not isinstance(found, discord.Thread):
            raise PlaceGone(f"{thread_id} is no thread")
        return found


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
        try:
            await message.channel.send(
                text,
                silent=True,
                delete_after=self._notice_seconds,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.HTTPException, OSError) as problem:
            log.info("no notice in %s: %s", message.channel.id, problem)


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


def _is_lock(row: UndoRow) -> bool:
    return row.kind == THREAD_LOCK
