"""A minute more, given by anybody at the table with one press, and said where everybody reads it."""

from __future__ import annotations

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
        match_id = click.number(0)
        await self._giving.give_a_minute(match_id, click.user_id)
        match = await self._service.snapshot(match_id)
        seat = match.seat_of(click.user_id)
        if seat is not None:
            self._public_lines.say(match, "minute.given", name=plain(match.seats[seat].name))
        await reply(click.interaction, self._wording.for_locale(click.interaction.locale).say("minute.done"))
