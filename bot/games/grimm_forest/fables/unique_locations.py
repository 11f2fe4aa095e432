"""Unique Locations: they lie at a Location until their condition to be discarded comes true (S2-15, R2-7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import FIRST, choose, choose_goods
from bot.games.grimm_forest.fable import UNIQUE, WHEN_REVEALED, fable
from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmTable, Played


async def _settle(table: GrimmTable, me: Seat) -> None:
    """Put it on a Location without one; with none free it is discarded (R2-7)."""
    card = table.played[me]
    free = [place for place in table.places() if place not in table.unique]
    if not free:
        table.discard_at_once(me)
        return
    place = str(await choose(table, me, "unique.place", free, fable=card.fable))
    table.unique[place] = Played(me, card.fable, place)
    card.taken = True  # it stays where it lies, and is no card of this round any more
    table.announce("unique.placed", seat=me, fable=card.fable, place=place)


@fable("Grandma's House", WHEN_REVEALED, UNIQUE, advanced=True)
async def grandmas_house(table: GrimmTable, me: Seat) -> None:
    """Every Monster must go here; at the end all players here gain any 2. Discarded when a Monster is here."""
    await _settle(table, me)


@fable("Lonely Castle", WHEN_REVEALED, UNIQUE, advanced=True)
async def lonely_castle(table: GrimmTable, me: Seat) -> None:
    """A player alone here gains 1 of each. Discarded with 3 or more players here (in a game of two: both)."""
    await _settle(table, me)


@fable("Royal Wedding", WHEN_REVEALED, UNIQUE, advanced=True)
async def royal_wedding(table: GrimmTable, me: Seat) -> None:
    """Every player who is not here discards 1 resource of his choice. Discarded when nobody is here."""
    await _settle(table, me)


async def visit_grandma(table: GrimmTable, place: str) -> None:
    for seat in table.at(place):
        table.gain(seat, await choose_goods(table, seat, "grandmas_house.goods", 2), "grandmas_house")


async def live_lonely(table: GrimmTable, place: str) -> None:
    here = table.at(place)
    if len(here) == 1:
        table.gain(here[0], ONE_OF_EACH, "lonely_castle")


async def miss_the_wedding(table: GrimmTable, place: str) -> None:
    for seat in table.in_turn_order():
        if seat not in table.at(place):
            have = table.pigs[seat].goods
            goods = await choose_goods(table, seat, "royal_wedding.goods", 1, have, in_time=FIRST)
            table.lose(seat, goods, "royal_wedding")


def wolf_has_come(table: GrimmTable, place: str) -> bool:
    return bool(monsters_at(table, place))


def is_crowded(table: GrimmTable, place: str) -> bool:
    return len(table.at(place)) >= min(3, len(table.pigs))


def nobody_came(table: GrimmTable, place: str) -> bool:
    return not table.at(place)


AT_THE_END: dict[str, Callable[[GrimmTable, str], Awaitable[None]]] = {
    "grandmas_house": visit_grandma,
    "lonely_castle": live_lonely,
    "royal_wedding": miss_the_wedding,
}
GONE_WHEN: dict[str, Callable[[GrimmTable, str], bool]] = {
    "grandmas_house": wolf_has_come,
    "lonely_castle": is_crowded,
    "royal_wedding": nobody_came,
}
