from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.monster import Monster
from bot.games.grimm_forest.table import GrimmForestTable


class Wolf(Monster):
    """If a player is there, all resources on that Location are discarded before collecting."""

    title = "Wolf"
    number = 18

    async def before_collecting(self, table: GrimmForestTable, me: Seat) -> None:
        place = table.played[me].location
        if place is not None and table.at(place):
            table.empty(place)
            table.announce("wolf.devours", place=place)
