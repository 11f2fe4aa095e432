from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import FIRST, choose
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.goods import total
from bot.games.grimm_forest.next_turn import NextTurn
from bot.games.grimm_forest.table import GrimmForestTable, Played


class HiredHelp(NextTurn):
    """Pay any 2 resources or discard it; if paid, next round you gain as much as you Gather, of the same types. That
    bonus is not Gathered itself (R2-10)."""

    title = "Hired Help"
    number = 24
    advanced = True

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        goods = table.pigs[me].goods
        if total(goods) >= 2 and await choose(table, me, "hired_help.pay", ("pay", "discard")) == "pay":
            table.lose(me, await choose_goods(table, me, "hired_help.goods", 2, goods, in_time=FIRST), "hired_help")
            await super().when_revealed(table, me)
        else:
            table.discard_at_once(me)

    async def end_of_next_gather(self, table: GrimmForestTable, card: Played) -> None:
        table.gain(card.owner, dict(table.pigs[card.owner].gathered), "hired_help")
