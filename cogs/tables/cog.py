"""`/tables`: everything that runs in a server, for whoever may know of it.

`tables`  a page of the list:                      `mm:tables:<page>`
`standby` somebody stands by at a table, or does not any more: `mm:standby:<match>`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.matches.archive import Archive
from bot.matches.guild_settings import SettingsBook
from bot.matches.leaving import Leaving
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.service import MatchService
from bot.ui.audit_channel import AuditChannel
from bot.ui.authority import check_may_see, guild_of, may_keep_order, may_see_place, may_see_row
from bot.ui.command_words import told
from bot.ui.dead_room.newcomers import Newcomers
from bot.ui.face import Face
from bot.ui.panels import Page
from bot.ui.public_lines import PublicLines
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording, plain
from cogs.table.finding import Interaction
from cogs.table.members import newcomers_of
from cogs.tables.page import ON_PAGE, ON_PAGE_OF_MODERATORS, STANDBY, TABLES, Listed, tables_page

CHANGED_AGAIN_MS = 10_000
"""So long after somebody has changed whether they stand by they can change it again: the table is told each time."""
One = TypeVar("One")


class TablesCog(commands.Cog):
    """Lists tables. What is played in a channel is told only to whoever can see that channel."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        service: MatchService,
        lobbies: Lobbies,
        archive: Archive,
        leaving: Leaving,
        newcomers: Newcomers,
        faces: Mapping[str, Face],
        audit: AuditChannel,
        public_lines: PublicLines,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._settings = settings
        self._service = service
        self._lobbies = lobbies
        self._archive = archive
        self._leaving = leaving
        self._newcomers = newcomers
        self._faces = faces
        self._audit = audit
        self._public_lines = public_lines
        self._wording = wording
        self._now_ms = now_ms
        self._changes = RateLimit("wait", CHANGED_AGAIN_MS)

    @app_commands.command(name="tables", description=told("command.tables"))
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        await reply(interaction, await self._page(interaction, 0))

    async def turned(self, click: Click) -> None:
        await update(click.interaction, await self._page(click.interaction, click.number(0)))

    async def stand_by(self, click: Click) -> None:
        """On the list, or off it again. The table is told: its host can take them off with `/table standby`."""
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        self._changes.slow_down(click.user_id, self._now_ms())
        await self._newcomers.check_standby(match, click.user_id, own=True)
        name = click.interaction.user.display_name
        key = await self._leaving.stand_by(match.id, click.user_id, click.user_id, name)
        self._public_lines.say(match, f"tables.standby.told.{key}", name=plain(name))
        await reply(
            click.interaction, self._words(click.interaction).say(f"tables.standby.done.{key}", number=match.id)
        )

    async def _page(self, interaction: Interaction, page: int) -> Page:
        moderates = await may_keep_order(self._settings, interaction)
        guild_id, reader = guild_of(interaction), interaction.user.id
        mine = set(await self._archive.tables_of(reader))
        rows = [row for row in await self._archive.live_of(guild_id) if row.id in mine or may_see_row(interaction, row)]
        lobbies = [
            lobby
            for lobby in await self._lobbies.open_of_guild(guild_id)
            if lobby.seat_of(reader) or may_see_place(interaction, lobby.channel_id)
        ]
        entries: list[Lobby | int] = [*lobbies, *(row.id for row in rows)]
        page, pages, shown = _part(entries, page, ON_PAGE_OF_MODERATORS if moderates else ON_PAGE)
        words = self._words(interaction)
        return tables_page(
            [await self._listed(one, reader, moderates) for one in shown if isinstance(one, int)],
            [one for one in shown if isinstance(one, Lobby)],
            words,
            reader=reader,
            page=page,
            pages=pages,
            warning=await self._warning(guild_id, words) if moderates else "",
        )

    async def _listed(self, match_id: int, reader: int, moderates: bool) -> Listed:
        stands_by = await self._leaving.standing(match_id, reader)
        match = await self._service.snapshot(match_id)
        hosts = moderates or match.row.host_id == reader
        return Listed(match, self._faces[match.row.game], hosts, stands_by)

    async def _warning(self, guild_id: int, words: Wording) -> str:
        """That what hosts and moderators do cannot be told where it should be."""
        channel = (await self._settings.read(guild_id)).audit_channel
        if channel is None or guild_id not in self._audit.silent:
            return ""
        return words.say("audit.silent", channel=f"<#{channel}>")

    def _words(self, interaction: discord.Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _part(entries: Sequence[One], page: int, most: int) -> tuple[int, int, Sequence[One]]:
    """The page nearest to the wanted one, with so many at most, how many there are, and what stands on it."""
    pages = max(1, -(-len(entries) // most))
    page = min(max(page, 0), pages - 1)
    return page, pages, entries[page * most :][:most]


async def setup(client: Mirror) -> None:
    cog = TablesCog(
        settings=client.settings,
        service=client.service,
        lobbies=client.lobbies,
        archive=client.archive,
        leaving=client.leaving,
        newcomers=newcomers_of(client),
        faces=client.faces,
        audit=client.audit_channel,
        public_lines=PublicLines(client.stage, client.languages),
        wording=client.wording,
        now_ms=client.now_ms,
    )
    client.router.on(TABLES, cog.turned)
    client.router.on(STANDBY, cog.stand_by)
    await client.add_cog(cog)
