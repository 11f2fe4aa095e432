from __future__ import annotations

from bot.games.grimm_forest.goods import halved
from bot.games.grimm_forest.next_turn import NextTurn
from bot.games.grimm_forest.table import GrimmForestTable, Played


class Taxation(NextTurn):
    """At the end of the next Gather phase opponents not at your Location discard half of all they have, rounded down:
    Brick first, then Wood, then Straw. A pig that is nowhere is not at your Location (R2-11)."""

    title = "Taxation"
    number = 23
    advanced = True

    async def end_of_next_gather(self, table: GrimmForestTable, card: Played) -> None:
        for seat in table.others(card.owner):
            if seat not in table.with_me(card.owner):
                table.lose(seat, halved(table.pigs[seat].goods), "taxation")
