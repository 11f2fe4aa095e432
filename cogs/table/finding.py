"""Which table is meant, and who may do something there."""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import check_may_see, keeps_order, may_keep_order
from bot.ui.stage.place import Places
from cogs.table.members import member

Interaction = discord.Interaction[Any]


class TableFinder:
    """Finds the match a command is about."""

    def __init__(self, *, settings: SettingsBook, service: MatchService, archive: Archive, places: Places) -> None:
        self._settings = settings
        self._service = service
        self._archive = archive
        self._places = places

    async def table(self, interaction: Interaction, number: int | None) -> MatchSnapshot:
        """The table of this place, or the one that is named. Raises Refused."""
        if number is not None:
            match = await self._service.snapshot(number)
            check_may_see(interaction, match)
            return match
        here = sorted(self._places.here.get(interaction.channel_id or 0, ()))
        if not here and interaction.channel_id is not None:
            here = await self._archive.live_in(interaction.channel_id)
        here = here or await self.finished_here(interaction)
        if not here:
            raise Refused("not_here")
        if len(here) > 1:
            raise Refused("which_table", tables=", ".join(map(str, here)))
        return await self._service.snapshot(here[0])

    async def hosted(self, interaction: Interaction, number: int | None) -> MatchSnapshot:
        """The same, for its host or a moderator of the server. Raises Refused."""
        match = await self.table(interaction, number)
        await self.check_host(interaction, match)
        return await self._service.snapshot(match.id)

    async def check_host(self, interaction: Interaction, match: MatchSnapshot) -> None:
        """Raises Refused for anybody but the host and the moderators of the server."""
        if match.row.guild_id != interaction.guild_id:  # who moderates this server has no say in another one
            raise Refused("no_such_table")
        check_may_see(interaction, match)
        if not await self.is_host(interaction, match):
            raise Refused("not_host")

    async def is_host(self, interaction: Interaction, match: MatchSnapshot) -> bool:
        """Whether this is the table's host, or a moderator of its server."""
        if match.row.guild_id != interaction.guild_id:
            return False
        return interaction.user.id == match.row.host_id or await may_keep_order(self._settings, interaction)

    async def check_hosts_still(self, interaction: Interaction, match: MatchSnapshot, user_id: int) -> None:
        """Raises Refused when this person, who did something here as a host, could not do it any more."""
        if user_id == match.row.host_id:
            return
        try:
            person = await member(interaction, user_id)
        except Refused:
            raise Refused("host_no_more") from None
        if not await keeps_order(self._settings, person):
            raise Refused("host_no_more")

    async def mine(self, interaction: Interaction, number: int | None) -> list[MatchSnapshot]:
        """The tables where this person sits: the named one, also when its game is over, those of this place, or all.

        Raises Refused for none.
        """
        mine = await self._archive.tables_of(interaction.user.id)
        here = self._places.here.get(interaction.channel_id or 0, set())
        chosen = [one for one in mine if (one == number if number else one in here)]
        if not chosen and number is None:
            chosen = mine or await self.finished_here(interaction)
        elif not chosen and number in await self._archive.finished_tables_of(interaction.user.id):
            chosen = [number]
        tables = [await self._service.snapshot(match_id) for match_id in chosen]
        seated = [match for match in tables if match.seat_of(interaction.user.id) is not None]
        if not seated:
            raise Refused("not_seated" if here or number is not None else "no_seat")
        return seated

    async def finished_here(self, interaction: Interaction) -> list[int]:
        """The game that came to its end here last; none when no game did."""
        here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)} - {None}
        rows = await self._archive.finished_of(interaction.guild_id or 0)
        return [row.id for row in rows if {row.channel_id, row.thread_id} & here][-1:]
