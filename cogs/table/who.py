"""`/table who`: who may do what, as a picture and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.engine.announcements import SPECTATOR
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.panels import TINT, Button, Page, Panel, Shown, custom_id
from bot.ui.powers import Powers
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply
from bot.ui.wording import Wording
from cogs.table.finding import Interaction, TableFinder
from cogs.table.keeping import SilenceMeans
from cogs.table.leaves import leaves
from cogs.table.powers_picture import PowersPicture, powers_picture

WHO = "who"


class WhoMayDoWhat:
    """Shows it to hosts. `mm:who:<match>` is the same in words."""

    def __init__(
        self,
        *,
        client: discord.Client,
        finder: TableFinder,
        service: MatchService,
        faces: Mapping[str, Face],
        means: SilenceMeans,
        wording: Wording,
    ) -> None:
        self._client = client
        self._finder = finder
        self._service = service
        self._faces = faces
        self._means = means
        self._wording = wording

    async def show(self, interaction: Interaction, match: MatchSnapshot) -> None:
        words = self._wording.for_locale(interaction.locale)
        picture = await self._picture(interaction, match, words)
        text = Button(custom_id(WHO, match.id), words.say("button.text"), "secondary", "🔤")
        page = Page(
            panels=(Panel(words.say("who.caption"), ((text,),)),),
            pictures=(Shown.of(picture, words),),
            tint=TINT,
        )
        await reply(interaction, page)

    async def in_words(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        await self._finder.check_host(click.interaction, match)
        words = self._wording.for_locale(click.interaction.locale)
        text = (await self._picture(click.interaction, match, words)).words(words)
        harmless = discord.utils.escape_mentions(discord.utils.escape_markdown(text))
        for leaf in leaves(harmless.split("\n")):
            await reply(click.interaction, Page(panels=(Panel(leaf),), tint=TINT))

    async def _picture(self, interaction: Interaction, match: MatchSnapshot, words: Wording) -> PowersPicture:
        """Made from a bystander's view alone: it tells nothing that the table does not know. Raises Refused."""
        channel = self._client.get_channel(match.row.thread_id or match.row.channel_id)
        have = interaction.app_permissions
        if isinstance(channel, discord.TextChannel | discord.Thread) and channel.id != interaction.channel_id:
            have = channel.permissions_for(channel.guild.me)
        kept = await self._means.keeping(match, have)
        match = await self._service.snapshot(match.id)
        face, context = self._faces[match.row.game], RenderContext.of(match, words)
        view = match.view(SPECTATOR)
        user_ids = {seat: row.user_id for seat, row in match.seats.items()}
        return powers_picture(powers_of(view, face), kept, user_ids, context.labels, face.moment(view, context), words)


def powers_of(view: Any, face: Face) -> list[Powers]:
    """Everybody's, from a bystander's view. Raises Refused for games that keep nothing from anybody."""
    powers = face.powers(view)
    if powers is None:
        raise Refused("no_powers")
    return powers
