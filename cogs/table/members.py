"""A person of this server, by id, as a menu or an id of a button names them."""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.errors import Refused


async def member(interaction: discord.Interaction[Any], user_id: int) -> discord.Member:
    """Raises Refused in direct messages, for somebody who is not here any more, and for other bots."""
    guild = interaction.guild
    if guild is None:
        raise Refused("not_in_direct_messages")
    try:
        person = await guild.fetch_member(user_id)
    except discord.NotFound:
        raise Refused("not_a_member") from None
    if person.bot:
        raise Refused("no_bots")
    return person
