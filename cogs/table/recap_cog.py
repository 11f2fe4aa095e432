"""`/recap`: a finished game read aloud, and its recap as a file."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.matches.archive import Archive
from bot.matches.dealing import deals_before
from bot.matches.errors import Refused
from bot.matches.notebooks import Notebooks
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import check_may_see
from bot.ui.command_words import told
from bot.ui.face import Face
from bot.ui.panels import Page
from bot.ui.recap_files import recap_file
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.my_seat.pages import in_recap
from cogs.table.finding import Interaction, TableFinder
from cogs.table.story_page import story_page


class RecapCog(commands.Cog):
    """Tells the story of a game. `mm:story:<match>:<page>` turns its pages."""

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        archive: Archive,
        notebooks: Notebooks,
        faces: Mapping[str, Face],
        wording: Wording,
    ) -> None:
        self._finder = finder
        self._service = service
        self._archive = archive
        self._notebooks = notebooks
        self._faces = faces
        self._wording = wording

    @app_commands.command(name="recap", description=told("command.recap"))
    @app_commands.describe(table=told("command.recap.table"))
    @app_commands.guild_only()
    async def recap(self, interaction: Interaction, table: int | None = None) -> None:
        finished = [table] if table is not None else await self._finder.finished_here(interaction)
        if not finished:
            raise Refused("no_recap")
        match = await self._found(interaction, finished[0])
        words = self._wording.for_locale(interaction.locale)
        await reply(interaction, await self._page(match, 0, words))
        file = recap_file(await self._archive.recap(match.id), match.id, words)
        await interaction.followup.send(words.say("table.recap_file"), file=file(), ephemeral=True)

    async def turned(self, click: Click) -> None:
        match = await self._found(click.interaction, click.number(0))
        page = await self._page(match, click.number(1), self._wording.for_locale(click.interaction.locale))
        message = click.interaction.message
        if message is not None and message.flags.ephemeral:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    async def _found(self, interaction: Interaction, match_id: int) -> MatchSnapshot:
        """This match. Raises Refused, in the same words whether it is gone or not this person's to see."""
        try:
            match = await self._service.snapshot(match_id)
            check_may_see(interaction, match)
        except Refused as refusal:
            raise Refused("recap_gone") if refusal.code == "no_such_table" else refusal from None
        return match

    async def _page(self, match: MatchSnapshot, number: int, words: Wording) -> Page:
        """Only of a game that is over. Raises Refused."""
        if not match.over:
            raise Refused("not_over")
        if match.thrown_away:
            raise Refused("no_recap")
        journal = await self._archive.journal(match.id)
        said = await self._archive.announcements(match.id)
        instead_of = deals_before(await self._archive.log(match.id))
        face = self._faces[match.row.game]
        notes = in_recap(match, await self._notebooks.for_recap(match), words)
        return story_page(match, face, words, number, journal=journal, said=said, instead_of=instead_of, notes=notes)
