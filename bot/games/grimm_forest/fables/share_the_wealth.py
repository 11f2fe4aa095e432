from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.goods import total
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.trades import give


class ShareTheWealth(Fable):
    """Opponents who Gathered 5 or more give you 2 of those, of the types they choose."""

    title = "Share the Wealth"
    number = 13

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in table.others(me):
            if total(table.pigs[seat].gathered) >= 5:
                await give(table, seat, me, 2, dict(table.pigs[seat].gathered), "share_the_wealth")
