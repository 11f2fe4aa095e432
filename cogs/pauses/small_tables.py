"""What people who agree about the clocks of their table have in common: who may, and where everybody is asked."""

from __future__ import annotations

from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.panels import Page, render
from bot.ui.router import Click
from bot.ui.stage import controls
from cogs.pauses.ids import written


class SmallTables:
    """Tables so small that the players decide about pauses; at bigger ones the host does."""

    def __init__(self, service: MatchService, courier: Courier) -> None:
        self._service = service
        self._courier = courier

    async def table(self, click: Click) -> MatchSnapshot:
        """The table of this button, if this person sits there and its players decide such things. Raises Refused."""
        match = await self._service.snapshot(click.number(0))
        if match.seat_of(click.user_id) is None:
            raise Refused("not_seated")
        if match.over:
            raise Refused("over")
        if len(match.seats) > controls.SMALL_TABLE:
            raise Refused("host_pauses", most=controls.SMALL_TABLE)
        return match

    async def ask(self, match: MatchSnapshot, page: Page, stamp: int) -> None:
        """Ask everybody, where the game is played. Raises Refused when that is not possible now."""
        place = match.row.thread_id or match.row.channel_id
        try:
            nonce = f"{match.id}.p.{written(stamp)}"
            await self._courier.post(place, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Overloaded):
            raise Refused("not_asked_now") from None
