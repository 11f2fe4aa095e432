"""What Discord has told of the servers, as it told it: told once more, it makes the same servers known again.

Discord tells of a whole server once, and then of what changes. Of what has changed again and again only the newest is
kept, and nothing of what came and went. Nobody's name is kept: of people there is the number of whoever is in a voice
channel.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Parser = Callable[[Any], None]
Key = tuple[str, int]

BEGINS, CHANGES, ENDS = "begins", "changes", "ends"
SERVER: Final = "GUILD_CREATE"
READY: Final = "READY"
NEWS: Final[Mapping[str, tuple[str, str, str]]] = {
    "GUILD_UPDATE": ("server", CHANGES, "id"),
    "GUILD_ROLE_CREATE": ("role", BEGINS, "role"),
    "GUILD_ROLE_UPDATE": ("role", CHANGES, "role"),
    "GUILD_ROLE_DELETE": ("role", ENDS, "role_id"),
    "CHANNEL_CREATE": ("channel", BEGINS, "id"),
    "CHANNEL_UPDATE": ("channel", CHANGES, "id"),
    "CHANNEL_DELETE": ("channel", ENDS, "id"),
    "THREAD_CREATE": ("thread", BEGINS, "id"),
    "THREAD_UPDATE": ("thread", CHANGES, "id"),
    "THREAD_DELETE": ("thread", ENDS, "id"),
    "THREAD_MEMBERS_UPDATE": ("thread_people", CHANGES, "id"),
    "THREAD_MEMBER_UPDATE": ("thread_person", CHANGES, "id"),
    "THREAD_LIST_SYNC": ("threads", CHANGES, "guild_id"),
    "GUILD_MEMBER_UPDATE": ("self", CHANGES, "user"),
    "VOICE_STATE_UPDATE": ("voice", CHANGES, "user_id"),
    "STAGE_INSTANCE_CREATE": ("stage", BEGINS, "id"),
    "STAGE_INSTANCE_UPDATE": ("stage", CHANGES, "id"),
    "STAGE_INSTANCE_DELETE": ("stage", ENDS, "id"),
    "GUILD_SCHEDULED_EVENT_CREATE": ("event", BEGINS, "id"),
    "GUILD_SCHEDULED_EVENT_UPDATE": ("event", CHANGES, "id"),
    "GUILD_SCHEDULED_EVENT_DELETE": ("event", ENDS, "id"),
}
"""Of what they tell, what that does to it, and where its id stands. discord.py keeps no more than this."""
UNREAD: Final = ("presences", "emojis", "stickers", "soundboard_sounds")
"""Parts of a server that nothing here looks at."""
MOST_BYTES: Final = 64 * 1024 * 1024
"""Whoever is in more servers than this can hold begins anew after a restart."""
SIZE_BYTES: Final = 4


@dataclass
class _Server:
    """Its records in the order in which they were told, and which of them are of what."""

    in_voice: frozenset[int]
    """Who was in a voice channel when the whole server was told."""
    records: dict[int, bytes] = field(default_factory=dict)
    begun: dict[Key, int] = field(default_factory=dict)
    changed: dict[Key, int] = field(default_factory=dict)
    parents: dict[Key, int] = field(default_factory=dict)
    """The channel of each thread of which something was told since."""


class RememberedServers:
    """Hears everything before discord.py does, once `attach` has put it there."""

    def __init__(self) -> None:
        self._servers: dict[int, _Server] = {}
        self._number = 0
        self._size = 0
        self._own_id: Callable[[], int | None] = lambda: None
        self.is_too_much = False
        """Nothing is remembered any more."""

    def attach(self, parsers: dict[str, Parser], own_id: Callable[[], int | None]) -> None:
        """From now on what these parsers are told is remembered. `own_id`: who the bot is."""
        self._own_id = own_id
        for event in (READY, SERVER, "GUILD_DELETE", *NEWS):
            parsers[event] = self._heard_before(event, parsers[event])

    def _heard_before(self, event: str, parse: Parser) -> Parser:
        def hear(data: Any) -> None:
            self.hear(event, data)
            parse(data)

        return hear

    def hear(self, event: str, data: Any) -> None:
        """One event. Of a server that was never told whole, nothing is remembered."""
        if self.is_too_much:
            return
        if event == READY:
            self._forget_shard(*data["shard"])
        elif event == SERVER:
            self._begin(data)
        elif event == "GUILD_DELETE":
            self._end(data)
        else:
            self._note(event, data)
        if self._size > MOST_BYTES:
            self._servers.clear()
            self.is_too_much = True

    # -- whole servers ------------------------------------------------------------------------------------------------

    def _begin(self, data: Any) -> None:
        if data.get("unavailable"):
            return
        self.forget(int(data["id"]))
        voices = [_without(one, "member") for one in data.get("voice_states", ())]
        own = [one for one in data.get("members", ()) if int(one["user"]["id"]) == self._own_id()]
        server = _Server(frozenset(int(one["user_id"]) for one in voices))
        self._servers[int(data["id"])] = server
        events = [_without(one, "creator") for one in data.get("guild_scheduled_events", ())]
        nameless = {"voice_states": voices, "members": own, "guild_scheduled_events": events}
        self._add(server, SERVER, {**_without(data, *UNREAD), **nameless})

    def _end(self, data: Any) -> None:
        server = self._servers.get(int(data["id"]))
        if server is not None and data.get("unavailable"):
            self._change(server, ("away", 0), "GUILD_DELETE", data)
        else:
            self.forget(int(data["id"]))

    def forget(self, guild_id: int) -> None:
        """This server is not known any more."""
        server = self._servers.pop(guild_id, None)
        if server is not None:
            self._size -= sum(map(len, server.records.values()))

    def _forget_shard(self, shard: int, shards: int) -> None:
        """Discord begins to tell of all of them anew."""
        for guild_id in [one for one in self._servers if shard_of(one, shards) == shard]:
            self.forget(guild_id)

    # -- what changes in them -----------------------------------------------------------------------------------------

    def _note(self, event: str, data: Any) -> None:
        server = self._servers.get(int(data["guild_id"] if "guild_id" in data else data["id"]))
        if server is None:
            return
        kind, does, where = NEWS[event]
        data = _without(data, "member" if kind == "voice" else "creator")
        about = data[where]
        key = (kind, int(about["id"] if isinstance(about, dict) else about))
        if does == BEGINS:
            self._drop(server, key)
            server.begun[key] = self._add(server, event, data)
        elif does == ENDS or (kind == "thread" and data.get("thread_metadata", {}).get("archived")):
            self._is_gone(server, key, event, data)
        elif kind == "voice" and data.get("channel_id") is None and key[1] not in server.in_voice:
            self._drop(server, key)
        elif kind == "threads":
            self._are_told(server, event, data)
        elif kind != "self" or key[1] == self._own_id():
            self._change(server, key, event, data)
        if kind == "thread" and "parent_id" in data:
            server.parents[key] = int(data["parent_id"])
        if kind == "server":
            self._drop_all(server, "role")  # all of them stand in it

    def _change(self, server: _Server, key: Key, event: str, data: Any) -> None:
        """Whatever was told of it before, but how it began, is of no use any more."""
        self._take_out(server, server.changed.pop(key, None))
        server.changed[key] = self._add(server, event, data)

    def _are_told(self, server: _Server, event: str, data: Any) -> None:
        """All threads there are, or those of some channels."""
        channels = frozenset(map(int, data.get("channel_ids", ())))
        if "channel_ids" not in data:
            self._drop_all(server, "thread")
            self._drop_all(server, "threads")
        self._change(server, ("threads", hash(channels)), event, data)

    def _is_gone(self, server: _Server, key: Key, event: str, data: Any) -> None:
        """What has begun since the whole was told leaves no trace. Of the rest has to be told that it is gone."""
        if key in server.begun and not self._may_stand_elsewhere(server, key):
            self._drop(server, key)
        else:
            self._change(server, key, event, data)
        if event == "CHANNEL_DELETE":
            for thread in [one for one, parent in server.parents.items() if parent == key[1]]:
                self._drop(server, thread)

    def _may_stand_elsewhere(self, server: _Server, key: Key) -> bool:
        """Where threads were told together, those of this channel or this thread may be among them."""
        return key[0] in ("channel", "thread") and any(kind == "threads" for kind, _ in server.changed)

    def _drop(self, server: _Server, key: Key) -> None:
        kind, ident = key
        self._take_out(server, server.begun.pop(key, None))
        self._take_out(server, server.changed.pop(key, None))
        server.parents.pop(key, None)
        if kind == "thread":
            self._drop(server, ("thread_people", ident))
            self._drop(server, ("thread_person", ident))

    def _drop_all(self, server: _Server, kind: str) -> None:
        for key in [one for one in {**server.begun, **server.changed} if one[0] == kind]:
            self._drop(server, key)

    def _add(self, server: _Server, event: str, data: Any) -> int:
        self._number += 1
        server.records[self._number] = record = zlib.compress(json.dumps([event, data]).encode(), 1)
        self._size += len(record)
        return self._number

    def _take_out(self, server: _Server, number: int | None) -> None:
        if number is not None:
            self._size -= len(server.records.pop(number))

    # -- telling it once more -----------------------------------------------------------------------------------------

    def packed(self, shard: int, shards: int) -> bytes:
        """Everything that is remembered of the servers of this shard."""
        mine = [server for guild_id, server in self._servers.items() if shard_of(guild_id, shards) == shard]
        records = (record for server in mine for record in server.records.values())
        return b"".join(len(record).to_bytes(SIZE_BYTES, "big") + record for record in records)


def unpacked(packed: bytes) -> Iterator[tuple[str, Any]]:
    """The events that `packed` holds, in order, each with its data. Raises ValueError or zlib.error for a torn one."""
    at = 0
    while at < len(packed):
        begin = at + SIZE_BYTES
        at = begin + int.from_bytes(packed[at:begin], "big")
        event, data = json.loads(zlib.decompress(packed[begin:at]))
        yield event, data


def shard_of(guild_id: int, shards: int) -> int:
    """Which of so many shards hears of this server."""
    return (guild_id >> 22) % shards


def _without(data: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}
