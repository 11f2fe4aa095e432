from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.goods import PRODUCES
from bot.games.grimm_forest.table import GrimmForestTable


class HarvestMoon(Fable):
    """All players at your Location gain 2 of one type produced there; at the Market each chooses. (Pair 2: see
    `uncertain.py`.)"""

    title = "Harvest Moon"
    number = 7

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        place = table.location_of(me)
        if place is None:
            return
        for seat in table.at(place):
            kind = await choose_type(table, seat, "harvest_moon.type", PRODUCES[place])
            table.gain(seat, {kind: 2}, "harvest_moon")
