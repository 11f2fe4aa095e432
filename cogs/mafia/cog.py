"""Receives what people press at the club table beyond answering questions: looking at the votes so far."""

from __future__ import annotations

from collections.abc import Sequence

from discord.ext import commands

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.games.mafia.views import MafiaView
from bot.matches.errors import Refused
from bot.ui.authority import check_may_see
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.mafia.face import BALLOTS, MafiaFace
from cogs.mafia.floor_keeper import FloorKeeper
from cogs.mafia.sheet_cog import SheetCog


class MafiaCog(commands.Cog):
    """Mafia on Discord.

    `mm:ballots:<match>[:<page>]` shows every vote so far to the presser alone: it is all public.
    """

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self.face = MafiaFace()
        mirror.faces[MafiaFace.game] = self.face
        mirror.router.on(BALLOTS, self.ballots)

    async def ballots(self, click: Click) -> None:
        awake = await self.mirror.service.awake(click.number(0))
        view = awake.match.view(SPECTATOR)
        if not isinstance(view, MafiaView):
            raise Refused("forged")
        check_may_see(click.interaction, awake)
        words = self.mirror.wording.for_locale(click.interaction.locale)
        pages = self.face.history(view, RenderContext.of(awake.snapshot(), words))
        number = click.number(1) if len(click.parts) > 1 else len(pages) - 1
        page = self._page(awake.id, pages, min(max(number, 0), len(pages) - 1), words)
        message = click.interaction.message
        # The button on the board opens a page of one's own; on that page, the leaves are turned in place.
        if message is not None and message.flags.ephemeral and len(click.parts) > 1:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    def _page(self, match_id: int, pages: Sequence[str], number: int, words: Wording) -> Page:
        turn: tuple[Button, ...] = (
            Button(custom_id(BALLOTS, match_id, number - 1), words.say("story.back"), disabled=number == 0),
            Button(custom_id(BALLOTS, match_id, number + 1), words.say("story.on"), disabled=number == len(pages) - 1),
        )
        return Page(panels=(Panel(pages[number], (turn,) if len(pages) > 1 else ()),), tint=TINT)


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(MafiaCog(mirror))
    await mirror.add_cog(SheetCog(mirror))
    await mirror.add_cog(FloorKeeper(mirror))
