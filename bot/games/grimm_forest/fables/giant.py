from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.drawing import part_with_friend
from bot.games.grimm_forest.goods import TYPES
from bot.games.grimm_forest.monster import Monster
from bot.games.grimm_forest.table import GrimmForestTable


class Giant(Monster):
    """All players there discard their Friend, all Fables in hand, and one of each resource type they have."""

    title = "Giant"
    number = 21

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in self.victims(table, me):
            pig = table.pigs[seat]
            await part_with_friend(table, seat)
            if pig.fables:
                table.announce("fables.discarded", seat=seat, names=list(pig.fables))
                table.fable_discard += pig.fables
                pig.fables = []
            table.lose(seat, dict.fromkeys(TYPES, 1), "giant")
