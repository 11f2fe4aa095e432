from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_seat
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.goods import total
from bot.games.grimm_forest.table import GrimmForestTable


class AFriendlyGame(Fable):
    """One opponent at your Location gives you 2 resources you name."""

    title = "A Friendly Game"
    number = 3

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        rich = [seat for seat in table.with_me(me) if total(table.pigs[seat].goods)]
        seat = await choose_seat(table, me, "friendly_game.opponent", rich)
        if seat is not None:
            goods = await choose_goods(table, me, "friendly_game.goods", 2, table.pigs[seat].goods, who=seat)
            table.hand_over(seat, me, goods, "a_friendly_game")
