"""Evenings that come together: `/tellme`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.client import Mirror
from bot.games import GAMES
from bot.ui.command_words import told
from cogs.evenings.news import TableNews
from cogs.evenings.wish_button import WISH
from cogs.evenings.wish_controls import WishControls
from cogs.lobby.background import BackgroundTasks

Interaction = discord.Interaction[Any]
LOOK_MINUTES = 5
"""So often it is looked whether somebody is still to be told of a table, who could not be told at once."""


def game_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=told(f"game.{name}"), value=name) for name in GAMES]


class WishesCog(commands.Cog):
    """People hear of new tables."""

    def __init__(self, *, controls: WishControls, news: TableNews, background: BackgroundTasks) -> None:
        self._controls = controls
        self._news = news
        self._background = background

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()
        self._background.cancel()

    @app_commands.command(name="tellme", description=told("command.tellme"))
    @app_commands.describe(game=told("command.tellme.game"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def tellme(self, interaction: Interaction, game: str | None = None) -> None:
        await self._controls.asked(interaction, game)

    @tasks.loop(minutes=LOOK_MINUTES)
    async def look(self) -> None:
        await self._news.tell()


async def setup(client: Mirror) -> None:
    background = BackgroundTasks()
    controls = WishControls(
        wishes=client.table_wishes, courier=client.courier, background=background, wording=client.wording
    )
    news = TableNews(
        client=client, wishes=client.table_wishes, courier=client.courier, languages=client.languages
    )  # fmt: skip
    client.router.on(WISH, controls.pressed)
    client.lobbies.watchers.append(lambda _lobby_id: background.begin(news.tell()))
    await client.add_cog(WishesCog(controls=controls, news=news, background=background))
