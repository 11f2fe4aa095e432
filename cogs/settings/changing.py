"""Changing a setting, with all that follows from it; from a command and from the panel alike."""

from __future__ import annotations

from typing import Any

import discord

from bot.games import GAMES
from bot.matches.default_sets import DefaultSets
from bot.matches.errors import Refused
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.quiet_clocks import QuietClocks
from bot.matches.rolesets import RoleSets, Shelf
from bot.matches.service import MatchService
from bot.ui.audit_channel import AuditChannel
from bot.ui.authority import channel_of, everybody_sees, guild_of, manages_server
from bot.ui.languages import Languages
from bot.ui.stage.loop import Stage
from bot.ui.stage.place import Places
from cogs.settings.declared import Setting, every_setting
from cogs.settings.pages import SERVER, Look

QUIET = ("quiet_from", "quiet_until", "time_zone")
"""The settings that running clocks follow."""


def managed(interaction: discord.Interaction) -> int:
    """The server, for somebody who manages it. Raises Refused for everybody else.

    Servers can open a command to others in Discord's own settings; this one stays with those who manage it.
    """
    guild_id = guild_of(interaction)
    if not manages_server(interaction):
        raise Refused("not_manager")
    return guild_id


class SettingChanges:
    """Reads and changes the settings of a server and of its channels."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        quiet: QuietClocks,
        role_sets: RoleSets,
        service: MatchService,
        places: Places,
        stage: Stage,
        audit: AuditChannel,
        languages: Languages,
    ) -> None:
        self._settings = settings
        self._quiet = quiet
        self._role_sets = role_sets
        self._default_sets = DefaultSets(settings, role_sets)
        self._service = service
        self._places = places
        self._stage = stage
        self._audit = audit
        self._languages = languages

    async def look(self, interaction: discord.Interaction, channel_id: int = SERVER) -> Look:
        """What holds now, and what the bot lacks for it."""
        guild_id = managed(interaction)
        stored = await self._settings.read(guild_id)
        return Look(
            stored,
            self._languages.by_discord(guild_id).locale,
            channel_id,
            channel_of(interaction),
            guild_id in self._audit.silent or not _is_audit_open(interaction, stored.audit_channel),
            _is_audit_public(interaction, stored.audit_channel),
            _lacking(interaction, stored.at(channel_id)),
            {game: (await self._default_sets.find(guild_id, channel_id or None, game)).name for game in GAMES},
        )

    async def shelf(self, interaction: discord.Interaction, game: str) -> Shelf:
        """The role sets of a game of which one can be chosen."""
        return await self._role_sets.shelf(managed(interaction), game)

    async def choose_set(self, interaction: discord.Interaction, channel_id: int, game: str, name: str) -> None:
        """Let new tables start with this set. Raises Refused, changing nothing."""
        await self._default_sets.choose(managed(interaction), channel_id or None, game, name)

    async def change(self, interaction: discord.Interaction, channel_id: int, name: str, value: Any) -> None:
        """Set this to that. Raises Refused, changing nothing."""
        guild_id = managed(interaction)
        if name == "audit_channel":
            await self._name_audit_channel(interaction, guild_id, value)
        elif name == "language":
            await self._languages.choose(guild_id, value)
        elif name in QUIET:
            await self._quiet.change(guild_id, channel_id or None, **{name: value})
        elif channel_id == SERVER:
            await self._settings.change(guild_id, **{name: value})
        else:
            await self._settings.change_in(guild_id, channel_id, **{name: value})
        if name == "silence":
            self._put_in_order(guild_id)

    async def as_the_server(self, interaction: discord.Interaction, channel_id: int, setting: Setting) -> None:
        """In this channel the server's setting holds again."""
        guild_id = managed(interaction)
        now = await self._settings.as_the_server(guild_id, channel_id, *setting.fields)
        if setting.name in QUIET:
            await self._quiet.follow(guild_id, now)
        if setting.name == "silence":
            self._put_in_order(guild_id)

    async def _name_audit_channel(
        self, interaction: discord.Interaction, guild_id: int, channel_id: int | None
    ) -> None:
        channel = interaction.guild.get_channel(channel_id) if interaction.guild and channel_id is not None else None
        if channel_id is not None and not (isinstance(channel, discord.TextChannel) and _may_write(channel)):
            raise Refused("audit_closed", channel=f"<#{channel_id}>")
        by = None if channel_id is None else interaction.user.id
        await self._settings.change(guild_id, audit_channel=channel_id, audit_named_by=by)
        self._audit.silent.discard(guild_id)
        self._audit.look()  # what waited for a channel that is gone goes to this one

    def _put_in_order(self, guild_id: int) -> None:
        """Let every table of this server be put in order by how silence is kept now."""
        for match_id in sorted({match_id for here in self._places.here.values() for match_id in here}):
            awake = self._service.in_memory(match_id)  # who sleeps is put in order when it wakes
            if awake is not None and awake.row.guild_id == guild_id:
                self._stage.schedule(match_id)


def _lacking(interaction: discord.Interaction, settings: GuildSettings) -> dict[str, list[str]]:
    have = interaction.app_permissions
    if have.administrator:
        return {}
    wanted = {one.name: list(one.needs(settings)) for one in every_setting()}
    if not _may_call(interaction, settings.called_role):
        wanted["called_role"] = ["mention_everyone"]
    return {name: [one for one in needs if not getattr(have, one)] for name, needs in wanted.items()}


def _may_call(interaction: discord.Interaction, role_id: int | None) -> bool:
    """Whether everybody may call this role; none, and one that is deleted, needs nothing."""
    role = interaction.guild.get_role(role_id) if interaction.guild is not None and role_id is not None else None
    return role is None or role.mentionable


def _is_audit_open(interaction: discord.Interaction, channel_id: int | None) -> bool:
    """Whether the bot may write in the audit channel, as far as can be told; none needs nothing."""
    channel = interaction.guild.get_channel(channel_id) if interaction.guild and channel_id is not None else None
    return not isinstance(channel, discord.TextChannel) or _may_write(channel)


def _is_audit_public(interaction: discord.Interaction, channel_id: int | None) -> bool:
    """Whether everybody reads the audit channel, and there are channels that not everybody sees."""
    guild = interaction.guild
    if guild is None or channel_id is None or not everybody_sees(guild, {}, channel_id):
        return False
    return not all(everybody_sees(guild, {}, channel.id) for channel in guild.text_channels)


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages
