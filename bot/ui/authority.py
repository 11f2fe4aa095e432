"""Who may do what in a server. Discord tells the permissions with every click, so nothing is asked or remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.matches.guild_settings import read_settings
from bot.matches.service import Refused

if TYPE_CHECKING:
    from bot.ui.mirror import Mirror


def guild_of(interaction: discord.Interaction) -> int:
    """The server where this happens. Raises Refused in direct messages."""
    if interaction.guild_id is None:
        raise Refused("not_in_direct_messages")
    return interaction.guild_id


def manages_server(interaction: discord.Interaction) -> bool:
    """Whether this person has Manage Server."""
    permissions = interaction.permissions
    return interaction.guild_id is not None and (permissions.manage_guild or permissions.administrator)


async def may_edit_role_sets(mirror: Mirror, interaction: discord.Interaction) -> bool:
    """Manage Server, or the role the server has named for it."""
    if manages_server(interaction):
        return True
    if interaction.guild_id is None:
        return False
    return _has(interaction, (await read_settings(mirror.store, interaction.guild_id)).role_editor_role)


async def is_moderator(mirror: Mirror, interaction: discord.Interaction) -> bool:
    """Manage Server, or the moderators' role the server has named."""
    if manages_server(interaction):
        return True
    if interaction.guild_id is None:
        return False
    return _has(interaction, (await read_settings(mirror.store, interaction.guild_id)).moderator_role)


def _has(interaction: discord.Interaction, role_id: int | None) -> bool:
    # @everyone has the server's own id; naming it opens the door to all, and no member lists it.
    if role_id is None:
        return False
    if role_id == interaction.guild_id:
        return True
    return isinstance(interaction.user, discord.Member) and interaction.user.get_role(role_id) is not None
