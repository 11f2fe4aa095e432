from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class LittleHelpers(Fable):
    """If alone, 2 more actions in this Build phase."""

    title = "Little Helpers"
    number = 9

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if table.is_alone(me):
            table.pigs[me].actions += 2
            table.announce("actions.changed", seat=me, by=2, why="little_helpers")
