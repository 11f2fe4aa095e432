from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class CuttingCorners(Fable):
    """If alone, the card becomes an extra Build Site; sections there cost 1 less."""

    title = "Cutting Corners"
    number = 6

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if table.is_alone(me):
            table.pigs[me].corners += 1
            table.played[me].taken = True  # it lies on the board and does not go to the discard
            table.announce("cutting_corners.site", seat=me)
