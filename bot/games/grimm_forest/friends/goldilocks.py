from __future__ import annotations

from itertools import permutations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.drawing import can_draw, take_fables
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class Goldilocks(Friend):
    """Look at the top 3 Fables, take 1, put the others back on top in any order."""

    title = "Goldilocks"
    number = 6

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        return can_draw(table)

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        top = await take_fables(table, 3)
        ways = sorted({"+".join(map(str, order)) for order in permutations(range(len(top)))})
        order = str(await choose(table, me, "goldilocks.order", ways, fables=list(top))).split("+")
        mine, *back = [top[int(place)] for place in order]
        table.pigs[me].fables.append(mine)
        table.fable_deck[:0] = back
        table.announce("goldilocks.took", seat=me)
