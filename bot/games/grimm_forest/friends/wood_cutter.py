from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import FOREST, WOOD
from bot.games.grimm_forest.table import GrimmForestTable


class WoodCutter(Friend):
    """Gain 2 Wood and put 2 Wood on the Forest. Discard to cancel any one Monster."""

    title = "The Wood Cutter"
    number = 13

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        table.gain(me, {WOOD: 2}, "wood_cutter")
        table.put_on(FOREST, {WOOD: 2})
        table.announce("goods.added", place=FOREST, goods={WOOD: 2}, why="wood_cutter")

    def stops(self, monster: str) -> bool:
        return True
