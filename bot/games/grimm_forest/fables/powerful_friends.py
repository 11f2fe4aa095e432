from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class PowerfulFriends(Fable):
    """Each opponent at your Location loses 1 Build action; you gain 1 for each of them."""

    title = "Powerful Friends"
    number = 11

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in table.with_me(me):
            table.pigs[seat].actions -= 1
            table.pigs[me].actions += 1
            table.announce("actions.changed", seat=seat, by=-1, why="powerful_friends")
            table.announce("actions.changed", seat=me, by=1, why="powerful_friends")
