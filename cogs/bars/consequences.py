"""What follows from a bar at once: lobbies are shown without the person, and a running table goes on without them."""

from __future__ import annotations

from bot.client import Mirror
from bot.matches.bars import Barred, Barring
from bot.matches.service import MatchService
from bot.ui.public_lines import PublicLines
from cogs.lobby.message import LobbyMessage, lobby_message_of
from cogs.table.finding import TableFinder
from cogs.table.members import newcomers_of
from cogs.table.seating import Seating


class Consequences:
    """Brings to the tables what a bar has changed."""

    def __init__(self, *, service: MatchService, seating: Seating, message: LobbyMessage) -> None:
        self._service = service
        self._seating = seating
        self._message = message

    async def follow(self, wanted: Barring, barred: Barred) -> None:
        """A bar from one table takes the seat there. A person who is barred from more plays on what they have begun."""
        for lobby in barred.left:
            self._message.refresh(lobby)
        if wanted.scope != "match":
            return
        match = await self._service.snapshot(wanted.place)
        seat = match.seat_of(wanted.user_id)
        if seat is not None and not match.over:
            await self._seating.give_to_computer(match, wanted.by, seat)


def consequences_of(client: Mirror, finder: TableFinder) -> Consequences:
    seating = Seating(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        companions=client.companions,
        newcomers=newcomers_of(client),
        stage=client.stage,
        public_lines=PublicLines(client.stage, client.languages),
        languages=client.languages,
        wording=client.wording,
    )
    return Consequences(service=client.service, seating=seating, message=lobby_message_of(client))
