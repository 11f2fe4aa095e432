from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import FIRST, choose, choose_seat, choose_type
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.goods import TYPES, held_types
from bot.games.grimm_forest.table import GrimmForestTable


class ThoughtfulGift(Fable):
    """Give one opponent up to 3 of one type; they return as many of one other type they choose, if they are able
    to (R2-19)."""

    title = "Thoughtful Gift"
    number = 15

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        able = [seat for seat in table.others(me) if possible_gifts(table, me, seat)]
        seat = await choose_seat(table, me, "thoughtful_gift.opponent", able)
        if seat is None:
            return
        gift = await choose(table, me, "thoughtful_gift.gift", [*possible_gifts(table, me, seat), None], who=seat)
        if gift is None:
            return
        kind, count = gift.split(".")[1], int(gift.split(".")[2])
        table.hand_over(me, seat, {kind: count}, "thoughtful_gift")
        kinds = [other for other in held_types(table.pigs[seat].goods, count) if other != kind]
        back = await choose_type(table, seat, "thoughtful_gift.back", kinds, in_time=FIRST, count=count)
        table.hand_over(seat, me, {back: count}, "thoughtful_gift")


def possible_gifts(table: GrimmForestTable, me: Seat, seat: Seat) -> list[str]:
    """What I can give this opponent who can return as much of one other type, such as `2.straw.3`."""
    mine, theirs = table.pigs[me].goods, table.pigs[seat].goods
    return [
        f"{seat}.{kind}.{count}"
        for kind in TYPES
        for count in range(1, min(3, mine[kind]) + 1)
        if any(theirs[other] >= count for other in TYPES if other != kind)
    ]
