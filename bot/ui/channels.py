"""The channels of matches."""

from __future__ import annotations

import discord

from bot.matches.snapshot import MatchSnapshot


def channel_of_match(client: discord.Client, match: MatchSnapshot) -> int:
    """The channel whose settings and permissions hold for a match: one opened in a thread has those of its channel.

    A match from before it was written down is asked of Discord, which does not tell it of archived threads.
    """
    channel = client.get_channel(match.row.channel_id)
    return channel.parent_id if isinstance(channel, discord.Thread) else match.row.home_id


def is_ephemeral(interaction: discord.Interaction) -> bool:
    """Whether what is pressed here is shown to one person until they dismiss it: nobody can change it later."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_direct(interaction: discord.Interaction) -> bool:
    """Whether this happens between one person and the Mirror alone, where every message is that person's own: not in a
    server, and not in a conversation of others either."""
    return interaction.guild_id is None and not interaction.context.private_channel
