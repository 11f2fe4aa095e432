"""What follows from a bar at once: lobbies are shown without the person, and a running table goes on without them."""

from __future__ import annotations

from typing import Any

from bot.client import Mirror
from bot.matches.bars import Barred, Barring, Bars
from bot.matches.keeper import Work
from bot.matches.lobbies import Lobbies
from bot.matches.service import MatchService
from bot.ui.public_lines import PublicLines
from cogs.lobby.message import LobbyMessage, lobby_message_of
from cogs.table.finding import TableFinder
from cogs.table.offering import seat_offers
from cogs.table.seating import Seating


class Consequences:
    """Brings to the tables what a bar has changed."""

    def __init__(
        self, *, bars: Bars, service: MatchService, seating: Seating, lobbies: Lobbies, message: LobbyMessage
    ) -> None:
        self._bars = bars
        self._service = service
        self._seating = seating
        self._lobbies = lobbies
        self._message = message

    async def bar(self, wanted: Barring, name: str, reason: str) -> Barred:
        """A bar from one table takes the seat there, in one with the bar: a crash leaves both or neither. A person who
        is barred from more plays on what they have begun. Raises Refused."""
        barred: list[Barred] = []

        async def work(connection: Any) -> None:
            barred.append(await self._bars.barring(wanted, name, reason)(connection))

        if not await self._takes_seat(wanted, work):
            barred.append(await self._bars.bar(wanted, name, reason))
            if wanted.scope == "match" and barred[-1].plays:  # they sat down in this very moment
                await self._takes_seat(wanted)
        for lobby in barred[-1].left:
            self._message.refresh(lobby)
            self._lobbies.has_changed(lobby)
        return barred[-1]

    async def _takes_seat(self, wanted: Barring, along: Work | None = None) -> bool:
        """Give the person's seat at this running table to a computer player; False where they have none."""
        if wanted.scope != "match":
            return False
        match = await self._service.snapshot(wanted.place)
        seat = match.seat_of(wanted.user_id)
        if seat is None or match.over:
            return False
        await self._seating.give_to_computer(match, wanted.by, seat, along=along)
        return True


def consequences_of(client: Mirror, finder: TableFinder) -> Consequences:
    seating = Seating(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        companions=client.companions,
        offers=seat_offers(client, finder),
        stage=client.stage,
        public_lines=PublicLines(client.stage, client.languages),
        languages=client.languages,
        wording=client.wording,
    )
    message = lobby_message_of(client)
    return Consequences(
        bars=client.bars, service=client.service, seating=seating, lobbies=client.lobbies, message=message
    )
