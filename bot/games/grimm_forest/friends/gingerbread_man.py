from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose, choose_type
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import held_types
from bot.games.grimm_forest.table import GrimmForestTable


class GingerbreadMan(Friend):
    """Instead of going: you may take 1 from each Location before others move; then you are nowhere (R2-11)."""

    title = "The Gingerbread Man"
    number = 2

    async def before_moving(self, table: GrimmForestTable, me: Seat) -> None:
        if await choose(table, me, "gingerbread_man.run", ("run", "stay")) == "stay":
            return
        table.pigs[me].running = True
        table.announce("gingerbread_man.runs", seat=me)
        for place in table.places():
            kinds = held_types(table.locations[place])
            if kinds:
                kind = await choose_type(table, me, "gingerbread_man.type", kinds, place=place)
                table.take_from(place, me, {kind: 1}, "gingerbread_man")
