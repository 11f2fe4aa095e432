from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import total
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.trades import give


class RobinHood(Friend):
    """At the end of the Build phase each opponent with more resources in all than you gives you 1 of their choice;
    compared once (R2-12)."""

    title = "Robin Hood"
    number = 11

    async def end_of_build(self, table: GrimmForestTable, me: Seat) -> None:
        mine = total(table.pigs[me].goods)
        for seat in [seat for seat in table.others(me) if total(table.pigs[seat].goods) > mine]:
            await give(table, seat, me, 1, dict(table.pigs[seat].goods), "robin_hood")
