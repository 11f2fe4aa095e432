"""Who may do what at a table of hidden roles, from what a bystander sees, and how the bot keeps it so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.engine.announcements import SPECTATOR
from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.ui.face import Face
from bot.ui.powers import Powers
from bot.ui.silence.permissions import Missing, described
from bot.ui.silence.voice import lacking

if TYPE_CHECKING:
    from bot.client import Mirror


def powers_of(view: Any, face: Face) -> list[Powers]:
    """Everybody's, from a bystander's view. Raises Refused for games that keep nothing from anybody."""
    powers = face.powers(view)
    if powers is None:
        raise Refused("no_powers")
    return powers


# -- how it is kept ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Keeping:
    """What the bot can really do where a match is played.

    kept   wording keys of sentences, in the order they are read
    """

    deletes: bool
    locks: bool
    voice: bool
    doors: frozenset[int]
    kept: tuple[str, ...]

    def how(self, powers: Powers, user_id: int | None) -> str:
        """What keeps this seat to it, as the end of a wording key."""
        if user_id is None:
            return "computer"
        if powers.state == "free":
            return "none"
        if user_id in self.doors:
            return "door"
        if powers.state == "night" and self.locks:
            return "lock"
        if powers.state == "floor" and self.voice:
            return "voice"
        return "delete" if self.deletes else "honour"


async def keeping(mirror: Mirror, awake: Awake, have: discord.Permissions) -> Keeping:
    """How silence is kept at this table, with the permissions the bot has in its place."""
    place = awake.row.thread_id or awake.row.channel_id
    settings = await mirror.guild_settings(awake.row.guild_id)
    able = _permitted(have)
    refused = mirror.hush.powerless(place)
    deletes = "manage_messages" in able and not refused
    locks = place != awake.row.channel_id and "manage_threads" in able
    kept = ["delete" if deletes else "delete.refused" if "manage_messages" in able else "delete.missing"]
    kept.append("lock" if locks else "lock.channel" if place == awake.row.channel_id else "lock.missing")
    wanted = settings.silence != "delete" and "manage_roles" not in able
    kept.append("door.missing" if wanted else f"door.{settings.silence}")
    channel = mirror.get_channel(mirror.voice.channel_of(awake.id) or 0)
    voice = isinstance(channel, discord.VoiceChannel) and not lacking(channel)
    kept.append("voice.honour" if channel is None else "voice" if voice else "voice.missing")
    if mirror.faces[awake.row.game].borrows_voices(awake.match.view(SPECTATOR)):
        kept.append("slur" if "manage_webhooks" in able else "slur.missing")
    people = [row.user_id for row in awake.seats.values() if row.user_id is not None]
    doors = frozenset(one for one in people if mirror.overwrites.binds(awake.id, one))
    return Keeping(deletes, locks, voice, doors, tuple(f"who.kept.{one}" for one in kept))


async def lacking_on_demand(mirror: Mirror, awake: Awake, have: discord.Permissions, words: Any) -> list[Missing]:
    """The permissions that only this table needs, and the bot lacks."""
    wanted: list[str] = []
    if (await mirror.guild_settings(awake.row.guild_id)).silence != "delete":
        wanted.append("manage_roles")
    if mirror.faces[awake.row.game].borrows_voices(awake.match.view(SPECTATOR)):
        wanted.append("manage_webhooks")
    missing = [one for one in wanted if one not in _permitted(have)]
    channel = mirror.get_channel(mirror.voice.channel_of(awake.id) or 0)
    if isinstance(channel, discord.VoiceChannel) and lacking(channel):
        missing.append("mute_members")
    return [described(one, words) for one in missing]


def _permitted(have: discord.Permissions) -> Sequence[str]:
    return [name for name, granted in have if granted or have.administrator]
