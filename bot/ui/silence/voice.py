"""The floor in a voice channel: whoever has it may speak, everybody else of the table who is there is server-muted.

Opt-in for each match, for a server mute clings to a person: it follows them into other channels, and it cannot be
taken off while they are in none (40032). Therefore an undo row is written before every mute and stays open until it is
taken off: when they may speak, when they have left the channel, when the game pauses or is over, when the bot stops, or
when it starts again. Whoever was muted by somebody else is not touched, and nobody is who does not sit at the table.

While a match keeps its floor here, its text is open to everybody and nobody is called to order for it.
What the game is this module does not know: it asks for the floor (`Floors`) and compares it with who is in the channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.matches.happenings import Happening
from bot.matches.reach import UndoBook
from bot.trouble import StoreTrouble
from bot.ui.delivery import NotAllowed, PlaceGone, Rejected, Undeliverable, patiently
from bot.ui.silence.powerless import POWERLESS_SECONDS
from bot.ui.silence.speakers import Speakers

log = logging.getLogger(__name__)

VOICE_CHANNEL = "voice_channel"
"""Kind of an undo row: this match keeps the floor in a voice channel. Open as long as it does."""
VOICE_MUTE = "voice_mute"
"""Kind of an undo row: this person was server-muted, and was not before."""
PAUSES = (1.0, 2.0)
"""Seconds before the second and third try of a mute. Then the wish is looked at anew."""
RETRY_S = 20.0
"""Pause after Discord or the store could not be reached."""
CLOSE_S = 5.0
"""How long the bot stays at most to unmute people when it stops; what is left is done when it starts again."""
REASON = "The floor is somebody else's (Magic Mirror)"
"""Stands in the server's audit log."""

Key = tuple[int, int]
"""Server and person: a mute holds for a person on a whole server."""


Floors = Callable[[int], Awaitable[Speakers | None]]
"""The floor of a match, newest first; None when the match is over, and its channel is let go."""
Complain = Callable[[int, str], Awaitable[None]]
"""Tells the host of a match one sentence, by its wording key."""
Change = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class _Choice:
    """The voice channel of a match."""

    row: int
    guild_id: int
    channel_id: int


@dataclass
class _Held:
    """A mute of ours. `tried` says whether it may have reached Discord, `muted` that it has."""

    row: int
    match: int
    tried: bool = False
    muted: bool = False


@dataclass(frozen=True)
class _Wish:
    """What somebody in a match's channel should be."""

    match: int
    channel_id: int
    speaks: bool


class Voice:
    """Mutes and unmutes by turn, on all servers.

    Discord allows about ten changes of members at a time. So each server has one worker that takes one step after the
    other and looks at the newest wish before each: first whoever may speak is unmuted, then others are muted.
    """

    def __init__(
        self,
        client: discord.Client,
        book: UndoBook,
        floors: Floors,
        complain: Complain,
        *,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._client = client
        self._book = book
        self._floors = floors
        self._complain = complain
        self._pauses = tuple(pauses)
        self._choices: dict[int, _Choice] = {}
        self._held: dict[Key, _Held] = {}
        self._absent: set[Key] = set()
        """People who are in no voice channel, whatever the cache says; until Discord tells otherwise."""
        self._refused: set[Key] = set()
        """Whom the bot may not mute although it may mute others."""
        self._powerless_until: dict[int, float] = {}
        self._complained: set[tuple[int, str]] = set()
        self._working: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._telling: set[asyncio.Task[None]] = set()
        self._closing = False

    # -- choosing a channel -----------------------------------------------------------------------------------------

    def channel_of(self, match: int) -> int | None:
        """The voice channel in which this match keeps its floor; None: it does so in text."""
        choice = self._choices.get(match)
        return choice.channel_id if choice is not None else None

    def match_in(self, channel_id: int) -> int | None:
        """The match that keeps its floor in this channel."""
        return next((match for match, choice in self._choices.items() if choice.channel_id == channel_id), None)

    async def choose(self, match: int, guild_id: int, channel_id: int | None) -> None:
        """Keep the floor of this match in a voice channel from now on, or (None) in text. Durable when this returns."""
        before = self._choices.get(match)
        if channel_id is not None:
            row = await self._book.add(
                match=match, guild_id=guild_id, channel_id=channel_id, target_id=None, kind=VOICE_CHANNEL, previous={}
            )
            self._choices[match] = _Choice(row, guild_id, channel_id)
        else:
            self._choices.pop(match, None)
        if before is not None:
            await self._book.done(before.row)
        self._forgive(guild_id)
        self.look(guild_id)

    # -- being told -------------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service: the floor may have changed hands."""
        choice = self._choices.get(happening.match)
        if choice is not None:
            self.look(choice.guild_id)

    async def on_voice_state_update(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Somebody came, went, or was muted by somebody."""
        if before.channel == after.channel and before.mute == after.mute:
            return  # a camera, or the own microphone
        key = (member.guild.id, member.id)
        self._absent.discard(key)
        held = self._held.get(key)
        if held is not None and before.channel is None:
            held.muted = after.mute  # what Discord has kept while they were away
        chosen = {choice.channel_id for choice in self._choices.values()}
        if held is not None or {channel.id for channel in (before.channel, after.channel) if channel} & chosen:
            self.look(member.guild.id)

    def look(self, guild_id: int) -> None:
        """Compare who is muted with whose turn it is, now or right after the present step."""
        if guild_id in self._working:
            self._again.add(guild_id)
            return
        task = asyncio.get_running_loop().create_task(self._work(guild_id))
        self._working[guild_id] = task
        task.add_done_callback(lambda _: self._rest(guild_id))

    def _rest(self, guild_id: int) -> None:
        self._working.pop(guild_id, None)
        if guild_id in self._again:
            self._again.discard(guild_id)
            self.look(guild_id)

    # -- starting, repairing, stopping ------------------------------------------------------------------------------

    async def start_up(self) -> None:
        """Read what the last process left. Those who are muted and should be stay so; all others are unmuted."""
        await self._read_book()
        self.look_everywhere()

    def look_everywhere(self) -> None:
        """Look at all servers again: after a lost connection nobody tells who came and went meanwhile."""
        for guild_id in {choice.guild_id for choice in self._choices.values()} | {key[0] for key in self._held}:
            self._absent = {key for key in self._absent if key[0] != guild_id}
            self.look(guild_id)

    async def put_back(self, match: int) -> None:
        """Everything of this match is being put in order: try again what was refused."""
        guilds = {choice.guild_id for one, choice in self._choices.items() if one == match}
        guilds |= {guild_id for (guild_id, _), held in self._held.items() if held.match == match}
        for guild_id in guilds:
            self._forgive(guild_id)
            self.look(guild_id)

    async def _read_book(self) -> None:
        for row in await self._book.open_rows(None):
            superseded: _Choice | _Held | None = None
            if row.kind == VOICE_CHANNEL:
                superseded = self._choices.get(row.match)
                self._choices[row.match] = _Choice(row.id, row.guild_id, row.channel_id)
            elif row.kind == VOICE_MUTE and row.target_id:
                key = (row.guild_id, row.target_id)
                superseded = self._held.get(key)
                self._held[key] = _Held(row.id, row.match, tried=True)
            if superseded is not None and superseded.row != row.id:
                await self._book.done(superseded.row)

    def _forgive(self, guild_id: int) -> None:
        """Try again what was refused here: somebody may have granted it."""
        self._powerless_until.pop(guild_id, None)
        self._refused = {key for key in self._refused if key[0] != guild_id}
        matches = {match for match, choice in self._choices.items() if choice.guild_id == guild_id}
        self._complained = {one for one in self._complained if one[0] not in matches}

    async def close(self) -> None:
        """Unmute everybody as far as that is quickly done: nobody stays muted because the bot is away."""
        self._closing = True
        for guild_id in {guild_id for guild_id, _ in self._held}:
            self.look(guild_id)
        until = asyncio.get_running_loop().time() + CLOSE_S
        while self._working and (left := until - asyncio.get_running_loop().time()) > 0:
            await asyncio.wait(list(self._working.values()), timeout=left)
            await asyncio.sleep(0)  # let what is to be looked at again begin
        self._again.clear()
        for task in (*self._working.values(), *self._telling):
            task.cancel()

    # -- one server -------------------------------------------------------------------------------------------------

    async def _work(self, guild_id: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (step := await self._next(guild_id)) is not None:
                await step()
        except (Undeliverable, StoreTrouble, OSError) as problem:
            log.warning("voices on server %s: %s", guild_id, problem)
            loop.call_later(RETRY_S, self._look_later, guild_id)
        except Exception:
            log.exception("voices on server %s", guild_id)
            loop.call_later(RETRY_S * 3, self._look_later, guild_id)

    def _look_later(self, guild_id: int) -> None:
        if not self._closing:
            self.look(guild_id)

    async def _next(self, guild_id: int) -> Change | None:
        """The one thing to do now; None when everything is as it should be, or nothing can be done."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return None
        wishes = await self._wishes(guild)
        if self._powerless_until.get(guild_id, 0.0) > asyncio.get_running_loop().time():
            return None
        return self._unmuting(guild, wishes) or self._muting(guild, wishes)

    async def _wishes(self, guild: discord.Guild) -> dict[int, _Wish]:
        """What everybody should be who sits at a table here and is in its channel."""
        wishes: dict[int, _Wish] = {}
        if self._closing:
            return wishes
        for match, choice in list(self._choices.items()):
            if choice.guild_id != guild.id:
                continue
            floor = await self._floors(match)
            if self._choices.get(match) != choice:
                continue  # it was changed meanwhile, and will be looked at again
            channel = guild.get_channel(choice.channel_id)
            if floor is None or not isinstance(channel, discord.VoiceChannel):
                await self._let_go(match, choice)
                if floor is not None:
                    self._tell(match, "voice.gone")
                continue
            for user_id in channel.voice_states:
                if user_id in floor.people:
                    wishes[user_id] = _Wish(match, channel.id, user_id in floor.speaking)
        return wishes

    async def _let_go(self, match: int, choice: _Choice) -> None:
        await self._book.done(choice.row)
        if self._choices.get(match) == choice:
            del self._choices[match]

    def _unmuting(self, guild: discord.Guild, wishes: dict[int, _Wish]) -> Change | None:
        """Take off a mute of ours from somebody who may speak, first; or who is elsewhere."""
        ours = [user_id for guild_id, user_id in self._held if guild_id == guild.id]
        free = [user_id for user_id in ours if user_id not in wishes or wishes[user_id].speaks]
        free.sort(key=lambda user_id: user_id not in wishes)
        if not free:
            return None
        connected = _connected(guild)
        for user_id in free:
            key = (guild.id, user_id)
            if not self._held[key].tried or (user_id in connected and key not in self._absent):
                return partial(self._unmute, key)
        return None

    def _muting(self, guild: discord.Guild, wishes: dict[int, _Wish]) -> Change | None:
        """Mute somebody who is not muted yet, by us or by anybody."""
        for user_id, wish in wishes.items():
            key = (guild.id, user_id)
            held = self._held.get(key)
            if wish.speaks or key in self._absent or key in self._refused or (held is not None and held.muted):
                continue
            channel = guild.get_channel(wish.channel_id)
            state = channel.voice_states.get(user_id) if isinstance(channel, discord.VoiceChannel) else None
            if state is None or (state.mute and held is None):
                continue
            if state.mute and held is not None:
                held.muted = True  # by the process before
                continue
            return partial(self._mute, key, wish)
        return None

    # -- one person -------------------------------------------------------------------------------------------------

    async def _mute(self, key: Key, wish: _Wish) -> None:
        """Write the undo row; with the row written, mute. Between the two the wish is looked at again."""
        held = self._held.get(key)
        if held is None:
            row = await self._book.add(
                match=wish.match, guild_id=key[0], channel_id=wish.channel_id, target_id=key[1],
                kind=VOICE_MUTE, previous={"mute": False},
            )  # fmt: skip
            self._held[key] = _Held(row, wish.match)
            return
        held.tried = True
        try:
            await self._set_mute(key, True)
        except NotAllowed as problem:
            await self._forget(key, held)
            self._not_allowed(key, wish.match, problem)
        except (PlaceGone, Rejected):
            self._absent.add(key)  # they have just left
            await self._forget(key, held)
        else:
            held.muted = True

    async def _unmute(self, key: Key) -> None:
        held = self._held[key]
        if held.tried:
            try:
                await self._set_mute(key, False)
            except NotAllowed as problem:
                self._not_allowed(key, held.match, problem)
                return
            except (PlaceGone, Rejected):
                self._absent.add(key)  # the row stays open until they are seen in voice again
                held.muted = False
                return
        await self._forget(key, held)

    async def _forget(self, key: Key, held: _Held) -> None:
        """The mute is taken off, or was never made."""
        await self._book.done(held.row)
        if self._held.get(key) is held:
            del self._held[key]

    async def _set_mute(self, key: Key, mute: bool) -> None:
        # By the client's own request: without a member cache, `Member.edit` would cost one more to fetch the member.
        edit = self._client.http.edit_member
        await patiently(lambda: edit(key[0], key[1], reason=REASON, mute=mute), self._pauses)

    # -- what is not allowed ----------------------------------------------------------------------------------------

    def _not_allowed(self, key: Key, match: int, problem: NotAllowed) -> None:
        """Tell the host once; the game goes on. Each refusal counts towards a ban, so there is a long pause."""
        log.warning("may not mute or unmute %s on server %s: %s", key[1], key[0], problem.reason)
        guild = self._client.get_guild(key[0])
        channel = guild.get_channel(self.channel_of(match) or 0) if guild is not None else None
        if key not in self._held and isinstance(channel, discord.VoiceChannel) and not lacking(channel):
            self._refused.add(key)
            self._tell(match, "voice.refused")
            return
        loop = asyncio.get_running_loop()
        self._powerless_until[key[0]] = loop.time() + POWERLESS_SECONDS
        loop.call_later(POWERLESS_SECONDS + 1, self._look_later, key[0])
        self._tell(match, "voice.powerless")

    def _tell(self, match: int, key: str) -> None:
        if (match, key) not in self._complained:
            self._complained.add((match, key))
            task = asyncio.ensure_future(self._complain(match, key))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)


def _connected(guild: discord.Guild) -> set[int]:
    """The people in any voice channel of this server."""
    return {user_id for channel in (*guild.voice_channels, *guild.stage_channels) for user_id in channel.voice_states}


def lacking(channel: discord.VoiceChannel) -> bool:
    """Whether the bot lacks what it takes to keep a floor in this channel: to see it, and to mute members."""
    have = channel.permissions_for(channel.guild.me)
    return not (have.administrator or (have.view_channel and have.mute_members))
