from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import nothing, total
from bot.games.grimm_forest.table import GrimmForestTable


class Rapunzel(Friend):
    """At the start of the round put 2 of one type on her. Special Action: if alone, gain all that lies on her. What
    lies on her goes to the supply with her."""

    title = "Rapunzel"
    number = 22
    advanced = True

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        kind = await choose_type(table, me, "rapunzel.type")
        table.pigs[me].stored[kind] += 2
        table.announce("rapunzel.stored", seat=me, goods={kind: 2})

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        return table.is_alone(me) and total(table.pigs[me].stored) > 0

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        pig = table.pigs[me]
        stored, pig.stored = pig.stored, nothing()
        table.gain(me, stored, "rapunzel")

    async def when_lost(self, table: GrimmForestTable, me: Seat) -> None:
        table.pigs[me].stored = nothing()
