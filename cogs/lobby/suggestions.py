"""The role sets that are suggested to whoever types the name of one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.games import GAMES
from bot.matches.rolesets import RoleSets
from bot.matches.typed_names import begins_or_holds
from bot.trouble import StoreTrouble
from bot.ui.option_words import set_label
from bot.ui.panels import OPTIONS_MOST
from bot.ui.wording import Wording


class RoleSetSuggestions:
    """Suggests the sets of the game that is being chosen."""

    def __init__(self, role_sets: RoleSets, wording: Wording) -> None:
        self._role_sets = role_sets
        self._wording = wording

    async def of(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Those in whose name or title this stands. Raises nothing."""
        game = getattr(interaction.namespace, "game", None)
        if interaction.guild_id is None or game not in GAMES:
            return []
        words = self._wording.for_locale(interaction.locale)
        try:
            shelf = await self._role_sets.shelf(interaction.guild_id, game)
        except StoreTrouble:
            return []
        names = [one.name for one in shelf.offered if begins_or_holds(current, shelf.called(one.name))]
        return [
            app_commands.Choice(name=set_label(words, GAMES[game], name)[:100], value=name)
            for name in names[:OPTIONS_MOST]
        ]
