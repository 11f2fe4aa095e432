"""The bounded outbox to Discord: every message that is not the direct answer to a click goes through a `Courier`.

A message is posted once, and messages to one place keep their order. Its nonce lets a second try get the first message
back: that is brought up to what is to be said now. Where the nonce may be forgotten, the message is looked for before
(`bot.ui.posted`). What a passing fault stopped is tried again, what Discord refuses (403, 404) is not: refusals count
towards a ban.
New direct-message channels are opened slowly, because bursts get a bot quarantined; known ones are used at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import discord

from bot.matches.reach import PeopleBook
from bot.trouble import StoreTrouble
from bot.ui import posted
from bot.ui.direct_line import DirectLine

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Make = Callable[[], Awaitable["Outgoing | None"]]
Key = tuple[int, int]
"""Channel and message."""

NONCE_LENGTH = 25
"""Characters Discord accepts in a nonce."""
NONCE_SURE_S = 120.0
"""Seconds for which Discord is sure to know a nonce again: "the past few minutes", it says."""
PAUSES = (1.0, 2.0, 4.0, 8.0)
"""Seconds to wait before the second, third, … try."""
OPENING_SPACING = 2.5
"""Seconds between two newly opened direct-message channels."""
OPENING_REST = 300.0
"""Seconds without opening any after Discord said it goes too fast (40003)."""
EDIT_SPACING = 1.5
"""Seconds between two coalesced edits of one message."""
EDIT_LATER = (30.0, 120.0, 600.0, 3600.0)
"""Seconds after which an edit that nobody waits for is tried again, when Discord or the store did not answer."""
CAPACITY = 2_000
"""Messages that may wait at the same time."""
IN_FLIGHT = 32
"""Requests under way at the same time."""

_CLOSED_CODES = {50007, 50278, 10013, 50033}  # refuses messages, no common server, no such user, not a recipient
_GONE_CODES = {10003, 10008}  # channel, message
_ASLEEP_CODES = {50083, 160005}  # the thread is archived, locked
_TOO_OLD_CODE = 30046
_OPENING_CODE = 40003


class Overloaded(Exception):
    """So many messages wait already that this one was not taken."""


class Undeliverable(Exception):
    """Discord will not have it, or not now; `reason` is for logs and the host, never for players."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class DirectMessagesClosed(Undeliverable):
    """This person takes no direct messages from the bot (50007) or shares no server with it (50278)."""


class PlaceGone(Undeliverable):
    """The channel or the message exists no more."""


class NotAllowed(Undeliverable):
    """The bot lacks a permission there, or the thread is archived or locked."""


class TooOldToEdit(Undeliverable):
    """Discord limits edits of messages older than an hour: post the board anew."""


class Rejected(Undeliverable):
    """Discord finds the message itself faulty (400): our mistake, trying again is no use."""


class Unreachable(Undeliverable):
    """Discord did not answer properly in any of the tries. Later, with the same nonce, it may work."""


class OpeningTooFast(Undeliverable):
    """New direct-message channels may not be opened for `seconds`; known ones still work."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no new direct-message channels for {seconds:.0f} s")
        self.seconds = seconds


@dataclass(frozen=True)
class Outgoing:
    """One message. `files` are factories, since a file can be read only once and a try may be repeated.

    Nobody is pinged but `mention_users` and `mention_roles`. A view is only drawn, never kept: its buttons must be
    `DynamicItem`s. With `keeps_files` an edit leaves the message the files that it has.
    """

    content: str | None = None
    view: discord.ui.View | discord.ui.LayoutView | None = None
    files: Sequence[Callable[[], discord.File]] = ()
    embeds: Sequence[discord.Embed] = ()
    silent: bool = False
    mention_users: tuple[int, ...] = ()
    mention_roles: tuple[int, ...] = ()
    keeps_files: bool = False

    def mentions(self) -> discord.AllowedMentions:
        """Whom this message may ping."""
        called = discord.AllowedMentions.none()
        if self.mention_users:
            called.users = [discord.Object(user_id) for user_id in self.mention_users]
        if self.mention_roles:
            called.roles = [discord.Object(role_id) for role_id in self.mention_roles]
        return called


def refusal(problem: discord.HTTPException) -> Undeliverable | None:
    """What an answer of Discord means, or None when it may pass by itself and should be tried again."""
    reason = f"{problem.status} ({problem.code}): {problem.text}"
    if problem.code == _OPENING_CODE:
        return OpeningTooFast(OPENING_REST)
    if problem.code in _CLOSED_CODES:
        return DirectMessagesClosed(reason)
    if problem.code == _TOO_OLD_CODE:
        return TooOldToEdit(reason)
    if problem.status == 404 or problem.code in _GONE_CODES:
        return PlaceGone(reason)
    if problem.status == 403 or problem.code in _ASLEEP_CODES:
        return NotAllowed(reason)
    if problem.status >= 500 or problem.status == 429:
        return None
    return Rejected(reason)


async def patiently(attempt: Callable[[], Awaitable[Result]], pauses: Sequence[float] = PAUSES) -> Result:
    """Try a request until Discord answers: once, and once more after each pause. Raises `Undeliverable`.

    discord.py itself repeats 500, 502 and 504, but not 503, 520 and dropped connections.
    """
    for pause in (*pauses, None):
        wait = pause
        try:
            return await attempt()
        except discord.RateLimited as problem:
            last = f"rate limited for {problem.retry_after:.0f} s"
            wait = None if pause is None else max(pause, problem.retry_after)
        except discord.HTTPException as problem:
            refused = refusal(problem)
            if refused is not None:
                raise refused from problem
            last = f"{problem.status} ({problem.code})"
        except (aiohttp.ClientError, OSError) as problem:
            last = repr(problem)
        if wait is not None:
            await asyncio.sleep(wait)
    raise Unreachable(f"Discord did not answer, last: {last}")


def release(view: discord.ui.View | discord.ui.LayoutView | None) -> None:
    """Take a view out of discord.py's memory: clicks are found by `custom_id`, so nothing needs to stay."""
    if view is not None:
        view.stop()


class Courier:
    """Delivers messages for one bot. Make one per client; `close` it when the client ends."""

    def __init__(
        self,
        client: discord.Client,
        people: PeopleBook,
        direct_line: DirectLine,
        *,
        pauses: Sequence[float] = PAUSES,
        opening_spacing: float = OPENING_SPACING,
        opening_rest: float = OPENING_REST,
        edit_spacing: float = EDIT_SPACING,
        capacity: int = CAPACITY,
        in_flight: int = IN_FLIGHT,
    ) -> None:
        self._client = client
        self._people = people
        self._direct_line = direct_line
        self._pauses = tuple(pauses)
        self._opening_spacing = opening_spacing
        self._opening_rest = opening_rest
        self._capacity = capacity
        self._requests = asyncio.Semaphore(in_flight)
        self._waiting = 0
        self._last_in_lane: dict[Hashable, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._next_opening = 0.0
        self._rest_until = 0.0
        self._soon = _SoonEdits(self.edit, self._start, edit_spacing)
        self._closed = False

    @property
    def waiting(self) -> int:
        """Messages taken and not yet delivered or given up."""
        return self._waiting

    async def post(self, channel_id: int, message: Outgoing, nonce: str, *, perhaps_after: int | None = None) -> int:
        """Post into a channel or thread; the message's id. Raises `Undeliverable`, `Overloaded`.

        perhaps_after  given where a message with this nonce may stand there already: it is looked for below this
                       message (0: among all), and brought up to what is to be said now
        """
        _check_nonce(nonce)
        return await self._queue(("post", channel_id), lambda: self._send(channel_id, message, nonce, perhaps_after))

    async def direct(
        self, user_id: int, message: Outgoing, nonce: str, *, perhaps_after: int | None = None
    ) -> tuple[int, int]:
        """Send a direct message; channel id and message id. Raises `Undeliverable`, `Overloaded`.

        A person known to take none is not tried: `DirectMessagesClosed` at once, without a request. `perhaps_after` is
        that of `post`.
        """
        _check_nonce(nonce)
        began = self._direct_line.now()
        try:
            sent = await self._queue(
                ("direct", user_id), lambda: self._direct(user_id, message, nonce, perhaps_after, probing=False)
            )
        except Unreachable:
            self._direct_line.failed(user_id, began)
            raise
        self._direct_line.arrived()
        return sent

    async def is_closed(self, user_id: int) -> bool:
        """Whether this person is known to take no direct messages: `direct` would not even try."""
        return await self._people.is_closed(user_id)

    async def probe(self, user_id: int, message: Outgoing, nonce: str | None = None) -> bool:
        """A short message, also to people known closed: whether direct messages arrive. Without a nonce it is the
        greeting, which is sent once.

        Raises `Undeliverable` when that could not be found out, such as `OpeningTooFast`.
        """
        nonce = (nonce or f"hi-{user_id}")[:NONCE_LENGTH]
        try:
            await self._queue(("direct", user_id), lambda: self._direct(user_id, message, nonce, None, probing=True))
        except DirectMessagesClosed:
            return False
        return True

    async def edit(self, channel_id: int, message_id: int, message: Outgoing) -> None:
        """Replace text, embeds, components and files of a message of ours. Raises `Undeliverable`, `Overloaded`.

        A message drawn with a `LayoutView` stays one for ever (Discord's rule), so both kinds are not mixed.
        """
        await self._queue(("edit", channel_id, message_id), lambda: self._edit(channel_id, message_id, message))

    async def is_posted(self, channel_id: int, nonce: str, after: int) -> bool:
        """Whether a message with this nonce stands below the message `after`. Raises `Undeliverable`."""
        return await self._look_for(channel_id, nonce, after) is not None

    async def find(self, channel_id: int, nonce: str, after: int) -> int | None:
        """The id of the message with this nonce below the message `after`, if there is one. Raises `Undeliverable`."""
        found = await self._look_for(channel_id, nonce, after)
        return None if found is None else found.id

    async def find_direct(self, user_id: int, nonce: str, after: int) -> tuple[int, int] | None:
        """Channel and id of the direct message with this nonce, if one was sent. Raises `Undeliverable`."""
        channel_id = await self._people.dm_channel(user_id)
        found = channel_id and await self._look_for(channel_id, nonce, after)
        return (channel_id, found.id) if channel_id and found else None

    async def read(self, channel_id: int, message_id: int) -> discord.Message | None:
        """A message as it stands there; None when it is gone. Raises `Undeliverable`."""
        place = self._client.get_partial_messageable(channel_id)
        try:
            return await self._request(lambda: place.fetch_message(message_id))
        except PlaceGone:
            return None

    def is_last(self, channel_id: int, message_id: int) -> bool:
        """Whether nobody has written there since this message; False where the bot does not know."""
        channel = self._client.get_channel(channel_id)
        last = channel.last_message_id if isinstance(channel, discord.TextChannel | discord.Thread) else None
        return last is not None and last <= message_id

    def can_look_back(self, channel_id: int) -> bool:
        """Whether the bot may read what it has written there; taken for granted of what it does not know."""
        have = self._permissions(channel_id)
        return have is None or have.read_message_history

    def may_attach(self, channel_id: int) -> bool:
        """Whether a message there may bring files: without the permission Discord refuses the whole message. Taken for
        granted of what the bot does not know."""
        have = self._permissions(channel_id)
        return have is None or have.attach_files

    def _permissions(self, channel_id: int) -> discord.Permissions | None:
        """What the bot may do in this channel or thread of a server; None where it does not know."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return None
        if isinstance(channel, discord.Thread) and channel.parent is None:
            return None
        return channel.permissions_for(channel.guild.me)

    async def is_there(self, channel_id: int, message_id: int) -> bool:
        """Whether this message still exists; taken for granted where Discord does not say."""
        place = self._client.get_partial_messageable(channel_id)
        try:
            await place.fetch_message(message_id)
        except discord.NotFound:
            return False
        except (discord.HTTPException, aiohttp.ClientError, OSError) as problem:
            log.info("message %s was not looked for: %s", message_id, problem)
        return True

    def edit_soon(
        self, channel_id: int, message_id: int, make: Make, dropped: Callable[[], None] | None = None
    ) -> None:
        """Bring a message up to date, at most once per 1.5 s; only the latest `make` is called, None means leave it.

        Nobody waits for it: a refusal is logged. What a passing fault stopped `dropped` is told; without it, it is
        tried again in a while.
        """
        self._soon.edit((channel_id, message_id), make, dropped)

    async def dm_channel(self, user_id: int) -> int:
        """The direct-message channel of a person, opened in its turn when it is new. Raises `Undeliverable`."""
        return await self._queue(("direct", user_id), lambda: self._known_or_opened(user_id))

    async def close(self) -> None:
        """Drop what waits. Undelivered messages stay in the caller's ledger and are sent again after a restart."""
        self._closed = True
        self._soon.close()
        tasks = [task for task in self._tasks if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- lanes: one message after the other to one place -------------------------------------------------------------

    async def _queue(self, lane: Hashable, work: Callable[[], Awaitable[Result]]) -> Result:
        """Run `work` when everything queued before in this lane is over. A cancelled caller does not stop it."""
        if self._closed:
            raise Unreachable("the bot is closing")
        if self._waiting >= self._capacity:
            raise Overloaded(f"{self._waiting} messages wait already")
        self._waiting += 1
        task = self._in_lane(lane, work)
        task.add_done_callback(self._count_down)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():  # by `close`, not the caller
                raise Unreachable("the bot is closing") from None
            raise

    def _count_down(self, task: asyncio.Task[Any]) -> None:
        self._waiting -= 1

    def _in_lane(self, lane: Hashable, work: Callable[[], Awaitable[Result]]) -> asyncio.Task[Result]:
        # A chain of tasks, each waiting for the one before: nothing is parked on a lock or a queue.
        before = self._last_in_lane.get(lane)

        async def in_turn() -> Result:
            if before is not None:
                await asyncio.wait({before})
            return await work()

        task = self._start(in_turn())
        self._last_in_lane[lane] = task

        def leave(done: asyncio.Task[Any]) -> None:
            if self._last_in_lane.get(lane) is done:
                del self._last_in_lane[lane]

        task.add_done_callback(leave)
        return task

    def _start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen: whoever waits for it raises it, a cancelled caller does not want it

    async def _request(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        async def one() -> Result:
            async with self._requests:  # not held during pauses
                return await attempt()

        try:
            return await patiently(one, self._pauses)
        except OpeningTooFast:
            self._rest_until = _loop_time() + self._opening_rest
            log.warning("Discord says direct messages are opened too fast: resting %.0f s", self._opening_rest)
            raise OpeningTooFast(self._opening_rest) from None

    # ---- posting and editing -----------------------------------------------------------------------------------------

    async def _send(self, channel_id: int, message: Outgoing, nonce: str, perhaps_after: int | None) -> int:
        """Post it, or bring up to date what was posted before; the message's id."""
        posted.sign(message.view, nonce)
        if perhaps_after is not None:
            stands = await self._look_for(channel_id, nonce, perhaps_after)
            if stands is not None and await self._is_brought_up(channel_id, stands, message):
                return stands.id
        sent = await self._post_new(channel_id, message, nonce)
        if not await self._is_brought_up(channel_id, sent, message):
            raise Unreachable("what Discord gave back for this nonce cannot be changed")
        return sent.id

    async def _look_for(self, channel_id: int, nonce: str, after: int) -> discord.Message | None:
        place = self._client.get_partial_messageable(channel_id)
        me = self._client.user
        assert me is not None
        try:
            return await self._request(lambda: posted.find(place, me.id, nonce, after))
        except NotAllowed as problem:
            log.info("nothing can be read in %s: %s", channel_id, problem)
            return None

    async def _is_brought_up(self, channel_id: int, stands: discord.Message, message: Outgoing) -> bool:
        """Edit a message that was posted before and says something else; False when it cannot be edited any more."""
        if posted.says(stands, message.content, message.view):
            return True
        log.info("message %s says something else: brought up to date", stands.id)
        try:
            await self._edit(channel_id, stands.id, message)
        except (PlaceGone, TooOldToEdit) as problem:
            log.warning("message %s was not brought up to date: %s", stands.id, problem)
            return False
        return True

    async def _post_new(self, channel_id: int, message: Outgoing, nonce: str) -> discord.Message:
        place = self._client.get_partial_messageable(channel_id)
        first_try: float | None = None

        async def attempt() -> discord.Message:
            nonlocal first_try
            if first_try is None:
                first_try = _loop_time()
            if _loop_time() - first_try > NONCE_SURE_S:  # it may be there: whoever posts it later looks for it first
                raise Unreachable("this took so long that Discord may have forgotten the nonce")
            options: dict[str, Any] = {}
            if message.view is not None:
                options["view"] = message.view
            if message.embeds:
                options["embeds"] = list(message.embeds)
            if message.files:
                options["files"] = [make() for make in message.files]
            if message.content is not None:
                options["content"] = message.content
            return await place.send(nonce=nonce, silent=message.silent, allowed_mentions=message.mentions(), **options)

        release(message.view)
        try:
            return await self._request(attempt)
        finally:
            release(message.view)  # a view made without a running loop can be stopped only now

    async def _edit(self, channel_id: int, message_id: int, message: Outgoing) -> None:
        place = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

        async def attempt() -> None:
            options: dict[str, Any] = {"view": message.view}
            if not message.keeps_files:
                options["attachments"] = [make() for make in message.files]
            if not isinstance(message.view, discord.ui.LayoutView):
                options["content"] = message.content
                options["embeds"] = list(message.embeds)
            await place.edit(allowed_mentions=message.mentions(), **options)

        release(message.view)
        try:
            await self._request(attempt)
        finally:
            release(message.view)

    # ---- direct messages ---------------------------------------------------------------------------------------------

    async def _direct(
        self, user_id: int, message: Outgoing, nonce: str, perhaps_after: int | None, *, probing: bool
    ) -> tuple[int, int]:
        was_closed = await self._people.is_closed(user_id)
        if was_closed and not probing:
            raise DirectMessagesClosed("direct messages of this person are known to be closed")
        known = await self._people.dm_channel(user_id)
        if known is None:
            perhaps_after = None  # it is remembered before anything is posted there
        try:
            channel_id = known if known is not None else await self._opened(user_id)
            try:
                message_id = await self._sent_in_lane(channel_id, message, nonce, perhaps_after)
            except PlaceGone:
                if known is None:
                    raise
                channel_id = await self._opened(user_id)  # the remembered channel is of no use any more
                message_id = await self._sent_in_lane(channel_id, message, nonce, perhaps_after)
        except DirectMessagesClosed:
            await self._people.closed(user_id)
            raise
        if was_closed or probing:
            await self._people.opened(user_id)
        return channel_id, message_id

    async def _sent_in_lane(self, channel_id: int, message: Outgoing, nonce: str, perhaps_after: int | None) -> int:
        return await self._in_lane(("post", channel_id), lambda: self._send(channel_id, message, nonce, perhaps_after))

    async def _known_or_opened(self, user_id: int) -> int:
        known = await self._people.dm_channel(user_id)
        return known if known is not None else await self._opened(user_id)

    async def _opened(self, user_id: int) -> int:
        """Open a new channel in the next free slot and remember it."""
        self._check_resting()
        now = _loop_time()
        slot = max(now, self._next_opening)
        self._next_opening = slot + self._opening_spacing
        if slot > now:
            await asyncio.sleep(slot - now)
            self._check_resting()

        async def attempt() -> int:
            return (await self._client.create_dm(discord.Object(user_id))).id

        channel_id = await self._request(attempt)
        await self._people.remember(user_id, channel_id)
        return channel_id

    def _check_resting(self) -> None:
        left = self._rest_until - _loop_time()
        if left > 0:
            raise OpeningTooFast(left)


class _SoonEdits:
    """Edits that nobody waits for: of each message only the latest, and not too often."""

    def __init__(
        self,
        edit: Callable[[int, int, Outgoing], Awaitable[None]],
        start: Callable[[Coroutine[Any, Any, None]], object],
        spacing: float,
    ) -> None:
        self._edit = edit
        self._start = start
        self._spacing = spacing
        self._soon: dict[Key, _SoonEdit] = {}
        self._edited_at: dict[Key, float] = {}
        self._closed = False

    def edit(self, key: Key, make: Make, dropped: Callable[[], None] | None) -> None:
        if self._closed:
            return  # a press that is finished last may still ask for one: there is no store to draw it from any more
        waiting = self._soon.get(key)
        if waiting is not None and not waiting.is_later:
            waiting.make, waiting.dropped = make, dropped
            return
        if waiting is not None:
            waiting.cancel()  # it would be tried again much later than this
        now = _loop_time()
        due = self._edited_at.get(key, now - self._spacing) + self._spacing
        self._begin(key, _SoonEdit(make, dropped), due - now)

    def close(self) -> None:
        self._closed = True
        for soon in self._soon.values():
            soon.cancel()
        self._soon.clear()

    def _begin(self, key: Key, soon: _SoonEdit, pause: float) -> None:
        self._soon[key] = soon
        if pause <= 0:
            self._now(key)
        else:
            soon.timer = asyncio.get_running_loop().call_later(pause, self._now, key)

    def _now(self, key: Key) -> None:
        self._start(self._edit_now(key))

    async def _edit_now(self, key: Key) -> None:
        """Make and send the state of this moment; a change that comes meanwhile is sent after the spacing."""
        soon = self._soon[key]
        make, soon.make, soon.timer, soon.is_later = soon.make, None, None, False
        later: _SoonEdit | None = None
        try:
            message = None if make is None else await make()
            if message is not None:
                self._mark_edited(key)
                await self._edit(*key, message)
        except (Undeliverable, Overloaded, StoreTrouble) as problem:
            log.warning("edit of message %s in %s dropped: %s", key[1], key[0], problem)
            if soon.dropped is not None and not isinstance(problem, PlaceGone):
                soon.dropped()
            elif isinstance(problem, Unreachable | Overloaded | StoreTrouble) and soon.tried < len(EDIT_LATER):
                later = _SoonEdit(make, tried=soon.tried + 1, is_later=True)
        except Exception:
            log.exception("edit of message %s in %s failed", key[1], key[0])
        finally:
            if self._soon.get(key) is soon:
                del self._soon[key]
        if soon.make is not None:
            self.edit(key, soon.make, soon.dropped)
        elif later is not None and key not in self._soon and not self._closed:
            self._begin(key, later, EDIT_LATER[soon.tried])

    def _mark_edited(self, key: Key) -> None:
        now = _loop_time()
        if len(self._edited_at) > 512:
            self._edited_at = {one: at for one, at in self._edited_at.items() if at + self._spacing > now}
        self._edited_at[key] = now


@dataclass
class _SoonEdit:
    """One message's coalesced edit: what to draw next, and the timer until it may be drawn.

    tried     how often it has failed already
    is_later  whether it waits to be tried again
    """

    make: Make | None
    dropped: Callable[[], None] | None = None
    timer: asyncio.TimerHandle | None = None
    tried: int = 0
    is_later: bool = False

    def cancel(self) -> None:
        if self.timer is not None:
            self.timer.cancel()


def _loop_time() -> float:
    """Seconds of the loop's own clock."""
    return asyncio.get_running_loop().time()


def _check_nonce(nonce: str) -> None:
    if not 0 < len(nonce) <= NONCE_LENGTH:
        raise ValueError(f"a nonce has 1 to {NONCE_LENGTH} characters: {nonce!r}")
