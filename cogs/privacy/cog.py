"""`/privacy`: what is kept of whoever asks, to read, as a file, and forgotten. Everything is answered to them alone."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.matches.forgetting import StillHere
from bot.matches.privacy import Privacy
from bot.ui.command_words import told
from bot.ui.languages import Languages
from bot.ui.panels import Page
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.privacy.pages import KIND, kept_page, question_page, still_here_page

FILE_NAME = "magic-mirror-about-me.json"


class PrivacyCog(commands.Cog):
    """What is kept of people, for everybody about themselves."""

    privacy = app_commands.Group(
        name="privacy",
        description=told("command.privacy"),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    )

    def __init__(
        self, privacy: Privacy, languages: Languages, wording: Wording, forgotten: Callable[[], None]
    ) -> None:  # fmt: skip
        self._privacy = privacy
        self._forgotten = forgotten
        self._languages = languages
        self._wording = wording

    @privacy.command(name="show", description=told("command.privacy.show"))
    async def show(self, interaction: discord.Interaction) -> None:
        counted = await self._privacy.counted(interaction.user.id)
        await reply(interaction, kept_page(self._words(interaction), counted))

    @privacy.command(name="export", description=told("command.privacy.export"))
    async def export(self, interaction: discord.Interaction) -> None:
        await self._send_file(interaction)

    @privacy.command(name="forget", description=told("command.privacy.forget"))
    async def forget(self, interaction: discord.Interaction) -> None:
        await reply(interaction, question_page(self._words(interaction)))

    async def pressed(self, click: Click) -> None:
        """`mm:privacy:<what to do>`."""
        action = click.parts[0] if click.parts else ""
        if action == "file":
            await self._send_file(click.interaction)
        elif action == "forget":
            await update(click.interaction, question_page(self._words(click.interaction)))
        elif action == "yes":
            await self._forget(click)
        else:
            raise Refused("forged")

    async def _forget(self, click: Click) -> None:
        words = self._words(click.interaction)
        await self._languages.hear(click.interaction)  # or this very press might be written down afterwards
        try:
            played = await self._privacy.forget(click.user_id)
        except StillHere as here:
            await update(click.interaction, still_here_page(words, here.where.matches, here.where.lobbies))
            return
        self._forgotten()
        told = words.say("privacy.forgotten", count=played) if played else words.say("privacy.forgotten.no_game")
        await update(click.interaction, Page((), lines=(told,)))

    async def _send_file(self, interaction: discord.Interaction) -> None:
        words = self._words(interaction)
        body = json.dumps(await self._privacy.export(interaction.user.id), ensure_ascii=False, indent=1).encode()

        def made() -> discord.File:
            return discord.File(io.BytesIO(body), filename=FILE_NAME, description=words.say("privacy.file"))

        await reply(interaction, Page((), lines=(words.say("privacy.file"),), files=(FILE_NAME,)), files=[made])

    def _words(self, interaction: discord.Interaction[Any]) -> Wording:
        return self._wording.for_locale(interaction.locale)


async def setup(client: Mirror) -> None:
    cog = PrivacyCog(
        Privacy(client.service.keeper, client.memory),
        client.languages,
        client.wording,
        lambda: client.dispatch("person_forgotten"),
    )
    client.router.on(KIND, cog.pressed)
    await client.add_cog(cog)
