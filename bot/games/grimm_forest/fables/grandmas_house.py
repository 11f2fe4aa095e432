from __future__ import annotations

from collections.abc import Sequence

from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.unique_location import UniqueLocation


class GrandmasHouse(UniqueLocation):
    """Every Monster must go here, also a second one; at the end of each Gather phase all players here gain any 2.
    Discarded when a Monster is here."""

    title = "Grandma's House"
    number = 25
    advanced = True

    def lairs(self, here: str, lairs: Sequence[str]) -> Sequence[str]:
        return [here]

    async def end_of_every_gather(self, table: GrimmForestTable, here: str) -> None:
        for seat in table.at(here):
            table.gain(seat, await choose_goods(table, seat, "grandmas_house.goods", 2), "grandmas_house")

    def is_over(self, table: GrimmForestTable, here: str) -> bool:
        return bool(monsters_at(table, here))
