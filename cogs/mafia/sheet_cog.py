"""The protocol of a game of Mafia on Discord: as a picture, and as a file for a spreadsheet.

`mm:sheet_mafia:<match>`, below the finale, shows it to the presser alone; `/mafia_protocol` does the same, and
`mm:sheet_mafia:<match>:text` says the picture in words. Before the game is over it holds what everybody has seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import escape_markdown, escape_mentions

from bot.engine.announcements import SPECTATOR
from bot.games.mafia.views import MafiaView
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import check_may_see
from bot.ui.command_words import told
from bot.ui.panels import TINT, Button, Page, Panel, Shown, custom_id
from bot.ui.phone_pages import nearest, turns
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, take_time, update
from bot.ui.wording import Wording
from cogs.mafia.protocol import Protocol, csv_file, protocol_of
from cogs.mafia.protocol_picture import ProtocolPicture, protocol_picture
from cogs.table.leaves import leaf, phone_leaves

SHEET = "sheet_mafia"
TEXT = "text"
GAME = "mafia"
PATIENCE_S = 20.0
"""How long the picture is waited for; then the page says it in words."""

Interaction = discord.Interaction[Any]


def sheet_button(match_id: int, words: Wording) -> Button:
    """The way to the protocol, below the finale."""
    return Button(custom_id(SHEET, match_id), words.say("button.protocol"), "secondary", "📋")


class SheetCog(commands.Cog):
    """Writes protocols."""

    def __init__(self, *, service: MatchService, wording: Wording, archive: Archive, gallery: Gallery) -> None:
        self._service = service
        self._wording = wording
        self._archive = archive
        self._gallery = gallery

    async def pressed(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        if click.parts[1:2] != (TEXT,):
            await self._show(click.interaction, match)
            return
        words = self._wording.for_locale(click.interaction.locale)
        match, protocol = await self._protocol(click.interaction, match)
        is_turned = len(click.parts) > 2
        page = in_words(self._picture(match, protocol, words), match.id, click.number(2) if is_turned else 0, words)
        await (update if is_turned else reply)(click.interaction, page)

    @app_commands.command(name="mafia_protocol", description=told("command.mafia_protocol"))
    @app_commands.describe(table=told("command.mafia_protocol.table"))
    @app_commands.guild_only()
    async def protocol(self, interaction: Interaction, table: int | None = None) -> None:
        number = table if table is not None else await self._here(interaction)
        match = await self._service.snapshot(number)
        await self._show(interaction, match)

    async def _here(self, interaction: Interaction) -> int:
        """The game of Mafia that is played here, else the last one that came to its end here. Raises Refused."""
        live = await self._archive.live_in(interaction.channel_id or 0)
        games = [number for number in live if (await self._archive.row(number)).game == GAME]
        if not games:
            here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)} - {None}
            rows = await self._archive.finished_of(interaction.guild_id or 0)
            games = [row.id for row in rows if row.game == GAME and {row.channel_id, row.thread_id} & here]
        if not games:
            raise Refused("no_protocol")
        return games[-1]

    async def _protocol(self, interaction: Interaction, match: MatchSnapshot) -> tuple[MatchSnapshot, Protocol]:
        """What may be written down now, and the match as it was then. Raises Refused."""
        check_may_see(interaction, match)
        announcements = await self._archive.announcements(match.id)
        journal = await self._archive.journal(match.id)
        match = await self._service.snapshot(match.id)
        view = match.view(SPECTATOR)
        if not isinstance(view, MafiaView):
            raise Refused("no_protocol")
        return match, protocol_of(view, match.names(), announcements, journal)

    def _picture(self, match: MatchSnapshot, protocol: Protocol, words: Wording) -> ProtocolPicture:
        return protocol_picture(protocol, match.id, RenderContext.of(match, words).labels, words)

    async def _show(self, interaction: Interaction, match: MatchSnapshot) -> None:
        words = self._wording.for_locale(interaction.locale)
        match, protocol = await self._protocol(interaction, match)
        picture = self._picture(match, protocol, words)
        # A long game is a tall picture: there is time for it, but not within the seconds Discord gives for an answer.
        await take_time(interaction)
        with contextlib.suppress(NotDrawn, TimeoutError):
            await asyncio.wait_for(self._gallery.drawn(picture), PATIENCE_S)
        text = Button(custom_id(SHEET, match.id, TEXT), words.say("button.text"), "secondary", "📜")
        page = Page(
            panels=(Panel("", ((text,),)),),
            pictures=(Shown.of(picture, words),),
            tint=TINT,
        )
        await reply(interaction, page)
        body = csv_file(protocol, match.id, words)
        file = discord.File(io.BytesIO(body), filename=f"mafia-{match.id}.csv")
        await interaction.followup.send(words.say("protocol.file"), file=file, ephemeral=True)


def in_words(picture: ProtocolPicture, match_id: int, number: int, words: Wording) -> Page:
    """What the picture shows, in words: the page of this number, from 0, or the nearest there is."""
    lines = escape_mentions(escape_markdown(picture.words(words))).split("\n")
    pages = phone_leaves(lines)
    number = nearest(pages, number)
    turn = turns(words, number, len(pages), lambda there: custom_id(SHEET, match_id, TEXT, there))
    return Page(panels=(Panel(leaf(pages, number, words), (turn,) if turn else ()),), tint=TINT)
