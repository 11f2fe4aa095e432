"""A minute more, given by anybody at the table with one press, and said where everybody reads it."""

from __future__ import annotations

import discord

from bot.client import Mirror
from bot.matches.giving_time import GivingTime
from bot.matches.service import MatchService
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, reply
from bot.ui.wording import Wording, plain


class Minutes:
    """Serves `mm:minute:<match>`."""

    def __init__(self, service: MatchService, giving: GivingTime, public_lines: PublicLines, wording: Wording) -> None:
        self._service = service
        self._giving = giving
        self._public_lines = public_lines
        self._wording = wording

    async def give(self, click: Click) -> None:
        await self.give_at(click.interaction, click.number(0))

    async def give_at(self, interaction: discord.Interaction, match_id: int) -> None:
        """One minute more for everything that is open at this table. Raises Refused."""
        await self._giving.give_a_minute(match_id, interaction.user.id)
        match = await self._service.snapshot(match_id)
        seat = match.seat_of(interaction.user.id)
        if seat is not None:
            self._public_lines.say(match, "minute.given", name=plain(match.seats[seat].name))
        await reply(interaction, self._wording.for_locale(interaction.locale).say("minute.done"))


def minutes_of(client: Mirror) -> Minutes:
    """As this client gives them."""
    giving, lines = GivingTime(client.service.keeper), PublicLines(client.stage, client.languages)
    return Minutes(client.service, giving, lines, client.wording)
