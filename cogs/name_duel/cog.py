"""Receives what people do in a duel beyond answering questions: looking up the names, ordering Hobyah's cards."""

from __future__ import annotations

from discord.ext import commands

from bot.client import Mirror
from bot.engine.questions import IllegalAnswer
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.views import NameDuelView
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.ui.channels import is_ephemeral
from bot.ui.panels import TINT, Page, Panel, custom_id
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.standing import StandingNews
from bot.ui.wording import Wording
from cogs.name_duel.face import NameDuelFace
from cogs.name_duel.words import card

NAMES_ROOM = 27
"""Lines of a phone for the reference card, and for what turns its pages."""


class NameDuelCog(commands.Cog):
    """Rumpelstiltskin, the name duel, on Discord.

    `names`  the reference card with all ten names, or the page to which somebody turns: `mm:names[:<page>]`
    `order`  Hobyah's lower card is chosen, or not yet: `mm:order:<match>:<checkpoint>:<question>[:<card>]`
    """

    def __init__(
        self,
        *,
        face: NameDuelFace,
        service: MatchService,
        wording: Wording,
        seat_pages: SeatPages,
        standing: StandingNews,
    ) -> None:
        self._service = service
        self._wording = wording
        self._seat_pages = seat_pages
        self._standing = standing
        self._face = face

    async def names(self, click: Click) -> None:
        """To whoever presses it, as a message of its own: the panel with the button stays as it is. That message is
        the one in which the pages are turned."""
        words = self._wording.for_locale(click.interaction.locale)
        if click.parts:
            await update(click.interaction, names_page(words, click.number(0)))
        else:
            await reply(click.interaction, names_page(words))

    async def order(self, click: Click) -> None:
        """The next step of an answer that takes two taps. Nothing is answered yet, and nothing is kept."""
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        if click.number(1) != match.checkpoint:
            raise IllegalAnswer("not_open")
        question = match.question(click.number(2), seat)
        if question.key != "hobyah.top":
            raise Refused("forged")
        words = self._wording.for_locale(click.interaction.locale)
        if click.interaction.message is not None:  # something else stands there in a moment
            await self._standing.was_pressed(match, seat, words, click.interaction.message)
        if len(click.parts) <= 3:
            is_left = is_ephemeral(click.interaction)
            await update(click.interaction, self._seat_pages.seat(match, seat, words, is_left=is_left))
            return
        first = click.parts[3]
        if first not in question.choices:
            raise IllegalAnswer("not_offered")
        view, context = match.view(seat), RenderContext.of(match, words)
        assert isinstance(view, NameDuelView)
        panels = (self._face.seat(view, context), self._face.next_panel(question, first, view, context))
        pictures = self._seat_pages.pictures(match, seat, words)
        await update(click.interaction, Page(panels=panels, tint=TINT, pictures=pictures))


def names_page(words: Wording, page: int = 0) -> Page:
    """The ten names, and what each does, as many as a phone shows at once."""
    pages = in_pages([f"• {card(name, words)}" for name in NAMES], NAMES_ROOM, room_of)
    page = nearest(pages, page)
    text = "\n".join((f"## {words.say('duel.names')}", *pages[page]))
    row = turns(words, page, len(pages), lambda there: custom_id("names", there))
    return Page(panels=(Panel(text, (row,)),), tint=TINT)


async def setup(client: Mirror) -> None:
    face = client.faces[NameDuelFace.game] = NameDuelFace()
    cog = NameDuelCog(
        face=face,
        service=client.service,
        wording=client.wording,
        seat_pages=client.seat_pages,
        standing=client.standing,
    )
    client.router.on("names", cog.names)
    client.router.on("order", cog.order)
    await client.add_cog(cog)
