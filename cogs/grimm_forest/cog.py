"""Receives what people press in the forest beyond answering questions: reading a card, and being done too early."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from discord.ext import commands

from bot.client import Mirror
from bot.engine.questions import IllegalAnswer
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.values import DONE
from bot.games.grimm_forest.views import GrimmForestView
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.trouble import StoreTrouble
from bot.ui.channels import is_ephemeral
from bot.ui.panels import TINT, Page, Panel
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.stage.standing import StandingNews
from bot.ui.wording import Wording
from cogs.grimm_forest import words as cards
from cogs.grimm_forest.face import GrimmForestFace
from cogs.rules_lookup.pairs import table_of_match, told_pairs


class GrimmForestCog(commands.Cog):
    """The Grimm Forest on Discord.

    `tale` tells what a card does: `mm:tale:<match>:<menu>` with a card chosen;
    `done` asks before Build actions are given away: `mm:done:<match>:<checkpoint>:<question>`, with `:back` for the
    actions again.
    """

    def __init__(
        self,
        *,
        face: GrimmForestFace,
        service: MatchService,
        wording: Wording,
        seat_pages: SeatPages,
        standing: StandingNews,
    ) -> None:
        self._face = face
        self._service = service
        self._wording = wording
        self._seat_pages = seat_pages
        self._standing = standing

    async def tale(self, click: Click) -> None:
        """To whoever asks alone, with what it does to another card of this game. All cards are in the rules, so there
        is no secret in any of them."""
        name = click.values[0] if click.values else ""
        if name not in FABLES and name not in FRIENDS:
            raise Refused("forged")
        words = self._wording.for_locale(click.interaction.locale)
        told = [cards.card(name, words)]
        with suppress(Refused, StoreTrouble):  # whatever has become of the table, the card can be read
            match = await self._service.snapshot(click.number(0))
            if match.row.game == GrimmForestFace.game:
                told += told_pairs(words, GrimmForestFace.game, table_of_match(match), name)
        await reply(click.interaction, Page(panels=(Panel("\n".join(told)),), tint=TINT))

    async def done(self, click: Click) -> None:
        """Ask whether the builder means it; the answer itself is the second button."""
        page = await self._asked_or_back(click)
        message = click.interaction.message
        if message is not None and (click.interaction.guild_id is None or message.flags.ephemeral):
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    async def _asked_or_back(self, click: Click) -> Page:
        match = await self._service.snapshot(click.number(0))
        if match.row.game != GrimmForestFace.game:
            raise Refused("forged")
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        if click.number(1) != match.checkpoint:
            raise IllegalAnswer("not_open")
        question = match.question(click.number(2), seat)
        if DONE not in question.choices:
            raise IllegalAnswer("not_offered")
        context = RenderContext.of(match, self._wording.for_locale(click.interaction.locale))
        if click.interaction.message is not None:  # something else stands there in a moment
            await self._standing.was_pressed(match, seat, context.words, click.interaction.message)
        if click.parts[3:4] == ("back",):
            return self._seat_pages.questions(match, seat, context.words, is_left=is_ephemeral(click.interaction))
        view = match.view(seat)
        assert isinstance(view, GrimmForestView)
        return replace(self._face.done_page(question, view, context), tint=TINT)


async def setup(client: Mirror) -> None:
    face = client.faces[GrimmForestFace.game] = GrimmForestFace()
    cog = GrimmForestCog(
        face=face,
        service=client.service,
        wording=client.wording,
        seat_pages=client.seat_pages,
        standing=client.standing,
    )
    client.router.on("tale", cog.tale)
    client.router.on("done", cog.done)
    await client.add_cog(cog)
