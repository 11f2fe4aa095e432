"""`/longer`: who needs longer to answer. Asked once, it holds at every table that allows it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.matches.unhurried import Unhurried
from bot.ui.command_words import told
from bot.ui.router import reply
from bot.ui.wording import Wording

Interaction = discord.Interaction[Any]


class LongerCog(commands.Cog):
    """Turns it on and off, for the person who asks for it. Nobody else is told who it was."""

    def __init__(self, unhurried: Unhurried, wording: Wording) -> None:
        self._unhurried = unhurried
        self._wording = wording

    @app_commands.command(name="longer", description=told("command.longer"))
    @app_commands.describe(time=told("command.longer.time"))
    @app_commands.choices(time=[app_commands.Choice(name=told(f"choice.{one}"), value=one) for one in ("on", "off")])
    async def longer(self, interaction: Interaction, time: str) -> None:
        await self._unhurried.change(interaction.user.id, time == "on")
        words = self._wording.for_locale(interaction.locale)
        await reply(interaction, words.say(f"longer.{time}"))
