from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose_fable, choose_goods
from bot.games.grimm_forest.drawing import can_draw, draw_fables, part_with_friend
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable

PRICE = 2
"""Fables."""


class FairyGodmother(Friend):
    """Gain 2 Fables. May be discarded in your turn: discard 2 Fables, gain any 2 resources."""

    title = "Fairy Godmother"
    number = 5

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        return can_draw(table)

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        await draw_fables(table, me, 2, "fairy_godmother")

    def may_leave(self, table: GrimmForestTable, me: Seat) -> bool:
        return len(table.pigs[me].fables) >= PRICE

    async def leave(self, table: GrimmForestTable, me: Seat) -> None:
        pig = table.pigs[me]
        for _ in range(PRICE):
            name = await choose_fable(table, me, "fairy_godmother.fable", pig.fables)
            pig.fables.remove(name)
            table.fable_discard.append(name)
            table.announce("fables.discarded", seat=me, names=[name])
        await part_with_friend(table, me)
        table.gain(me, await choose_goods(table, me, "fairy_godmother.goods", 2), "fairy_godmother")
