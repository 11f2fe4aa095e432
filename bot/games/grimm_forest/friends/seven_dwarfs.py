from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class SevenDwarfs(Friend):
    """If alone, 1 more Build action."""

    title = "The Seven Dwarfs"
    number = 16

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if table.is_alone(me):
            table.pigs[me].actions += 1
            table.announce("actions.changed", seat=me, by=1, why="seven_dwarfs")
