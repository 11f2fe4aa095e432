"""`/settings statistics`: whether a server keeps statistics at all."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.ui.authority import guild_of, manages_server
from bot.ui.command_words import told
from bot.ui.router import reply
from bot.ui.wording import Wording

Interaction = discord.Interaction[Any]


def switch_command(settings: SettingsBook, wording: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, to be put among the other settings."""

    @app_commands.describe(kept=told("command.settings.statistics.kept"))
    @app_commands.choices(kept=[app_commands.Choice(name=told(f"choice.{one}"), value=one) for one in ("on", "off")])
    async def statistics(interaction: Interaction, kept: str) -> None:
        guild_id = guild_of(interaction)
        # Servers can open a command to others in Discord's own settings; this one stays with those who manage it.
        if not manages_server(interaction):
            raise Refused("not_manager")
        await settings.change(guild_id, statistics=kept == "on")
        await reply(interaction, wording.for_locale(interaction.locale).say(f"settings.statistics.{kept}"))

    return app_commands.Command(name="statistics", description=told("command.settings.statistics"), callback=statistics)
