"""Receives what people press at the club table beyond answering questions: looking at the votes so far."""

from __future__ import annotations

from collections.abc import Sequence

from discord.ext import commands

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.games.mafia.views import MafiaView
from bot.matches.errors import Refused
from bot.matches.fouls import FOUL
from bot.matches.service import MatchService
from bot.ui.authority import check_may_see
from bot.ui.panels import TINT, Page, Panel, custom_id
from bot.ui.phone_pages import turns
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.mafia.face import BALLOTS, MafiaFace
from cogs.mafia.floor_keeper import FloorKeeper
from cogs.mafia.sheet_cog import SHEET, SheetCog
from cogs.table.voice_controls import floor_in_voice


class MafiaCog(commands.Cog):
    """Mafia on Discord.

    `mm:ballots:<match>[:<page>]` shows every vote so far to the presser alone: it is all public.
    """

    def __init__(self, *, face: MafiaFace, service: MatchService, wording: Wording) -> None:
        self._service = service
        self._wording = wording
        self._face = face

    async def ballots(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        view = match.view(SPECTATOR)
        if not isinstance(view, MafiaView):
            raise Refused("forged")
        check_may_see(click.interaction, match)
        words = self._wording.for_locale(click.interaction.locale)
        pages = self._face.history(view, RenderContext.of(match, words))
        number = click.number(1) if len(click.parts) > 1 else len(pages) - 1
        page = self._page(match.id, pages, min(max(number, 0), len(pages) - 1), words)
        message = click.interaction.message
        # The button on the board opens a page of one's own; on that page, the leaves are turned in place.
        if message is not None and message.flags.ephemeral and len(click.parts) > 1:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    def _page(self, match_id: int, pages: Sequence[str], number: int, words: Wording) -> Page:
        turn = turns(words, number, len(pages), lambda there: custom_id(BALLOTS, match_id, there))
        return Page(panels=(Panel(pages[number], (turn,) if turn else ()),), tint=TINT)


async def setup(client: Mirror) -> None:
    face = client.faces[MafiaFace.game] = MafiaFace()
    mafia = MafiaCog(face=face, service=client.service, wording=client.wording)
    client.router.on(BALLOTS, mafia.ballots)
    sheets = SheetCog(service=client.service, wording=client.wording, archive=client.archive, gallery=client.gallery)
    client.router.on(SHEET, sheets.pressed)
    floor = FloorKeeper(
        service=client.service,
        wording=client.wording,
        now_ms=client.now_ms,
        archive=client.archive,
        fouls=client.fouls,
        voice=floor_in_voice(client),
        places=client.places,
        settings=client.settings,
    )
    client.service.watchers.append(floor.watch)
    client.overhearing.append(floor.overhear)
    client.router.on(FOUL, floor.foul_confirmed)
    for cog in (mafia, sheets, floor):
        await client.add_cog(cog)
