from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class CrystalBall(Fable):
    """Peek at one player's face-down Gather card, then you may change your own."""

    title = "Crystal Ball"
    number = 28

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        seat = await choose(table, me, "crystal_ball.peek", table.others(me))
        table.announce("crystal_ball.peeked", by=me, seat=seat)
        table.peek(me, "gather", seat)
        pig = table.pigs[me]
        in_hand = [card for card in table.unplayed(me) if card != pig.chosen]
        card = await choose(table, me, "crystal_ball.change", [*in_hand, pig.chosen])
        if card != pig.chosen:
            pig.put_down(card)
