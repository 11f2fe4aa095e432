"""Doors that are really closed to somebody: a person's own overwrite on a channel, put back exactly as it was.

A thread has no permissions of its own, so what is denied is denied on the channel it hangs in. Each change is one
request. Before it an undo row is written with what stood there (`was`: allow and deny, or nothing) and which bits are
ours; taking it back lifts only those bits that are still denied, so whatever an admin changed meanwhile stays. That
makes taking back harmless however often it is done, and after a crash between any two steps.

When somebody's bits change, the new row is written before the change and the old one is done after it: the rows of one
person are layers, and taken back from the newest to the oldest they end at the beginning.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakValueDictionary

import discord

from bot.matches.reach import UndoBook
from bot.ui.delivery import PAUSES, NotAllowed, PlaceGone, Undeliverable, Unreachable, patiently
from bot.ui.silence.powerless import POWERLESS_SECONDS
from bot.ui.silence.undo import UndoRow

log = logging.getLogger(__name__)

OVERWRITE = "overwrite"
"""Kind of an undo row: `target_id` was denied `bits` in this channel, where `was` stood before."""
LOOK_SECONDS = 2.0
"""One look at a channel counts for so long, so that putting ten people back needs one look."""
REASON = "Who may be where in a game, taken back when it is over (Magic Mirror)"
"""Stands in the server's audit log."""
MEMBER: Literal[1] = 1
"""Discord's type of an overwrite for a person."""

State = tuple[int, int] | None
"""A person's overwrite: what it allows and what it denies. None: there is none."""
Key = tuple[int, int]
"""Channel and person."""


def closed(state: State, bits: int) -> State:
    """The overwrite with these bits denied."""
    allow, deny = state or (0, 0)
    return allow & ~bits, deny | bits


def opened(now: State, was: State, bits: int) -> State:
    """The overwrite with our bits as they were before. Bits no longer denied were changed by somebody: they stay."""
    if now is None:
        return None
    allow, deny = now
    ours = bits & deny
    was_allow, was_deny = was or (0, 0)
    allow, deny = allow & ~ours | was_allow & ours, deny & ~ours | was_deny & ours
    return None if was is None and not (allow or deny) else (allow, deny)


@dataclass(frozen=True)
class _Layer:
    """One open undo row."""

    row: int
    bits: int
    was: State


@dataclass
class _Held:
    """What a match keeps from a person in a channel. `sure`: that Discord has it so."""

    match: int
    wanted: int
    layers: list[_Layer] = field(default_factory=list)
    sure: bool = False


class Overwrites:
    """Closes and opens doors, on all servers."""

    def __init__(self, client: discord.Client, book: UndoBook, *, pauses: Sequence[float] = PAUSES) -> None:
        self._client = client
        self._book = book
        self._pauses = tuple(pauses)
        self._briefly = self._pauses[:1]
        """While a game is on: what is said at its table waits for this, and soon it is tried again."""
        self._held: dict[Key, _Held] = {}
        self._unbound: set[tuple[int, int]] = set()
        self._powerless_until: dict[int, float] = {}
        self._stuck_until: dict[tuple[Key, bool], float] = {}
        """A door, and whether it was to be closed -> until when that is not tried again."""
        self._looks: dict[int, tuple[float, dict[int, State]]] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # -- asking -----------------------------------------------------------------------------------------------------

    def kept_from(self, match: int) -> dict[int, int]:
        """Person -> the bits this match keeps from them now."""
        return {user: held.wanted for (_, user), held in self._held.items() if held.match == match}

    def note_writing(self, match: int, user: int) -> None:
        """This person has written although the door is closed to them: no overwrite binds an administrator."""
        if user in self.kept_from(match):
            self._unbound.add((match, user))

    def binds(self, match: int, user: int) -> bool:
        """Whether a closed door keeps this person from writing."""
        return user in self.kept_from(match) and (match, user) not in self._unbound

    def powerless(self, channel_id: int) -> bool:
        """Whether it was refused in this channel lately."""
        return self._powerless_until.get(channel_id, 0.0) > asyncio.get_running_loop().time()

    def forgive(self, channel_id: int) -> None:
        """Try again what was refused in this channel: somebody may have granted it."""
        self._powerless_until.pop(channel_id, None)
        self._stuck_until = {one: until for one, until in self._stuck_until.items() if one[0][0] != channel_id}

    def _is_stuck(self, key: Key, bits: int) -> bool:
        """Whether closing this one door (or, without bits, opening it) was refused lately."""
        return self._stuck_until.get((key, bool(bits)), 0.0) > asyncio.get_running_loop().time()

    # -- changing ---------------------------------------------------------------------------------------------------

    async def arrange(self, match: int, guild_id: int, channel_id: int, place: int, wanted: Mapping[int, int]) -> None:
        """Keep these bits from these people in this channel, and nothing from anybody else of this match.

        `place` is where the match is played. No request when nothing changes. Who is kept out by another match stays
        with that one. Raises `Unreachable`; the rows then stay open, and the next call looks again.
        """
        for channel in sorted({channel_id, *(key[0] for key, held in self._held.items() if held.match == match)}):
            await self._arrange(match, guild_id, channel, place, wanted if channel == channel_id else {})

    async def _arrange(self, match: int, guild_id: int, channel_id: int, place: int, wanted: Mapping[int, int]) -> None:
        async with self._lock(channel_id):
            held_here = {user: held for (channel, user), held in self._held.items() if channel == channel_id}
            ours = {user for user, held in held_here.items() if held.match == match}
            for user in sorted(ours | wanted.keys()):
                key, bits = (channel_id, user), wanted.get(user, 0)
                held = self._held.get(key)
                if held is None and not bits:
                    continue
                if held is not None and (held.match != match or (held.sure and held.wanted == bits)):
                    continue
                # People who are to be let in are let in, whatever was refused for somebody else.
                if self._is_stuck(key, bits) or (bits and self.powerless(channel_id)):
                    continue
                there = False
                try:
                    there = (await self._look(channel_id, self._briefly)).get(user) is not None
                    await self._change(key, held or _Held(match, bits), guild_id, place, bits)
                except NotAllowed as problem:
                    self._refused(key, bits, there, problem)
                except PlaceGone:
                    await self._forget(key)
                except Unreachable:
                    raise
                except Undeliverable as problem:
                    log.info("no overwrite for %s in %s: %s", user, channel_id, problem.reason)

    async def _change(self, key: Key, held: _Held, guild_id: int, place: int, bits: int) -> None:
        """From what is kept from this person to these bits: a row, one request, and the older rows are done."""
        now = (await self._look(key[0], self._briefly)).get(key[1])
        base = now
        for layer in reversed(held.layers):
            base = opened(base, layer.was, layer.bits)
        ours = bits & ~(base[1] if base else 0)
        after = closed(base, ours) if ours else base
        older, before = list(held.layers), held.wanted
        if ours:
            row = await self._book.add(
                match=held.match, guild_id=guild_id, channel_id=key[0], target_id=key[1], kind=OVERWRITE,
                previous={"was": list(base) if base else None, "bits": ours, "place": place},
            )  # fmt: skip
            held.layers.append(_Layer(row, ours, base))
        held.wanted, held.sure = bits, False
        self._held[key] = held
        try:
            if after != now:
                await self._put(key, after, self._briefly)
        except Unreachable:
            raise  # nobody knows what happened: the row stays
        except Undeliverable:
            for layer in held.layers[len(older) :]:
                await self._book.done(layer.row)
            held.layers, held.wanted = older, before
            if not older:
                del self._held[key]
            raise
        for layer in older:
            await self._book.done(layer.row)
            held.layers.remove(layer)
        held.sure = True
        if not bits:
            del self._held[key]

    async def _forget(self, key: Key) -> None:
        """The channel is gone: nothing is left to put back."""
        held = self._held.pop(key, None)
        for layer in held.layers if held is not None else ():
            await self._book.done(layer.row)

    async def put_back(self, row: UndoRow) -> bool:
        """Take one row back; whether a request was needed. The caller marks it done.

        Raises `PlaceGone`, `NotAllowed`, `Unreachable`.
        """
        key = (row.channel_id, row.target_id or 0)
        async with self._lock(row.channel_id):
            now = (await self._look(row.channel_id, self._pauses)).get(key[1])
            after = opened(now, _state(row.previous.get("was")), int(row.previous.get("bits", 0)))
            if after != now:
                await self._put(key, after, self._pauses)
            held = self._held.get(key)
            if held is not None and held.match == row.match:
                held.layers = [layer for layer in held.layers if layer.row != row.id]
                held.sure = False
                if not held.layers:
                    del self._held[key]
            return after != now

    # -- requests ---------------------------------------------------------------------------------------------------

    async def _look(self, channel_id: int, pauses: Sequence[float]) -> dict[int, State]:
        """Every person's overwrite in a channel. Asked of Discord: the event that tells of a change may come late."""
        loop = asyncio.get_running_loop()
        at, states = self._looks.get(channel_id, (0.0, {}))
        if channel_id in self._looks and loop.time() - at < LOOK_SECONDS:
            return states
        raw: Any = await patiently(lambda: self._client.http.get_channel(channel_id), pauses)
        states = {
            int(one["id"]): (int(one["allow"]), int(one["deny"]))
            for one in raw.get("permission_overwrites") or ()
            if int(one["type"]) == MEMBER
        }
        self._looks = {one: look for one, look in self._looks.items() if loop.time() - look[0] < LOOK_SECONDS}
        self._looks[channel_id] = loop.time(), states
        return states

    async def _put(self, key: Key, state: State, pauses: Sequence[float]) -> None:
        """One request. What was known of the channel is forgotten when it goes wrong."""
        http, (channel_id, user) = self._client.http, key
        look = self._looks.pop(channel_id, None)
        if state is None:
            await patiently(lambda: http.delete_channel_permissions(channel_id, user, reason=REASON), pauses)
        else:
            allow, deny = map(str, state)
            await patiently(
                lambda: http.edit_channel_permissions(channel_id, user, allow, deny, MEMBER, reason=REASON),
                pauses,
            )
        if look is not None:
            self._looks[channel_id] = look[0], {**look[1], user: state}

    def _refused(self, key: Key, bits: int, there: bool, problem: NotAllowed) -> None:
        """`there`: an overwrite stood there. It may allow this person what the bot may not, so it tells nothing of
        others."""
        until = asyncio.get_running_loop().time() + POWERLESS_SECONDS
        if bits and not there:
            log.warning("may not close %s to anybody: %s", key[0], problem.reason)
            self._powerless_until[key[0]] = until
        else:
            log.warning("may not change a door of %s: %s", key[0], problem.reason)
            self._stuck_until[key, bool(bits)] = until

    def _lock(self, channel_id: int) -> asyncio.Lock:
        """One change of a channel's overwrites at a time."""
        return self._locks.setdefault(channel_id, asyncio.Lock())


def _state(was: Sequence[int] | None) -> State:
    return (int(was[0]), int(was[1])) if was is not None else None
