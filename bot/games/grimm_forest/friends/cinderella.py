from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class Cinderella(Friend):
    """Move first and gain 2 from your Location before others move; it is no part of the Gather."""

    title = "Cinderella"
    number = 1

    async def before_moving(self, table: GrimmForestTable, me: Seat) -> None:
        place = table.pigs[me].chosen
        assert place is not None
        table.pigs[me].location = place
        goods = await choose_goods(table, me, "cinderella.goods", 2, table.locations[place])
        table.take_from(place, me, goods, "cinderella")
