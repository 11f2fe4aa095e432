"""Receives what people press at a card table beyond answering questions: looking back, and thinking about a claim."""

from __future__ import annotations

from dataclasses import replace

from discord.ext import commands

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.questions import IllegalAnswer
from bot.games.trumplestiltskin.values import CLAIM
from bot.games.trumplestiltskin.views import TrumplestiltskinView
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import check_may_see
from bot.ui.channels import is_ephemeral
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.wording import Wording
from cogs.trumplestiltskin.face import TrumplestiltskinFace, say, trick_words, whole_sheet

SHEET_ROOM = 24
"""Lines of a phone that a page of the score sheet may have."""


class TrumplestiltskinCog(commands.Cog):
    """Trumplestiltskin on Discord.

    `trick`, `sheet` and, below the sheet, `line` show public things to the presser alone: `mm:trick:<match>`; a page of
    the sheet is turned by `mm:sheet:<match>:<page>`;
    `claim` asks before a hand is shown: `mm:claim:<match>:<checkpoint>:<question>`, with `:back` for the cards again.
    """

    def __init__(
        self, *, face: TrumplestiltskinFace, service: MatchService, wording: Wording, seat_pages: SeatPages
    ) -> None:
        self._service = service
        self._wording = wording
        self._seat_pages = seat_pages
        self._face = face

    # -- looking back -----------------------------------------------------------------------------------------------

    async def _looked_at(self, click: Click) -> tuple[TrumplestiltskinView, RenderContext]:
        """The table as a bystander sees it, for whoever may see it."""
        match = await self._table(click)
        check_may_see(click.interaction, match)
        view = match.view(SPECTATOR)
        assert isinstance(view, TrumplestiltskinView)
        return view, self._context(click, match)

    async def _table(self, click: Click) -> MatchSnapshot:
        match = await self._service.snapshot(click.number(0))
        if match.row.game != TrumplestiltskinFace.game:
            raise Refused("forged")
        return match

    def _context(self, click: Click, match: MatchSnapshot) -> RenderContext:
        return RenderContext.of(match, self._wording.for_locale(click.interaction.locale))

    async def last_trick(self, click: Click) -> None:
        view, context = await self._looked_at(click)
        if not view.tricks:
            raise Refused("trump_no_trick")
        heading = say(context, "moment.tricks", hand=view.number, trick=len(view.tricks))
        await _show(click, f"### {heading}\n{trick_words(view.tricks[-1], context)}")

    async def hand_line(self, click: Click) -> None:
        """The auction and the play of the hand before, and of this one, in a line each that can be copied."""
        view, context = await self._looked_at(click)
        names = " · ".join(f"{player.seat} {context.name(player.seat)}" for player in view.players)
        lines = [line for line in dict.fromkeys((view.last_line, view.line)) if line]
        await _show(
            click, "\n".join([say(context, "line.about"), *(f"```\n{line}\n```" for line in lines), f"-# {names}"])
        )

    async def score_sheet(self, click: Click) -> None:
        """Every hand so far, page by page; and a button for those who write hands down."""
        view, context = await self._looked_at(click)
        pages = in_pages(whole_sheet(view, context) or [say(context, "sheet.empty")], SHEET_ROOM, room_of)
        turned = len(click.parts) > 1
        page = nearest(pages, click.number(1) if turned else len(pages) - 1)  # the newest hands first
        line = Button(custom_id("line", click.number(0)), say(context, "button.line"), "secondary", "📋")
        ways = turns(context.words, page, len(pages), lambda there: custom_id("sheet", click.number(0), there))
        sheet = Page(panels=(Panel("\n".join(pages[page]), ((*ways, line),)),), tint=TINT)
        await (update(click.interaction, sheet) if turned else reply(click.interaction, sheet))

    # -- thinking about a claim -------------------------------------------------------------------------------------

    async def claim(self, click: Click) -> None:
        """Say what a claim shows before it is made; nothing has happened until the second button."""
        match = await self._table(click)
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        if click.number(1) != match.checkpoint:
            raise IllegalAnswer("not_open")
        question = match.question(click.number(2), seat)
        if question.key != "trick.play" or CLAIM not in question.choices:
            raise IllegalAnswer("not_offered")
        context = self._context(click, match)
        if click.parts[3:4] == ("back",):
            page = self._seat_pages.questions(match, seat, context.words, is_left=is_ephemeral(click.interaction))
        else:
            view = match.view(seat)
            assert isinstance(view, TrumplestiltskinView)
            page = replace(self._face.claim_page(question, view, context), tint=TINT)
        message = click.interaction.message
        if message is not None and (click.interaction.guild_id is None or message.flags.ephemeral):
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)


async def _show(click: Click, text: str, *buttons: Button) -> None:
    """To whoever pressed alone."""
    await reply(click.interaction, Page(panels=(Panel(text, (buttons,) if buttons else ()),), tint=TINT))


async def setup(client: Mirror) -> None:
    face = client.faces[TrumplestiltskinFace.game] = TrumplestiltskinFace()
    cog = TrumplestiltskinCog(face=face, service=client.service, wording=client.wording, seat_pages=client.seat_pages)
    client.router.on("trick", cog.last_trick)
    client.router.on("line", cog.hand_line)
    client.router.on("sheet", cog.score_sheet)
    client.router.on("claim", cog.claim)
    await client.add_cog(cog)
