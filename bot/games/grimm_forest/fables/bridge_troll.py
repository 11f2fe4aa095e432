from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_seat
from bot.games.grimm_forest.monster import Monster
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.trades import give_half


class BridgeTroll(Monster):
    """You choose one player there: they give you half, rounded down, of what they Gathered this turn."""

    title = "Bridge Troll"
    number = 20

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        others = [seat for seat in self.victims(table, me) if seat != me]
        victim = await choose_seat(table, me, "bridge_troll.victim", others)
        if victim is not None:
            await give_half(table, victim, me, dict(table.pigs[victim].gathered), "bridge_troll")
