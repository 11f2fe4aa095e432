"""What all pages about role sets share: whose words, who may change, the drafts, and where sets are found."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.engine.rulebook import Game, Options
from bot.matches.drafts import Draft, Drafts
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.option_fields import salvaged
from bot.matches.role_set_history import RoleSetHistory
from bot.matches.rolesets import Broken, Offered, RoleSets
from bot.ui.authority import guild_of, may_edit_role_sets
from bot.ui.router import Click
from bot.ui.wording import Wording


class Workshop:
    """Where role sets are looked at and worked on."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        role_sets: RoleSets,
        history: RoleSetHistory,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._settings = settings
        self._wording = wording
        self.role_sets = role_sets
        self.history = history
        self.drafts = Drafts(now_ms)

    def words(self, interaction: discord.Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)

    async def editors_guild(self, interaction: discord.Interaction) -> int:
        """The server's id. Raises Refused for people who may not edit role sets: looked up anew at each press."""
        guild_id = guild_of(interaction)
        if not await self.may_edit(interaction):
            raise Refused("not_role_editor")
        return guild_id

    async def may_edit(self, interaction: discord.Interaction) -> bool:
        return await may_edit_role_sets(self._settings, interaction)

    async def find(self, guild_id: int, game: Game, name: str) -> Offered | Broken:
        """A set by its name, in whatever case it was typed. Raises Refused where there is none."""
        found = (await self.role_sets.shelf(guild_id, game.name)).find(name)
        if found is None:
            raise Refused("no_such_role_set")
        return found

    async def begin(self, user_id: int, guild_id: int, game: Game, name: str, like: str | None = None) -> Draft:
        """A draft of a new set. Raises Refused for a name that cannot be used."""
        tidy = await self.role_sets.check_name(guild_id, game.name, name)
        options: Options
        if like is None:
            _, options = await self.role_sets.default(guild_id, game.name)
        else:
            options = await self.role_sets.get(guild_id, game.name, like)
        return self.drafts.open(user_id, guild_id, game, tidy, options, replaces=None)

    async def reopen(self, user_id: int, guild_id: int, game: Game, name: str) -> Draft:
        """A draft of a set there is. What an update made unreadable begins as the default."""
        found = await self.find(guild_id, game, name)
        if isinstance(found, Broken):
            options, mended = salvaged(game, found.body), True
        elif found.is_built_in:
            raise Refused("role_set_built_in")
        else:
            options, mended = found.options, False
        return self.drafts.open(user_id, guild_id, game, found.name, options, replaces=found.saved_ms, mended=mended)


def chosen(click: Click) -> str:
    """What was chosen in a menu. Raises Refused for a forged click."""
    if not click.values:
        raise Refused("forged")
    return click.values[0]


def part(click: Click, place: int) -> str:
    """A part of the id of the control. Raises Refused for a forged one."""
    if place >= len(click.parts):
        raise Refused("forged")
    return click.parts[place]


def whole_number(text: str) -> int:
    """A number that was chosen in a menu. Raises Refused for a forged one."""
    if not text.isdecimal() or len(text) > 9:
        raise Refused("forged")
    return int(text)
