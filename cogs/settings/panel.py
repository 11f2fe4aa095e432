"""The presses on the panel of the settings."""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.errors import Refused
from bot.matches.guild_settings import time_zone_called
from bot.matches.rolesets import game_of
from bot.ui.panels import custom_id, form
from bot.ui.router import Click, show_form, update
from bot.ui.wording import Wording
from cogs.settings.changing import SettingChanges, managed
from cogs.settings.declared import ChannelOf, HoursOf, OneOf, RoleOf, SetsOf, Setting, SomeOf, ZoneOf, setting_of
from cogs.settings.pages import HOUR_ENDS, KIND, NO_NAME, SERVER, sets_page, setting_page, settings_page, silence_page

SILENCE = "silence"


class SettingsPanel:
    """Serves `mm:settings:<channel or 0>:<setting>:<what to do>`."""

    def __init__(self, changes: SettingChanges, wording: Wording) -> None:
        self._changes = changes
        self._wording = wording

    async def pressed(self, click: Click) -> None:
        managed(click.interaction)
        channel_id = _place(click)
        name, do = (*click.parts, "", "")[1:3]
        if do == "home":
            await self.show(click, channel_id, changed=False, at=name)
            return
        if do == "page":
            await self.show(click, channel_id, changed=False, page=click.number(3))
            return
        setting = _known(click.values[0] if do == "look" and click.values else name, channel_id)
        if do == "look":
            look = await self._changes.look(click.interaction, channel_id)
            await update(click.interaction, setting_page(self._words(click), look, setting))
        elif do == "server":
            await self._changes.as_the_server(click.interaction, channel_id, setting)
            await self.show(click, channel_id, changed=True, at=setting.name)
        elif do in ("game", "choose") and isinstance(setting.control, SetsOf):
            await self._set_of_game(click, channel_id, setting)
        elif do == "type" and isinstance(setting.control, ZoneOf):
            await self._ask_for_zone(click, setting)
        elif do == "typed" and isinstance(setting.control, ZoneOf):
            await self._set_zone(click, setting)
        elif do in HOUR_ENDS and isinstance(setting.control, HoursOf):
            await self._set_hour(click, channel_id, setting, setting.fields[HOUR_ENDS.index(do)])
        elif do == "set" or (do == "none" and isinstance(setting.control, (RoleOf, ChannelOf, HoursOf))):
            await self._set(click, channel_id, setting, None if do == "none" else _chosen(setting, click.values))
        else:
            raise Refused("forged")

    async def switch_silence(self, click: Click) -> None:
        """The second press, below what silence does: `mm:silence:<how>:<channel or 0>`."""
        channel_id = click.number(1) if len(click.parts) > 1 else SERVER
        if click.parts[:1] not in (("asleep",), ("strict",)):
            raise Refused("forged")
        await self._changes.change(click.interaction, channel_id, SILENCE, click.parts[0])
        await self.show(click, channel_id, changed=True, at=SILENCE)

    async def show(self, click: Click, channel_id: int, *, changed: bool, page: int = 0, at: str = NO_NAME) -> None:
        """The settings, in place of what was pressed: that page of them, or the one with the setting `at`."""
        look = await self._changes.look(click.interaction, channel_id)
        shown = settings_page(self._words(click), look, changed=changed, page=page, at=at)
        await update(click.interaction, shown)

    async def _set(self, click: Click, channel_id: int, setting: Setting, value: Any) -> None:
        if setting.name == SILENCE and value != "delete":
            page = preview_page(self._words(click), click.interaction, value, channel_id)
            await update(click.interaction, page)
            return
        await self._changes.change(click.interaction, channel_id, setting.name, value)
        await self.show(click, channel_id, changed=True, at=setting.name)

    async def _set_hour(self, click: Click, channel_id: int, setting: Setting, field: str) -> None:
        """One of the two hours; the page stays, since people choose the other one next."""
        if not click.values or click.values[0] not in map(str, range(24)):
            raise Refused("forged")
        await self._changes.change(click.interaction, channel_id, field, int(click.values[0]))
        look = await self._changes.look(click.interaction, channel_id)
        await update(click.interaction, setting_page(self._words(click), look, setting))

    async def _set_of_game(self, click: Click, channel_id: int, setting: Setting) -> None:
        """First the game, then one of its sets: the page with all games stays, since people choose for others next."""
        words, value = self._words(click), click.values[0] if click.values else ""
        if len(click.parts) > 3:
            await self._changes.choose_set(click.interaction, channel_id, game_of(click.parts[3]).name, value)
            look = await self._changes.look(click.interaction, channel_id)
            await update(click.interaction, setting_page(words, look, setting))
            return
        game = game_of(value)
        look = await self._changes.look(click.interaction, channel_id)
        shelf = await self._changes.shelf(click.interaction, game.name)
        await update(click.interaction, sets_page(words, look, game, shelf))

    async def _ask_for_zone(self, click: Click, setting: Setting) -> None:
        words = self._words(click)
        title, about = words.say("settings.button.zone"), words.say("settings.zone.help")
        where = custom_id(KIND, SERVER, setting.name, "typed")
        await show_form(click.interaction, form(where, title, title, description=about, most=60))

    async def _set_zone(self, click: Click, setting: Setting) -> None:
        zone = time_zone_called(click.text)
        if zone is None:
            raise Refused("no_time_zone")
        await self._changes.change(click.interaction, SERVER, setting.name, zone)
        await self.show(click, SERVER, changed=True, at=setting.name)

    def _words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)


def preview_page(words: Wording, interaction: discord.Interaction, how: str, channel_id: int) -> Any:
    """What silence would do, and the button that switches it on."""
    able = interaction.app_permissions.manage_roles or interaction.app_permissions.administrator
    back = custom_id(KIND, channel_id, SILENCE, "home")
    return silence_page(words, how, custom_id(SILENCE, how, channel_id), back, able=able)


def _place(click: Click) -> int:
    """The channel whose settings these are, or 0. Raises Refused for one that is not on this server."""
    channel_id = click.number(0)
    guild = click.interaction.guild
    if channel_id != SERVER and (guild is None or guild.get_channel(channel_id) is None):
        raise Refused("forged")
    return channel_id


def _known(name: str, channel_id: int) -> Setting:
    setting = setting_of(name)
    if setting is None or (channel_id != SERVER and not setting.in_channels):
        raise Refused("forged")
    return setting


def _chosen(setting: Setting, values: tuple[str, ...]) -> Any:
    """What was chosen from the setting's menu. Raises Refused for what it does not offer."""
    kind = setting.control
    if not values:
        raise Refused("forged")
    if isinstance(kind, SomeOf):
        chosen = tuple(one for one in kind.values if one in values)
        if not chosen:
            raise Refused("forged")
        return None if chosen == kind.values else chosen
    if isinstance(kind, ZoneOf) and values[0] in kind.values:
        return values[0]
    if isinstance(kind, OneOf):
        offered = {str(one): one for one in kind.values}
        if values[0] not in offered:
            raise Refused("forged")
        return offered[values[0]]
    if not isinstance(kind, (RoleOf, ChannelOf)) or not values[0].isdecimal():
        raise Refused("forged")
    return int(values[0])
