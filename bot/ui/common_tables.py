"""The tables at which two people sit together, for what one of them does to the other without naming a table."""

from __future__ import annotations

import discord

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import guild_of
from bot.ui.wording import plain

Person = discord.Member | discord.User


class CommonTables:
    """Finds them among the live tables of a server."""

    def __init__(self, service: MatchService, archive: Archive) -> None:
        self._service = service
        self._archive = archive

    async def of(self, interaction: discord.Interaction, person: Person) -> list[MatchSnapshot]:
        """The tables of this place at which whoever gave the command sits with this person; where there is none, those
        of the whole server. Raises Refused when there is none at all."""
        guild_id = guild_of(interaction)
        mine = [await self._service.snapshot(one) for one in await self._archive.tables_of(interaction.user.id)]
        shared = [one for one in mine if one.row.guild_id == guild_id and one.seat_of(person.id) is not None]
        if not shared:
            raise Refused("no_common_table", name=plain(person.display_name))
        return [one for one in shared if interaction.channel_id in (one.row.thread_id, one.row.channel_id)] or shared
