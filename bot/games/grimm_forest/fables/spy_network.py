from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.drawing import draw_fables
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class SpyNetwork(Fable):
    """Gain 1 Fable for each player at your Location, yourself included."""

    title = "Spy Network"
    number = 14

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        await draw_fables(table, me, len(table.at(table.location_of(me))), "spy_network")
