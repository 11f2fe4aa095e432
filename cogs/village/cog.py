"""Receives what people do in a village beyond answering questions: croaking by day."""

from __future__ import annotations

from discord.ext import commands

from bot.games.village.views import VillageView
from bot.matches.service import Refused
from bot.ui.mirror import Mirror
from bot.ui.router import Click, reply
from cogs.hidden_roles import Pauses
from cogs.village.board import VillageFace


class VillageCog(commands.Cog):
    """Rumplestiltskin! on Discord."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self._pauses = Pauses()
        mirror.faces[VillageFace.game] = VillageFace()
        mirror.router.on("croak", self.croak)

    async def croak(self, click: Click) -> None:
        """All that a toad may say (S0-11), without anybody's message having to be read."""
        awake = await self.mirror.service.awake(click.number(0))
        seat = awake.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        view = awake.match.view(seat)
        # The same button under a foreign match is a forged one: that game has no toads.
        if not isinstance(view, VillageView) or view.player(seat).speech != "toad":
            raise Refused("no_toad")
        self._pauses.slow_down(click.user_id, self.mirror.now_ms())
        words = self.mirror.stage.words_of(awake)
        noise = words.say("toad.noise", pick=click.interaction.id >> 22)
        name = self.mirror.stage.setting(awake, words).name(seat)
        await reply(click.interaction, f"🐸 {name}: {noise}", private=False)


async def setup(mirror: Mirror) -> None:
    await mirror.add_cog(VillageCog(mirror))
