from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.drawing import meet_friend
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class MysteriousStranger(Fable):
    """If alone, gain a Friend from the deck."""

    title = "Mysterious Stranger"
    number = 10

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if table.is_alone(me):
            await meet_friend(table, me, "mysterious_stranger")
