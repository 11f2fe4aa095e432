"""`/reminders`: who wants to be told of a turn they may have forgotten."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.matches.reach import PeopleBook
from bot.ui.command_words import told
from bot.ui.router import Click, reply
from bot.ui.wording import Wording

Interaction = discord.Interaction[Any]


class RemindersCog(commands.Cog):
    """Turns reminders on and off, for the person who asks for it."""

    def __init__(self, people: PeopleBook, wording: Wording) -> None:
        self._people = people
        self._wording = wording

    @app_commands.command(name="reminders", description=told("command.reminders"))
    @app_commands.describe(turn=told("command.reminders.turn"))
    @app_commands.choices(turn=[app_commands.Choice(name=told(f"choice.{one}"), value=one) for one in ("on", "off")])
    async def reminders(self, interaction: Interaction, turn: str) -> None:
        await self._switch(interaction, turn == "on")

    async def quiet(self, click: Click) -> None:
        """`mm:quiet`: no more reminders."""
        await self._switch(click.interaction, False)

    async def _switch(self, interaction: Interaction, wanted: bool) -> None:
        await self._people.set_reminders(interaction.user.id, wanted)
        words = self._wording.for_locale(interaction.locale)
        await reply(interaction, words.say("reminders.on" if wanted else "reminders.off"))
