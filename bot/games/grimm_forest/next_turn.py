"""Next Turn Fables: they lie for everybody to see and act in the following round (S2-15)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import NEXT_TURN, Fable
from bot.games.grimm_forest.table import GrimmForestTable, Played


class NextTurn(Fable):
    """A Fable of the next round."""

    kind = NEXT_TURN

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        """It is no card of this round any more, but one of the next."""
        card = table.played[me]
        card.taken = True
        table.waiting.append(Played(me, card.fable))
