"""`/seat`: the second way to one's own secrets."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.ui.answers import Answers
from bot.ui.command_words import told
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.router import reply
from bot.ui.wording import Wording
from cogs.table.finding import Interaction, TableFinder


class SeatCog(commands.Cog):
    """Shows people what they may see of their games."""

    def __init__(self, *, finder: TableFinder, answers: Answers, wording: Wording) -> None:
        self._finder = finder
        self._answers = answers
        self._wording = wording

    @app_commands.command(name="seat", description=told("command.seat"))
    @app_commands.describe(table=told("command.seat.table"))
    async def seat(self, interaction: Interaction, table: int | None = None) -> None:
        mine = await self._finder.mine(interaction, table)
        if len(mine) == 1:
            seat = mine[0].seat_of(interaction.user.id)
            assert seat is not None
            await self._answers.show_seat(interaction, mine[0], seat)
            return
        words = self._wording.for_locale(interaction.locale)
        buttons = tuple(
            Button(custom_id("seat", match.id), f"{game_title(words, match.row.game)} {match.id}"[:80], "primary")
            for match in mine[:5]
        )
        await reply(interaction, Page(panels=(Panel(words.say("table.which"), (buttons,)),), tint=TINT))
