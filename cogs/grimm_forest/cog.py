"""Receives what people press in the forest beyond answering questions: reading a card."""

from __future__ import annotations

from discord.ext import commands

from bot.client import Mirror
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.matches.errors import Refused
from bot.ui.panels import TINT, Page, Panel
from bot.ui.router import Click, reply
from bot.ui.wording import Wording
from cogs.grimm_forest import words as cards
from cogs.grimm_forest.face import GrimmFace


class GrimmCog(commands.Cog):
    """The Grimm Forest on Discord. `tale` tells what a card does: `mm:tale:<match>:<menu>` with a card chosen."""

    def __init__(self, *, wording: Wording) -> None:
        self._wording = wording

    async def tale(self, click: Click) -> None:
        """To whoever asks alone. All cards are in the rules, so there is no secret in any of them."""
        name = click.values[0] if click.values else ""
        if name not in FABLES and name not in FRIENDS:
            raise Refused("forged")
        words = self._wording.for_locale(click.interaction.locale)
        await reply(click.interaction, Page(panels=(Panel(cards.card(name, words)),), tint=TINT))


async def setup(client: Mirror) -> None:
    client.faces[GrimmFace.game] = GrimmFace()
    cog = GrimmCog(wording=client.wording)
    client.router.on("tale", cog.tale)
    await client.add_cog(cog)
