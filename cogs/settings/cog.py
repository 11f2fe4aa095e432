"""`/settings`: what a server decides once, and what each of its channels decides for itself."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.matches.quiet_clocks import QuietClocks
from bot.ui.command_words import told
from bot.ui.router import reply
from bot.ui.wording import Wording, languages
from cogs.settings.changing import SettingChanges, managed
from cogs.settings.pages import KIND, NO_NAME, SERVER, settings_page
from cogs.settings.panel import SILENCE, SettingsPanel, preview_page

BY_DISCORD = "server"
"""The choice of no language: the server's own."""


def language_choices() -> list[app_commands.Choice[str]]:
    """The server's own language, and every one there are sentences in, by its own name."""
    own_names = [app_commands.Choice(name=own_name, value=code) for code, own_name in languages().items()]
    return [app_commands.Choice(name=told("command.settings.language.server"), value=BY_DISCORD), *own_names]


class SettingsCog(commands.Cog):
    """A server's settings, for those who manage it."""

    settings = app_commands.Group(
        name="settings",
        description=told("command.settings"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, changes: SettingChanges, wording: Wording) -> None:
        self._changes = changes
        self._wording = wording

    async def _show(self, interaction: discord.Interaction, *, changed: bool, at: str = NO_NAME) -> None:
        words = self._wording.for_locale(interaction.locale)
        look = await self._changes.look(interaction)
        await reply(interaction, settings_page(words, look, changed=changed, at=at))

    async def _set(self, interaction: discord.Interaction, name: str, value: Any) -> None:
        await self._changes.change(interaction, SERVER, name, value)
        await self._show(interaction, changed=True, at=name)

    @settings.command(name="panel", description=told("command.settings.panel"))
    async def panel(self, interaction: discord.Interaction) -> None:
        await self._show(interaction, changed=False)

    @settings.command(name="role_editors", description=told("command.settings.role_editors"))
    @app_commands.describe(role=told("parameter.role"))
    async def role_editors(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        await self._set(interaction, "role_editor_role", role.id if role else None)

    @settings.command(name="moderators", description=told("command.settings.moderators"))
    @app_commands.describe(role=told("parameter.role"))
    async def moderators(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        await self._set(interaction, "order_keeper_role", role.id if role else None)

    @settings.command(name="silence", description=told("command.settings.silence"))
    @app_commands.describe(how=told("command.settings.silence.how"))
    @app_commands.choices(
        how=[
            app_commands.Choice(name=told(f"command.settings.silence.{one}"), value=one)
            for one in ("delete", "asleep", "strict")
        ]
    )
    async def silence(self, interaction: discord.Interaction, how: app_commands.Choice[str]) -> None:
        managed(interaction)
        if how.value == "delete":
            await self._set(interaction, SILENCE, how.value)
            return
        words = self._wording.for_locale(interaction.locale)
        await reply(interaction, preview_page(words, interaction, how.value, SERVER))

    @settings.command(name="place", description=told("command.settings.place"))
    @app_commands.describe(threads=told("command.settings.place.threads"))
    async def place(self, interaction: discord.Interaction, threads: bool) -> None:
        await self._set(interaction, "use_threads", threads)

    @settings.command(name="deserted", description=told("command.settings.deserted"))
    @app_commands.describe(hours=told("command.settings.deserted.hours"))
    async def deserted(self, interaction: discord.Interaction, hours: app_commands.Range[int, 1, 168]) -> None:
        await self._set(interaction, "deserted_hours", hours)

    @settings.command(name="audit", description=told("command.settings.audit"))
    @app_commands.describe(where=told("command.settings.audit.where"))
    async def audit(self, interaction: discord.Interaction, where: discord.TextChannel | None = None) -> None:
        await self._set(interaction, "audit_channel", None if where is None else where.id)

    @settings.command(name="language", description=told("command.settings.language"))
    @app_commands.describe(which=told("command.settings.language.which"))
    @app_commands.choices(which=language_choices())
    async def language(self, interaction: discord.Interaction, which: app_commands.Choice[str]) -> None:
        await self._set(interaction, "language", which.value if which.value != BY_DISCORD else None)


async def setup(client: Mirror) -> None:
    changes = SettingChanges(
        settings=client.settings,
        quiet=QuietClocks(client.settings, client.service.keeper),
        role_sets=client.role_sets,
        service=client.service,
        places=client.places,
        stage=client.stage,
        audit=client.audit_channel,
        languages=client.languages,
    )
    panel = SettingsPanel(changes, client.wording)
    client.router.on(KIND, panel.pressed)
    client.router.on(SILENCE, panel.switch_silence)
    await client.add_cog(SettingsCog(changes, client.wording))
