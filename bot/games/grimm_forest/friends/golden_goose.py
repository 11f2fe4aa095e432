from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.drawing import part_with_friend
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class GoldenGoose(Friend):
    """If alone gain 1 of choice. May be discarded in your turn for any 2."""

    title = "The Golden Goose"
    number = 15

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if table.is_alone(me):
            table.gain(me, {await choose_type(table, me, "golden_goose.type"): 1}, "golden_goose")

    def may_leave(self, table: GrimmForestTable, me: Seat) -> bool:
        return True

    async def leave(self, table: GrimmForestTable, me: Seat) -> None:
        await part_with_friend(table, me)
        table.gain(me, await choose_goods(table, me, "golden_goose.goods", 2), "golden_goose")
