from __future__ import annotations

from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.unique_location import UniqueLocation


class LonelyCastle(UniqueLocation):
    """At the end of each Gather phase a player alone here gains 1 of each. Discarded with 3 or more players here (in a
    game of two: both)."""

    title = "Lonely Castle"
    number = 26
    advanced = True

    async def end_of_every_gather(self, table: GrimmForestTable, here: str) -> None:
        guests = table.at(here)
        if len(guests) == 1:
            table.gain(guests[0], ONE_OF_EACH, "lonely_castle")

    def is_over(self, table: GrimmForestTable, here: str) -> bool:
        return len(table.at(here)) >= min(3, len(table.pigs))
