from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_seat
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class WishingWell(Fable):
    """Unseen, swap any 2 face-down Gather cards; those players may peek."""

    title = "Wishing Well"
    number = 30

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        everybody = table.in_turn_order()
        first = await choose_seat(table, me, "wishing_well.first", everybody)
        assert first is not None
        second = await choose_seat(table, me, "wishing_well.second", [seat for seat in everybody if seat != first])
        assert second is not None
        one, other = table.pigs[first], table.pigs[second]
        one.chosen, other.chosen = other.chosen, one.chosen
        one.card_of, other.card_of = other.card_of, one.card_of
        table.announce("gather.swapped", seats=[first, second])
        for pig in (one, other):
            table.tell((pig.seat,), "gather.yours", place=pig.chosen)
