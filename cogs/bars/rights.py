"""The right to bar somebody, by the place that they are barred from."""

from __future__ import annotations

import discord

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.service import MatchService
from bot.ui.authority import guild_of, may_keep_order
from cogs.table.finding import TableFinder


class BarRights:
    """A host decides for their own tables, those who keep order in the server for all of them."""

    def __init__(self, *, settings: SettingsBook, lobbies: Lobbies, service: MatchService, finder: TableFinder) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._service = service
        self._finder = finder

    async def may_keep_order(self, interaction: discord.Interaction) -> bool:
        return await may_keep_order(self._settings, interaction)

    async def check(self, interaction: discord.Interaction, scope: str, place: int) -> None:
        """Raises Refused for somebody who has no say there."""
        if scope == "match":
            await self._finder.check_host(interaction, await self._service.snapshot(place))
        elif scope == "lobby":
            await self._check_lobby(interaction, place)
        elif not await self.may_lift(interaction, scope, place):
            raise Refused("not_order_keeper" if scope == "server" else "not_host")

    async def may_lift(self, interaction: discord.Interaction, scope: str, place: int) -> bool:
        """Whether this person has a say about a bar: what they may see of the list, and lift."""
        if await self.may_keep_order(interaction):
            return True
        if scope == "server":
            return False
        if scope == "host":
            return place == interaction.user.id
        try:
            await self.check(interaction, scope, place)
        except Refused:
            return False
        return True

    async def _check_lobby(self, interaction: discord.Interaction, lobby_id: int) -> None:
        lobby = await self._lobbies.get(lobby_id)
        if lobby.guild_id != guild_of(interaction):
            raise Refused("forged")
        if interaction.user.id != lobby.host_id and not await self.may_keep_order(interaction):
            raise Refused("not_host")
