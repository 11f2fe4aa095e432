from __future__ import annotations

from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.next_turn import NextTurn
from bot.games.grimm_forest.table import GrimmForestTable, Played


class FairyFood(NextTurn):
    """At the start of the next round you put it on a Location; at the end of its Gather phase all players there gain
    any 3."""

    title = "Fairy Food"
    number = 22
    advanced = True

    async def start_of_next_round(self, table: GrimmForestTable, card: Played) -> None:
        card.location = await choose(table, card.owner, "fairy_food.place", table.places())
        table.announce("fairy_food.placed", seat=card.owner, place=card.location)

    async def end_of_next_gather(self, table: GrimmForestTable, card: Played) -> None:
        for seat in table.at(card.location):
            table.gain(seat, await choose_goods(table, seat, "fairy_food.goods", 3), "fairy_food")
