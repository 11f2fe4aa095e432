"""Who may do what in a server. Discord tells the permissions with every click, so nothing is asked or remembered."""

from __future__ import annotations

import discord

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.snapshot import MatchSnapshot


def guild_of(interaction: discord.Interaction) -> int:
    """The server where this happens. Raises Refused in direct messages."""
    if interaction.guild_id is None:
        raise Refused("not_in_direct_messages")
    return interaction.guild_id


def manages_server(interaction: discord.Interaction) -> bool:
    """Whether this person has Manage Server."""
    permissions = interaction.permissions
    return interaction.guild_id is not None and (permissions.manage_guild or permissions.administrator)


async def may_edit_role_sets(settings: SettingsBook, interaction: discord.Interaction) -> bool:
    """Manage Server, or the role the server has named for it."""
    if manages_server(interaction):
        return True
    if interaction.guild_id is None:
        return False
    return _has(interaction, (await settings.read(interaction.guild_id)).role_editor_role)


async def is_moderator(settings: SettingsBook, interaction: discord.Interaction) -> bool:
    """Manage Server, or the moderators' role the server has named."""
    if manages_server(interaction):
        return True
    if interaction.guild_id is None:
        return False
    return _has(interaction, (await settings.read(interaction.guild_id)).moderator_role)


def may_see(interaction: discord.Interaction, match: MatchSnapshot) -> bool:
    """Whether this person may be told of a match: they sit at it, lead it, or see the channel it is played in.

    Discord tells what the person may do with every click, so nothing is asked. Where the channel is gone, only people
    with Manage Server may.
    """
    user, guild = interaction.user, interaction.guild
    if match.seat_of(user.id) is not None:
        return True
    if guild is None or match.row.guild_id != guild.id:
        return False
    if user.id in (match.row.host_id, match.row.moderator_id):
        return True
    if interaction.channel_id in (match.row.thread_id, match.row.channel_id):
        return True
    if not isinstance(user, discord.Member):
        return False
    place = _place(guild, match)
    if place is None:
        return manages_server(interaction)
    allowed = place.permissions_for(user)
    return allowed.view_channel and allowed.read_message_history


def _place(guild: discord.Guild, match: MatchSnapshot) -> discord.abc.GuildChannel | None:
    """The channel whose permissions say who sees the match; a thread has those of its channel."""
    for place_id in (match.row.thread_id, match.row.channel_id):
        place = guild.get_channel_or_thread(place_id) if place_id is not None else None
        channel = place.parent if isinstance(place, discord.Thread) else place
        if channel is not None:
            return channel
    return None


def check_may_see(interaction: discord.Interaction, match: MatchSnapshot) -> None:
    """Raises Refused, in the words for a match that there is not."""
    if not may_see(interaction, match):
        raise Refused("no_such_table")


def _has(interaction: discord.Interaction, role_id: int | None) -> bool:
    # @everyone has the server's own id; naming it opens the door to all, and no member lists it.
    if role_id is None:
        return False
    if role_id == interaction.guild_id:
        return True
    return isinstance(interaction.user, discord.Member) and interaction.user.get_role(role_id) is not None
