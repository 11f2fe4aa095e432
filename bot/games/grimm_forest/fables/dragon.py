from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.monster import Monster
from bot.games.grimm_forest.table import GrimmForestTable


class Dragon(Monster):
    """All players there discard all resources on their boards."""

    title = "Dragon"
    number = 17

    async def before_collecting(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in self.victims(table, me):
            table.lose(seat, dict(table.pigs[seat].goods), "dragon")
