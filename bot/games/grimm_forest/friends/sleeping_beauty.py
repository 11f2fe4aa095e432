from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.drawing import take_fables
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class SleepingBeauty(Friend):
    """A player you choose, maybe you, plays the unseen top Fable as their only one (R2-9)."""

    title = "Sleeping Beauty"
    number = 23
    advanced = True

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        seat = await choose(table, me, "sleeping_beauty.player", [*table.others(me), me])
        top = await take_fables(table, 1)
        if top:
            table.pigs[seat].forced = top[0]
            table.announce("sleeping_beauty.dreams", by=me, seat=seat)
