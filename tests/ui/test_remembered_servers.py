"""What Discord has told of the servers is told once more to a client that knows nothing: it knows the same."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import discord
import pytest
from support.sizes import size

from bot.client import intents
from bot.resuming_client import ResumingClient
from bot.ui import remembered_servers
from bot.ui.remembered_servers import RememberedServers, unpacked

BOT, SHARDS = 900, 2
DENS = (7 << 22, 8 << 22, 10 << 22)
"""The second one is the only one on shard 0 that is asked for below."""
PEOPLE = (11, 12, 13)
STEPS = size(150, full=1_500)
TEXT, VOICE, CATEGORY, THREAD = 0, 2, 4, 11
Json = dict[str, Any]


async def a_client() -> ResumingClient:
    """Logged in, and told nothing yet."""
    client = ResumingClient(
        intents=intents(), member_cache_flags=discord.MemberCacheFlags.none(), chunk_guilds_at_startup=False
    )
    await client._async_setup_hook()
    client._connection.user = discord.ClientUser(state=client._connection, data=person(BOT, "Mirror"))  # type: ignore[arg-type]
    client._connection.shard_count = client.shard_count = SHARDS
    client.remember()
    return client


def person(ident: int, name: str) -> Json:
    return {"id": str(ident), "username": name, "discriminator": "0", "global_name": None, "avatar": None}


def member(ident: int, **changed: Any) -> Json:
    return {
        "user": person(ident, f"p{ident}"), "nick": None, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False, "mute": False, "flags": 0, **changed,
    }  # fmt: skip


class World:
    """Servers in which something happens, as Discord tells it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.ids = 1_000
        self.channels: dict[int, dict[int, Json]] = {den: {} for den in DENS}
        self.threads: dict[int, dict[int, Json]] = {den: {} for den in DENS}
        self.roles: dict[int, dict[int, Json]] = {den: {} for den in DENS}
        self.events: dict[int, dict[int, Json]] = {den: {} for den in DENS}
        self.talks: dict[int, dict[int, Json]] = {den: {} for den in DENS}
        """Who is in a voice channel."""
        self.told: list[tuple[str, Json]] = []

    def tell(self, event: str, data: Json) -> None:
        self.told.append((event, json.loads(json.dumps(data))))

    def new_id(self) -> int:
        self.ids += 1
        return self.ids

    def whole(self, den: int) -> None:
        """The bot comes into this server, or it is there again."""
        if not self.roles[den]:
            told = list(self.told)
            self.role_begins(den)
            for kind in (CATEGORY, TEXT, VOICE, VOICE):
                self.channel_begins(den, kind)
            for who in PEOPLE:
                self.comes_and_goes(den, who)
            self.told = told
        self.tell(
            "GUILD_CREATE",
            {
                "id": str(den), "unavailable": False, **self.about(den), "member_count": 3,
                "channels": list(self.channels[den].values()), "threads": list(self.threads[den].values()),
                "members": [member(BOT), *map(member, PEOPLE)], "presences": [],
                "voice_states": list(self.talks[den].values()),
                "guild_scheduled_events": list(self.events[den].values()), "stage_instances": [],
            },
        )  # fmt: skip

    def about(self, den: int) -> Json:
        return {
            "name": f"den {self.chance.random():.3f}", "owner_id": "11", "roles": list(self.roles[den].values()),
            "emojis": [], "stickers": [], "features": [], "preferred_locale": "de", "afk_timeout": 300,
        }  # fmt: skip

    def role_begins(self, den: int) -> None:
        ident = self.new_id() if self.roles[den] else den
        self.roles[den][ident] = self.role(ident)
        self.tell("GUILD_ROLE_CREATE", {"guild_id": str(den), "role": self.roles[den][ident]})

    def role(self, ident: int) -> Json:
        return {
            "id": str(ident), "name": f"role {self.chance.random():.3f}", "position": 1, "color": 0, "hoist": False,
            "permissions": str(self.chance.randrange(1 << 40)), "managed": False, "mentionable": False, "flags": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        }  # fmt: skip

    def channel_begins(self, den: int, kind: int | None = None) -> None:
        chosen = self.chance.choice((TEXT, VOICE, CATEGORY)) if kind is None else kind
        ident = self.new_id()
        self.channels[den][ident] = self.channel(den, ident, chosen)
        self.tell("CHANNEL_CREATE", self.channels[den][ident])

    def channel(self, den: int, ident: int, kind: int) -> Json:
        shut = {"id": str(den), "type": 0, "allow": "0", "deny": str(self.chance.randrange(1 << 20))}
        return {
            "id": str(ident), "guild_id": str(den), "type": kind, "name": f"c{self.chance.random():.3f}",
            "position": self.chance.randrange(9), "permission_overwrites": [shut], "nsfw": False, "parent_id": None,
            "bitrate": 64_000, "user_limit": 0, "rate_limit_per_user": 0, "topic": None,
        }  # fmt: skip

    def some_voice(self, den: int) -> int:
        return self.chance.choice([ident for ident, one in self.channels[den].items() if one["type"] == VOICE])

    def voice(self, den: int, who: int, channel: int | None) -> Json:
        return {
            "guild_id": str(den), "user_id": str(who), "channel_id": None if channel is None else str(channel),
            "session_id": "s", "deaf": False, "mute": self.chance.random() < 0.5, "self_deaf": False,
            "self_mute": False, "suppress": False, "request_to_speak_timestamp": None, "member": member(who),
        }  # fmt: skip

    def thread(self, den: int, ident: int, parent: int, *, archived: bool = False) -> Json:
        return {
            "id": str(ident), "guild_id": str(den), "parent_id": str(parent), "type": THREAD, "owner_id": "900",
            "name": f"t{self.chance.random():.3f}", "message_count": 0, "member_count": 1, "rate_limit_per_user": 0,
            "thread_metadata": {
                "archived": archived, "locked": self.chance.random() < 0.5, "auto_archive_duration": 60,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
            },
        }  # fmt: skip

    def happens(self) -> None:
        """Anything."""
        den = self.chance.choice(DENS)
        what = self.chance.choice(
            (self.channel_begins, self.channel_changes, self.channel_ends, self.role_begins, self.role_changes,
             self.role_ends, self.thread_begins, self.thread_changes, self.thread_ends, self.threads_are_told,
             self.somebody_speaks, self.somebody_speaks, self.server_changes, self.bot_changes, self.event_begins,
             self.event_changes, self.event_ends, self.is_away_for_a_while)
        )  # fmt: skip
        what(den)

    def channel_changes(self, den: int) -> None:
        ident, one = self.chance.choice(list(self.channels[den].items()))
        self.channels[den][ident] = self.channel(den, ident, one["type"])
        self.tell("CHANNEL_UPDATE", self.channels[den][ident])

    def channel_ends(self, den: int) -> None:
        """Two voice channels stay. Its threads end with it, and Discord says nothing of that."""
        kept = [ident for ident, one in self.channels[den].items() if one["type"] == VOICE][:2]
        ident = self.chance.choice(list(self.channels[den]))
        if ident not in kept:
            self.tell("CHANNEL_DELETE", self.channels[den].pop(ident))
            for thread in [one for one, each in self.threads[den].items() if each["parent_id"] == str(ident)]:
                del self.threads[den][thread]
            for who in [one for one, there in self.talks[den].items() if there["channel_id"] == str(ident)]:
                self.tell("VOICE_STATE_UPDATE", {**self.talks[den].pop(who), "channel_id": None})

    def role_changes(self, den: int) -> None:
        ident = self.chance.choice(list(self.roles[den]))
        self.roles[den][ident] = self.role(ident)
        self.tell("GUILD_ROLE_UPDATE", {"guild_id": str(den), "role": self.roles[den][ident]})

    def role_ends(self, den: int) -> None:
        ident = self.chance.choice(list(self.roles[den]))
        if ident != den:
            del self.roles[den][ident]
            self.tell("GUILD_ROLE_DELETE", {"guild_id": str(den), "role_id": str(ident)})

    def thread_begins(self, den: int) -> None:
        parents = [ident for ident, one in self.channels[den].items() if one["type"] == TEXT]
        if parents:
            ident = self.new_id()
            self.threads[den][ident] = self.thread(den, ident, self.chance.choice(parents))
            self.tell("THREAD_CREATE", {**self.threads[den][ident], "newly_created": True})

    def thread_changes(self, den: int) -> None:
        """Archived ones come back now and then."""
        for ident, one in self.chance.sample(list(self.threads[den].items()), min(1, len(self.threads[den]))):
            archived = self.chance.random() < 0.5
            self.tell("THREAD_UPDATE", self.thread(den, ident, int(one["parent_id"]), archived=archived))
            self.tell("THREAD_MEMBER_UPDATE", {"id": str(ident), "guild_id": str(den), "user_id": str(BOT),
                                               "join_timestamp": "2026-01-01T00:00:00+00:00", "flags": 0})  # fmt: skip

    def thread_ends(self, den: int) -> None:
        for ident in self.chance.sample(list(self.threads[den]), min(1, len(self.threads[den]))):
            one = self.threads[den].pop(ident)
            self.tell("THREAD_DELETE", {name: one[name] for name in ("id", "guild_id", "parent_id", "type")})

    def threads_are_told(self, den: int) -> None:
        self.tell("THREAD_LIST_SYNC", {"guild_id": str(den), "threads": list(self.threads[den].values()),
                                       "members": []})  # fmt: skip

    def somebody_speaks(self, den: int) -> None:
        self.comes_and_goes(den, self.chance.choice(PEOPLE))

    def comes_and_goes(self, den: int, who: int) -> None:
        there = self.voice(den, who, self.some_voice(den) if self.chance.random() < 0.6 else None)
        self.talks[den].pop(who, None)
        if there["channel_id"] is not None:
            self.talks[den][who] = there
        self.tell("VOICE_STATE_UPDATE", there)

    def server_changes(self, den: int) -> None:
        self.tell("GUILD_UPDATE", {"id": str(den), **self.about(den)})

    def bot_changes(self, den: int) -> None:
        roles = [str(one) for one in self.roles[den] if self.chance.random() < 0.5]
        who = self.chance.choice((BOT, *PEOPLE))
        self.tell("GUILD_MEMBER_UPDATE", {"guild_id": str(den), **member(who, nick="x", roles=roles)})

    def event_begins(self, den: int) -> None:
        ident = self.new_id()
        self.events[den][ident] = self.event(den, ident)
        self.tell("GUILD_SCHEDULED_EVENT_CREATE", self.events[den][ident])

    def event(self, den: int, ident: int) -> Json:
        return {
            "id": str(ident), "guild_id": str(den), "channel_id": None, "name": f"e{self.chance.random():.3f}",
            "scheduled_start_time": "2026-12-01T00:00:00+00:00", "scheduled_end_time": "2026-12-02T00:00:00+00:00",
            "privacy_level": 2, "status": 1, "entity_type": 3, "entity_id": None, "entity_metadata": {"location": "x"},
            "creator_id": "11", "creator": person(11, "ann"), "user_count": 1,
        }  # fmt: skip

    def event_changes(self, den: int) -> None:
        for ident in self.chance.sample(list(self.events[den]), min(1, len(self.events[den]))):
            self.events[den][ident] = self.event(den, ident)
            self.tell("GUILD_SCHEDULED_EVENT_UPDATE", self.events[den][ident])

    def event_ends(self, den: int) -> None:
        for ident in self.chance.sample(list(self.events[den]), min(1, len(self.events[den]))):
            self.tell("GUILD_SCHEDULED_EVENT_DELETE", self.events[den].pop(ident))

    def is_away_for_a_while(self, den: int) -> None:
        """Discord has trouble, or the bot is sent away and asked back."""
        if self.chance.random() < 0.3:
            self.tell("GUILD_DELETE", {"id": str(den), **({"unavailable": True} if self.chance.random() < 0.5 else {})})
            self.whole(den)


def known(client: discord.Client) -> Json:
    """Everything about the servers that the bot could look at."""
    return {str(guild.id): _of(guild) for guild in client.guilds}


def _of(guild: discord.Guild) -> Json:
    return {
        "itself": (guild.name, guild.unavailable, guild.owner_id, str(guild.preferred_locale), guild.member_count),
        "roles": {one.id: (one.name, one.permissions.value, one.position) for one in guild.roles},
        "channels": {
            one.id: (one.type, one.name, one.position, {who.id: sorted(what) for who, what in one.overwrites.items()})
            for one in guild.channels
        },
        "threads": {
            one.id: (one.name, one.parent_id, one.archived, one.locked, one.me is not None) for one in guild.threads
        },
        "voice": {one.id: {who: each.mute for who, each in one.voice_states.items()} for one in guild.voice_channels},
        "me": (guild.me.nick, [role.id for role in guild.me.roles]),
        "events": {one.id: one.name for one in guild.scheduled_events},
    }


def packed_of(client: ResumingClient) -> bytes:
    return b"".join(client._servers.packed(shard, SHARDS) for shard in range(SHARDS))


@pytest.mark.full_size
@pytest.mark.parametrize("seed", range(size(2, full=20)))
async def test_a_client_that_is_told_it_once_more_knows_the_same(seed: int) -> None:
    before, world = await a_client(), World(seed)
    for den in DENS:
        world.whole(den)
    for _ in range(STEPS):
        world.happens()
        for event, data in world.told:
            before._connection.parsers[event](data)
        world.told.clear()
    after = await a_client()
    after._fill_in(packed_of(before))
    assert known(after) == known(before)
    assert len(known(after)) == len(DENS)
    one_more = await a_client()
    one_more._fill_in(packed_of(after))
    assert known(one_more) == known(before), "and so does the one after it"


async def test_nobody_else_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before, world = await a_client(), World(1)
    world.whole(DENS[0])
    before._connection.parsers["GUILD_CREATE"](world.told[-1][1])
    heard: list[str] = []
    monkeypatch.setattr(discord.Client, "dispatch", lambda _client, name, *_values: heard.append(name))
    after = await a_client()
    after._fill_in(packed_of(before))
    assert len(after.guilds) == 1
    assert heard == []


def test_what_came_and_went_leaves_no_trace_and_nobody_is_named() -> None:
    servers, world = RememberedServers(), World(1)
    world.whole(DENS[0])
    servers.hear(*world.told[-1])
    size_of_one = len(servers.packed(1, SHARDS)) + len(servers.packed(0, SHARDS))
    for _ in range(50):
        world.told.clear()
        world.channel_begins(DENS[0], TEXT)
        world.thread_begins(DENS[0])
        (ident,) = list(world.channels[DENS[0]])[-1:]
        world.tell("CHANNEL_DELETE", world.channels[DENS[0]].pop(ident))
        world.threads[DENS[0]].clear()
        for event, data in world.told:
            servers.hear(event, {**data, "parent_id": str(ident)} if event == "THREAD_CREATE" else data)
    packed = servers.packed(1, SHARDS) + servers.packed(0, SHARDS)
    assert len(packed) == size_of_one
    assert not any(f"p{one}" in json.dumps(list(unpacked(packed))) for one in PEOPLE)


def test_a_shard_that_begins_anew_and_one_that_is_left_are_forgotten() -> None:
    servers, world = RememberedServers(), World(1)
    for den in DENS:
        world.whole(den)
        servers.hear(*world.told[-1])
    servers.hear("READY", {"shard": [0, SHARDS]})
    assert servers.packed(0, SHARDS) == b""
    assert servers.packed(1, SHARDS) != b""
    servers.hear("GUILD_DELETE", {"id": str(DENS[0])})
    assert servers.packed(1, SHARDS) == b""


def test_of_more_than_can_be_held_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered_servers, "MOST_BYTES", 100)
    servers, world = RememberedServers(), World(1)
    world.whole(DENS[0])
    servers.hear(*world.told[-1])
    assert servers.is_too_much
    assert servers.packed(1, SHARDS) == b""
