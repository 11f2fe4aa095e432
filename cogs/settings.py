"""`/settings`: what a server decides once: who may edit role sets, who helps at tables, where games are played, and in
which language."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.service import MatchService
from bot.ui.audit_channel import AuditChannel
from bot.ui.authority import guild_of, manages_server
from bot.ui.command_words import told
from bot.ui.languages import Languages
from bot.ui.panels import Button, Page, Panel, custom_id
from bot.ui.role_set_pages import TINT
from bot.ui.router import Click, reply, update
from bot.ui.stage.loop import Stage
from bot.ui.stage.place import Places
from bot.ui.wording import OWN_NAME, Wording, languages

SILENCE = "silence"
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

    def __init__(
        self,
        *,
        settings: SettingsBook,
        service: MatchService,
        places: Places,
        stage: Stage,
        audit: AuditChannel,
        languages: Languages,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._service = service
        self._places = places
        self._stage = stage
        self._audit = audit
        self._languages = languages
        self._wording = wording

    def _managed(self, interaction: discord.Interaction) -> int:
        # Servers can open a command to others in Discord's own settings; this one stays with those who manage it.
        guild_id = guild_of(interaction)
        if not manages_server(interaction):
            raise Refused("not_manager")
        return guild_id

    async def _answer(self, interaction: discord.Interaction, settings: GuildSettings, *, changed: bool) -> None:
        words = self._wording.for_locale(interaction.locale)
        page = settings_page(
            words, settings, self._by_discord(interaction), changed=changed, silent=self._is_silent(interaction)
        )
        await reply(interaction, page)

    def _is_silent(self, interaction: discord.Interaction) -> bool:
        """Whether nothing could be written to the audit channel the last time."""
        return guild_of(interaction) in self._audit.silent

    def _by_discord(self, interaction: discord.Interaction) -> str:
        """The language Discord says this server has."""
        return self._languages.by_discord(guild_of(interaction)).locale

    @settings.command(name="show", description=told("command.settings.show"))
    async def show(self, interaction: discord.Interaction) -> None:
        guild_id = self._managed(interaction)
        await self._answer(interaction, await self._settings.read(guild_id), changed=False)

    @settings.command(name="role_editors", description=told("command.settings.role_editors"))
    @app_commands.describe(role=told("parameter.role"))
    async def role_editors(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        guild_id = self._managed(interaction)
        chosen = role.id if role else None
        settings = await self._settings.change(guild_id, role_editor_role=chosen)
        await self._answer(interaction, settings, changed=True)

    @settings.command(name="moderators", description=told("command.settings.moderators"))
    @app_commands.describe(role=told("parameter.role"))
    async def moderators(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        guild_id = self._managed(interaction)
        chosen = role.id if role else None
        settings = await self._settings.change(guild_id, order_keeper_role=chosen)
        await self._answer(interaction, settings, changed=True)

    @settings.command(name="silence", description=told("command.settings.silence"))
    @app_commands.describe(how=told("command.settings.silence.how"))
    @app_commands.choices(
        how=[
            app_commands.Choice(name=told(f"command.settings.silence.{one}"), value=one)
            for one in ("delete", "asleep", "strict")
        ]
    )
    async def silence(self, interaction: discord.Interaction, how: app_commands.Choice[str]) -> None:
        guild_id = self._managed(interaction)
        if how.value == "delete":
            await self._answer(interaction, await self._set_silence(guild_id, how.value), changed=True)
            return
        words = self._wording.for_locale(interaction.locale)
        able = interaction.app_permissions.manage_roles or interaction.app_permissions.administrator
        lines = [
            words.say("settings.silence.preview.asleep"),
            *([words.say("settings.silence.preview.strict")] if how.value == "strict" else []),
            words.say("settings.silence.preview.undo"),
            words.say("settings.silence.preview.ready" if able else "settings.silence.preview.missing"),
        ]
        do = Button(custom_id(SILENCE, how.value), words.say("settings.silence.do"), "success", "🚪")
        await reply(interaction, Page((Panel("\n\n".join(lines), ((do,),)),), tint=TINT))

    async def switch_silence(self, click: Click) -> None:
        """The second click, below what it does."""
        guild_id = self._managed(click.interaction)
        if click.parts[:1] not in (("asleep",), ("strict",)):
            raise Refused("forged")
        settings = await self._set_silence(guild_id, click.parts[0])
        words = self._wording.for_locale(click.interaction.locale)
        by_discord, silent = self._by_discord(click.interaction), self._is_silent(click.interaction)
        await update(click.interaction, settings_page(words, settings, by_discord, changed=True, silent=silent))

    async def _set_silence(self, guild_id: int, how: str) -> GuildSettings:
        """Change it, and let every table of this server be put in order by it."""
        settings = await self._settings.change(guild_id, silence=how)
        for match_id in sorted({match_id for here in self._places.here.values() for match_id in here}):
            awake = self._service.in_memory(match_id)  # who sleeps is put in order when it wakes
            if awake is not None and awake.row.guild_id == guild_id:
                self._stage.schedule(match_id)
        return settings

    @settings.command(name="place", description=told("command.settings.place"))
    @app_commands.describe(threads=told("command.settings.place.threads"))
    async def place(self, interaction: discord.Interaction, threads: bool) -> None:
        guild_id = self._managed(interaction)
        settings = await self._settings.change(guild_id, use_threads=threads)
        await self._answer(interaction, settings, changed=True)

    @settings.command(name="deserted", description=told("command.settings.deserted"))
    @app_commands.describe(hours=told("command.settings.deserted.hours"))
    async def deserted(self, interaction: discord.Interaction, hours: app_commands.Range[int, 1, 168]) -> None:
        guild_id = self._managed(interaction)
        await self._answer(interaction, await self._settings.change(guild_id, deserted_hours=hours), changed=True)

    @settings.command(name="audit", description=told("command.settings.audit"))
    @app_commands.describe(where=told("command.settings.audit.where"))
    async def audit(self, interaction: discord.Interaction, where: discord.TextChannel | None = None) -> None:
        guild_id = self._managed(interaction)
        if where is not None and not _may_write(where):
            raise Refused("audit_closed", channel=where.mention)
        chosen = None if where is None else where.id
        by = None if where is None else interaction.user.id
        settings = await self._settings.change(guild_id, audit_channel=chosen, audit_named_by=by)
        self._audit.silent.discard(guild_id)
        self._audit.look()  # what waited for a channel that is gone goes to this one
        await self._answer(interaction, settings, changed=True)

    @settings.command(name="language", description=told("command.settings.language"))
    @app_commands.describe(which=told("command.settings.language.which"))
    @app_commands.choices(which=language_choices())
    async def language(self, interaction: discord.Interaction, which: app_commands.Choice[str]) -> None:
        guild_id = self._managed(interaction)
        chosen = which.value if which.value != BY_DISCORD else None
        await self._answer(interaction, await self._languages.choose(guild_id, chosen), changed=True)


def settings_page(
    words: Wording, settings: GuildSettings, by_discord: str, *, changed: bool, silent: bool = False
) -> Page:
    """All settings in words. `by_discord` is the language that is spoken where none is chosen; `silent`: the audit
    channel takes nothing."""
    chosen = settings.language if settings.language in words.locales else None
    spoken = words.for_locale(chosen or by_discord).say(OWN_NAME)

    def role(role_id: int | None) -> str:
        return f"<@&{role_id}>" if role_id is not None else words.say("settings.nobody")

    lines = [f"## {words.say('settings.title')}"]
    if changed:
        lines.append(words.say("settings.changed"))
    lines += [
        words.say("settings.role_editors", role=role(settings.role_editor_role)),
        words.say("settings.moderators", role=role(settings.order_keeper_role)),
        words.say(f"settings.silence.{settings.silence}"),
        words.say("settings.threads" if settings.use_threads else "settings.channel"),
        words.say("settings.deserted", count=settings.deserted_hours),
        *_audit_lines(words, settings, silent=silent),
        words.say("settings.language" if chosen else "settings.language.server", language=spoken),
    ]
    return Page((Panel("\n".join(lines)),), tint=TINT)


def _audit_lines(words: Wording, settings: GuildSettings, *, silent: bool) -> list[str]:
    if settings.audit_channel is None:
        return [words.say("settings.audit.none")]
    channel = f"<#{settings.audit_channel}>"
    return [
        words.say("settings.audit", channel=channel),
        *([words.say("audit.silent", channel=channel)] if silent else []),
    ]


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages


async def setup(client: Mirror) -> None:
    cog = SettingsCog(
        settings=client.settings,
        service=client.service,
        places=client.places,
        stage=client.stage,
        audit=client.audit_channel,
        languages=client.languages,
        wording=client.wording,
    )
    client.router.on(SILENCE, cog.switch_silence)
    await client.add_cog(cog)
