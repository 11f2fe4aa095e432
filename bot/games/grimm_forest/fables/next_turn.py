"""Next Turn Fables: they lie for everybody to see and act in the following round (S2-15)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import FIRST, choose, choose_goods
from bot.games.grimm_forest.fable import NEXT_TURN, WHEN_REVEALED, fable
from bot.games.grimm_forest.goods import halved, total
from bot.games.grimm_forest.table import GrimmTable, Played

Due = Callable[[GrimmTable, Played], Awaitable[None]]


@fable("Fairy Food", WHEN_REVEALED, NEXT_TURN, advanced=True)
async def fairy_food(table: GrimmTable, me: Seat) -> None:
    """At the start of the next round you put it on a Location; at its end all players there gain any 3."""
    lie_in_wait(table, me)


@fable("Taxation", WHEN_REVEALED, NEXT_TURN, advanced=True)
async def taxation(table: GrimmTable, me: Seat) -> None:
    """At the end of the next Gather phase opponents not at your Location discard half of all they have."""
    lie_in_wait(table, me)


@fable("Hired Help", WHEN_REVEALED, NEXT_TURN, advanced=True)
async def hired_help(table: GrimmTable, me: Seat) -> None:
    """Pay any 2 resources or discard it; if paid, next round you gain as much as you Gather, of the same types."""
    goods = table.pigs[me].goods
    if total(goods) >= 2 and await choose(table, me, "hired_help.pay", ("pay", "discard")) == "pay":
        table.lose(me, await choose_goods(table, me, "hired_help.goods", 2, goods, in_time=FIRST), "hired_help")
        lie_in_wait(table, me)
    else:
        table.discard_at_once(me)


def lie_in_wait(table: GrimmTable, me: Seat) -> None:
    """It is no card of this round any more, but one of the next."""
    card = table.played[me]
    card.taken = True
    table.waiting.append(Played(me, card.fable))


async def place_fairy_food(table: GrimmTable, card: Played) -> None:
    """Start of the round: its owner says where."""
    card.location = await choose(table, card.owner, "fairy_food.place", table.places())
    table.announce("fairy_food.placed", seat=card.owner, place=card.location)


async def eat_fairy_food(table: GrimmTable, card: Played) -> None:
    for seat in table.at(card.location):
        table.gain(seat, await choose_goods(table, seat, "fairy_food.goods", 3), "fairy_food")


async def collect_taxes(table: GrimmTable, card: Played) -> None:
    """Half, rounded down: Brick first, then Wood, then Straw. Who is nowhere is not at your Location (R2-11)."""
    for seat in table.others(card.owner):
        if seat not in table.with_me(card.owner):
            table.lose(seat, halved(table.pigs[seat].goods), "taxation")


async def pay_hired_help(table: GrimmTable, card: Played) -> None:
    """The bonus is not Gathered itself (R2-10)."""
    table.gain(card.owner, dict(table.pigs[card.owner].gathered), "hired_help")


AT_THE_START: dict[str, Due] = {"fairy_food": place_fairy_food}
AT_THE_END: dict[str, Due] = {"fairy_food": eat_fairy_food, "taxation": collect_taxes, "hired_help": pay_hired_help}
"""What a due Next Turn card does, at the start of the round and at the end of its Gather phase."""
