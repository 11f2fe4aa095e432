"""All that one night holds: what people choose, and what comes of it at dawn. Nothing here is saved."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.night import Night
from bot.games.mafia.table import MafiaTable


class Tonight(Night):
    """One night of the club.

    dying   who is attacked and not healed; healed: nobody can kill them tonight
    """

    def __init__(self, table: MafiaTable) -> None:
        super().__init__(table.living())
        self.table = table
        self.dying: set[Seat] = set()
        self.healed: set[Seat] = set()

    def attack(self, seat: Seat) -> None:
        """This seat is killed tonight, unless it is healed; twice is not more than once (R3-9)."""
        if seat not in self.healed:
            self.dying.add(seat)

    def heal(self, seat: Seat) -> None:
        """This seat does not die tonight, whoever attacks it and whenever (S3-9)."""
        self.healed.add(seat)
        self.dying.discard(seat)
