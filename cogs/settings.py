"""`/settings`: what a server decides once: who may edit role sets, who helps at tables, where games are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.matches.guild_settings import GuildSettings, change_settings, read_settings
from bot.matches.service import Refused
from bot.ui.authority import guild_of, manages_server
from bot.ui.panels import Page, Panel
from bot.ui.role_set_pages import TINT
from bot.ui.router import reply
from bot.ui.wording import Wording

if TYPE_CHECKING:
    from bot.ui.mirror import Mirror


class SettingsCog(commands.Cog):
    """A server's settings, for those who manage it."""

    settings = app_commands.Group(
        name="settings",
        description="What this server decides",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror

    def _managed(self, interaction: discord.Interaction) -> int:
        # Servers can open a command to others in Discord's own settings; this one stays with those who manage it.
        guild_id = guild_of(interaction)
        if not manages_server(interaction):
            raise Refused("not_manager")
        return guild_id

    async def _answer(self, interaction: discord.Interaction, settings: GuildSettings, *, changed: bool) -> None:
        words = self.mirror.wording.for_locale(interaction.locale)
        await reply(interaction, settings_page(words, settings, changed=changed))

    @settings.command(name="show", description="What this server has set")
    async def show(self, interaction: discord.Interaction) -> None:
        guild_id = self._managed(interaction)
        await self._answer(interaction, await read_settings(self.mirror.store, guild_id), changed=False)

    @settings.command(name="role_editors", description="Who may edit role sets besides those who manage the server")
    @app_commands.describe(role="The Discord role; leave out for nobody else")
    async def role_editors(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        guild_id = self._managed(interaction)
        chosen = role.id if role else None
        settings = await change_settings(self.mirror.store, guild_id, role_editor_role=chosen)
        await self._answer(interaction, settings, changed=True)

    @settings.command(name="moderators", description="Who may use a host's powers at every table")
    @app_commands.describe(role="The Discord role; leave out for nobody else")
    async def moderators(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        guild_id = self._managed(interaction)
        chosen = role.id if role else None
        settings = await change_settings(self.mirror.store, guild_id, moderator_role=chosen)
        await self._answer(interaction, settings, changed=True)

    @settings.command(name="place", description="Where games are played")
    @app_commands.describe(threads="Each game in a thread of its own (otherwise in the channel itself)")
    async def place(self, interaction: discord.Interaction, threads: bool) -> None:
        guild_id = self._managed(interaction)
        settings = await change_settings(self.mirror.store, guild_id, use_threads=threads)
        await self._answer(interaction, settings, changed=True)


def settings_page(words: Wording, settings: GuildSettings, *, changed: bool) -> Page:
    """All settings in words."""

    def role(role_id: int | None) -> str:
        return f"<@&{role_id}>" if role_id is not None else words.say("settings.nobody")

    lines = [f"## {words.say('settings.title')}"]
    if changed:
        lines.append(words.say("settings.changed"))
    lines += [
        words.say("settings.role_editors", role=role(settings.role_editor_role)),
        words.say("settings.moderators", role=role(settings.moderator_role)),
        words.say("settings.threads" if settings.use_threads else "settings.channel"),
    ]
    return Page((Panel("\n".join(lines)),), tint=TINT)


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(SettingsCog(mirror))
