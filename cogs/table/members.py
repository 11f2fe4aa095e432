"""People of this server: by id, as a menu or an id of a button names them; and who of them may come to a table."""

from __future__ import annotations

from typing import Any

import discord

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.ui.dead_room.newcomers import Newcomers
from bot.ui.dead_room.readers import Readers
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.router import Click


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


async def chosen_member(click: Click) -> discord.Member:
    """The person who was chosen from a menu. Raises Refused like `member`, and for a forged choice."""
    chosen = "".join(click.values[:1])
    if not chosen.isdecimal():
        raise Refused("forged")
    return await member(click.interaction, int(chosen))


def newcomers_of(client: Mirror) -> Newcomers:
    return Newcomers(client.dead_rooms, client.leaving, DeadThreads(client), Readers())
