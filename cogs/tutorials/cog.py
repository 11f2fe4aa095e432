"""`/learn`: a first game with a stacked deck, alone among computers, in which the Mirror explains what matters."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.rolesets import game_of
from bot.matches.tutorials import Tutorials, tutorial_in
from bot.ui.authority import channel_of, check_may_open, guild_of
from bot.ui.command_words import told
from bot.ui.game_words import computer_names, game_title
from bot.ui.languages import Languages
from bot.ui.router import Click, reply, take_time
from bot.ui.stage.controls import CHOOSE, LEARN
from bot.ui.wording import Wording
from cogs.lobby.permissions import PermissionCheck, forbids, permissions_page
from cogs.tutorials.pages import begun_page, tutorials_page, under_way_page
from cogs.tutorials.room import room_for

Interaction = discord.Interaction[Any]
GAME: Final = "game"


class TutorialsCog(commands.Cog):
    """Begins tutorials, each for the one person who has asked for it.

    `mm:learn:choose` shows all there are; `mm:learn:game` begins the one that was chosen, `mm:learn:game:<game>` this.
    """

    def __init__(
        self,
        *,
        settings: SettingsBook,
        tutorials: Tutorials,
        permissions: PermissionCheck,
        languages: Languages,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._tutorials = tutorials
        self._permissions = permissions
        self._languages = languages
        self._wording = wording

    @app_commands.command(name="learn", description=told("command.learn"))
    @app_commands.guild_only()
    @app_commands.describe(game=told("command.learn.game"))
    @app_commands.choices(
        game=[
            app_commands.Choice(name=told(f"game.{game.name}"), value=game.name)
            for game in GAMES.values()
            if game.tutorial is not None
        ]
    )
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        if game is None:
            await reply(interaction, tutorials_page(self._words(interaction)))
        else:
            await self._begin(interaction, game_of(game))

    async def pressed(self, click: Click) -> None:
        action, *games = click.parts or ("",)
        if action == CHOOSE:
            await reply(click.interaction, tutorials_page(self._words(click.interaction)))
            return
        chosen = (*games, *click.values)
        if action != GAME or not chosen:
            raise Refused("forged")
        await self._begin(click.interaction, game_of(chosen[0]))

    async def _begin(self, interaction: Interaction, game: Game) -> None:
        """Begin a tutorial, or say where the one is that is not over. Raises Refused."""
        tutorial_in(game)
        guild_id, words = guild_of(interaction), self._words(interaction)
        await check_may_open(self._settings, interaction, game.name, interaction.channel_id or 0)
        await self._tutorials.check_welcome(guild_id, interaction.user.id)
        there = interaction.client.get_channel
        begun = await self._tutorials.under_way(guild_id, interaction.user.id, game)
        known = next((one for one in begun if there(one.channel_id) is not None), None)
        if known is not None:
            await reply(interaction, under_way_page(words, game, known.thread_id or known.channel_id))
            return
        lacking = self._permissions.lacking(interaction)
        if forbids(lacking):
            await reply(interaction, permissions_page(words, "tutorial.cannot_learn", lacking))
            return
        with self._tutorials.once(guild_id, interaction.user.id, game):
            await take_time(interaction)  # a thread is made meanwhile
            place = await self._lay(interaction, guild_id, game)
        await reply(interaction, begun_page(words, game, place))

    async def _lay(self, interaction: Interaction, guild_id: int, game: Game) -> int:
        """Lay the table of a tutorial; where it is."""
        public, user, home = self._languages.public(guild_id), interaction.user, channel_of(interaction)
        title = public.say("tutorial.thread", game=game_title(public, game.name), name=user.display_name)
        place = await room_for(interaction.channel, interaction.channel_id or 0, title, user)
        parent_id = home if place != home else None
        names = computer_names(public, game.name)
        await self._tutorials.begin(guild_id, place, user.id, user.display_name, game, names, parent_id=parent_id)
        return place

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


async def setup(client: Mirror) -> None:
    cog = TutorialsCog(
        settings=client.settings,
        tutorials=Tutorials(client.store, client.service, client.now_ms),
        permissions=PermissionCheck(client.wording),
        languages=client.languages,
        wording=client.wording,
    )
    client.router.on(LEARN, cog.pressed)
    await client.add_cog(cog)
