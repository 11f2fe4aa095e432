"""How silence is kept at a table: what the bot can really do where the match is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.engine.announcements import SPECTATOR
from bot.games.table_options import QUIET_GUESTS
from bot.matches.guild_settings import SettingsBook
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.powers import Powers
from bot.ui.silence.hush import Hush
from bot.ui.silence.overwrites import Overwrites
from bot.ui.silence.permissions import Missing, described, wanted_by
from bot.ui.silence.voice import Voice, lacking
from bot.ui.wording import Wording


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


class SilenceMeans:
    """Looks what the bot can do, with the permissions it has."""

    def __init__(
        self,
        *,
        client: discord.Client,
        settings: SettingsBook,
        faces: Mapping[str, Face],
        overwrites: Overwrites,
        hush: Hush,
        voice: Voice,
    ) -> None:
        self._client = client
        self._settings = settings
        self._faces = faces
        self._overwrites = overwrites
        self._hush = hush
        self._voice = voice

    async def keeping(self, match: MatchSnapshot, have: discord.Permissions) -> Keeping:
        """How silence is kept at this table, with the permissions the bot has in its place."""
        place = match.row.thread_id or match.row.channel_id
        in_thread = place != match.row.channel_id
        settings = await self._settings.read(match.row.guild_id)
        able = _permitted(have)
        deletes = "manage_messages" in able and not self._hush.powerless(place)
        locks = in_thread and "manage_threads" in able
        kept = ["delete" if deletes else "delete.refused" if "manage_messages" in able else "delete.missing"]
        kept.append("lock" if locks else "lock.missing" if in_thread else "lock.channel")
        closes = settings.silence == "delete" or "manage_roles" in able
        kept.append(f"door.{settings.silence}" if closes else "door.missing")
        channel = self._voice_channel(match)
        voice = isinstance(channel, discord.VoiceChannel) and not lacking(channel)
        kept.append("voice.honour" if channel is None else "voice" if voice else "voice.missing")
        if self._borrows_voices(match):
            kept.append("slur" if "manage_webhooks" in able else "slur.missing")
        if match.own_thread is not None and match.row.options.get(QUIET_GUESTS):
            kept.append("guests" if deletes else "guests.honour")
        doors = frozenset(one for one in match.people().values() if self._overwrites.binds(match.id, one))
        return Keeping(deletes, locks, voice, doors, tuple(f"who.kept.{one}" for one in kept))

    async def lacking_on_demand(self, match: MatchSnapshot, have: discord.Permissions, words: Wording) -> list[Missing]:
        """The permissions that only this table needs, and the bot lacks."""
        wanted: list[str] = []
        if (await self._settings.read(match.row.guild_id)).silence != "delete":
            wanted.append("manage_roles")
        if self._borrows_voices(match):
            wanted.append("manage_webhooks")
        wanted += wanted_by(match.row.options)
        missing = [one for one in wanted if one not in _permitted(have)]
        channel = self._voice_channel(match)
        if isinstance(channel, discord.VoiceChannel) and lacking(channel):
            missing.append("mute_members")
        return [described(one, words) for one in missing]

    def _borrows_voices(self, match: MatchSnapshot) -> bool:
        return self._faces[match.row.game].borrows_voices(match.view(SPECTATOR))

    def _voice_channel(self, match: MatchSnapshot) -> object:
        return self._client.get_channel(self._voice.channel_of(match.id) or 0)


def _permitted(have: discord.Permissions) -> Sequence[str]:
    return [name for name, granted in have if granted or have.administrator]
