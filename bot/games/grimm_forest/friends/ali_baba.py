from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import held_types
from bot.games.grimm_forest.table import GrimmForestTable


class AliBaba(Friend):
    """Steal 1 resource of your choice from an opponent's board. It is returned if they Gather at your Location."""

    title = "Ali Baba"
    number = 19

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        loot = [f"{seat}.{kind}" for seat in table.others(me) for kind in held_types(table.pigs[seat].goods)]
        if not loot:
            return
        seat, kind = (await choose(table, me, "ali_baba.steal", loot)).split(".")
        table.pigs[me].loot = f"{seat}.{kind}"
        table.hand_over(int(seat), me, {kind: 1}, "ali_baba")

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        loot = table.pigs[me].loot
        if loot is not None:
            seat, kind = loot.split(".")
            if int(seat) in table.gathered_at(table.location_of(me)):
                table.hand_over(me, int(seat), {kind: 1}, "ali_baba.returned")
