from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import BRICK, STRAW, WOOD
from bot.games.grimm_forest.table import GrimmForestTable


class Rumpelstiltskin(Friend):
    """At the start of the Build phase gain 1 Straw. Special Action: discard all Straw for as many Wood or Brick, of
    one type."""

    title = "Rumpelstiltskin"
    number = 12

    async def start_of_build(self, table: GrimmForestTable, me: Seat) -> None:
        table.gain(me, {STRAW: 1}, "rumpelstiltskin")

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        return table.pigs[me].goods[STRAW] > 0

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        straw = table.pigs[me].goods[STRAW]
        kind = await choose_type(table, me, "rumpelstiltskin.type", (WOOD, BRICK), count=straw)
        table.lose(me, {STRAW: straw}, "rumpelstiltskin")
        table.gain(me, {kind: straw}, "rumpelstiltskin")
