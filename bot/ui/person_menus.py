"""What Discord offers when somebody presses long on a person, or clicks on them with the right button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.ui.command_words import told

Chosen = Callable[[discord.Interaction[Any], discord.Member | discord.User], Awaitable[None]]


def person_menu(name: str, chosen: Chosen) -> app_commands.ContextMenu:
    """A command about a person, for servers; its words are `menu.<name>`."""

    async def serve(interaction: discord.Interaction[Any], person: discord.Member | discord.User) -> None:
        await chosen(interaction, person)

    in_servers = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    return app_commands.ContextMenu(name=told(f"menu.{name}"), callback=serve, allowed_contexts=in_servers)
