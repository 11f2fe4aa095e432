from __future__ import annotations

from bot.games.grimm_forest.asking import FIRST
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.unique_location import UniqueLocation


class RoyalWedding(UniqueLocation):
    """At the end of each Gather phase every player who is not here discards 1 resource of their choice. Discarded when
    nobody is here."""

    title = "Royal Wedding"
    number = 27
    advanced = True

    async def end_of_every_gather(self, table: GrimmForestTable, here: str) -> None:
        for seat in table.in_turn_order():
            if seat not in table.at(here):
                have = table.pigs[seat].goods
                goods = await choose_goods(table, seat, "royal_wedding.goods", 1, have, in_time=FIRST)
                table.lose(seat, goods, "royal_wedding")

    def is_over(self, table: GrimmForestTable, here: str) -> bool:
        return not table.at(here)
