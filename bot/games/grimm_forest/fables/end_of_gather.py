"""Fables that act at the end of the Gather phase, in turn order of who played them."""

from __future__ import annotations

from bot.engine.questions import Seat, draw
from bot.games.grimm_forest.choices import FIRST, choose, choose_fable, choose_goods, choose_seat, choose_type
from bot.games.grimm_forest.drawing import draw_fables, meet_friend, take_fables
from bot.games.grimm_forest.fable import END_OF_GATHER, fable
from bot.games.grimm_forest.goods import PRODUCES, TYPES, held_types, total
from bot.games.grimm_forest.table import GrimmTable
from bot.games.grimm_forest.trades import give

ORACLE_DRAWS, ORACLE_KEEPS = 4, 2


@fable("A Friendly Game", END_OF_GATHER)
async def a_friendly_game(table: GrimmTable, me: Seat) -> None:
    """One opponent at your Location gives you 2 resources you name."""
    rich = [seat for seat in table.with_me(me) if total(table.pigs[seat].goods)]
    seat = await choose_seat(table, me, "friendly_game.opponent", rich)
    if seat is not None:
        goods = await choose_goods(table, me, "friendly_game.goods", 2, table.pigs[seat].goods, who=seat)
        table.hand_over(seat, me, goods, "a_friendly_game")


@fable("Consult the Oracle", END_OF_GATHER)
async def consult_the_oracle(table: GrimmTable, me: Seat) -> None:
    """If alone, draw 4 Fables, keep 2, discard 2. (Which of pair 1 it is, is uncertain: see `uncertain.py`.)"""
    if not table.is_alone(me):
        return
    drawn = await take_fables(table, ORACLE_DRAWS)
    kept = drawn
    if len(drawn) > ORACLE_KEEPS:
        pairs = [f"{a}+{b}" for a in range(len(drawn)) for b in range(a + 1, len(drawn))]
        places = str(await choose(table, me, "oracle.keep", pairs, fables=list(drawn))).split("+")
        kept = [drawn[int(place)] for place in places]
    left = list(drawn)
    for name in kept:
        left.remove(name)
    table.pigs[me].fables += kept
    table.fable_discard += left
    table.announce("oracle.consulted", seat=me, kept=len(kept), discarded=left)


@fable("Ghostly Whispers", END_OF_GATHER)
async def ghostly_whispers(table: GrimmTable, me: Seat) -> None:
    """If alone, take 1 random Fable from each other player's hand. (Pair 1: see `uncertain.py`.)"""
    if not table.is_alone(me):
        return
    for seat in table.others(me):
        await steal_fable(table, seat, me)


async def steal_fable(table: GrimmTable, giver: Seat, taker: Seat) -> None:
    """A random Fable from a hand; only the two of them see which."""
    hand = table.pigs[giver].fables
    if hand:
        place = await draw(f"fable.of.{giver}", tuple(range(len(hand))))
        name = hand.pop(place)
        table.pigs[taker].fables.append(name)
        table.announce("fable.stolen", giver=giver, taker=taker)
        table.tell((giver, taker), "fable.stolen.was", name=name)


@fable("Cutting Corners", END_OF_GATHER)
async def cutting_corners(table: GrimmTable, me: Seat) -> None:
    """If alone, the card becomes an extra Build Site; sections there cost 1 less."""
    if table.is_alone(me):
        table.pigs[me].corners += 1
        table.played[me].taken = True  # it lies on the board and does not go to the discard
        table.announce("cutting_corners.site", seat=me)


@fable("Harvest Moon", END_OF_GATHER)
async def harvest_moon(table: GrimmTable, me: Seat) -> None:
    """All players at your Location gain 2 of one type produced there; at the Market each chooses. (Pair 2.)"""
    place = table.location_of(me)
    if place is None:
        return
    for seat in table.at(place):
        kind = await choose_type(table, seat, "harvest_moon.type", PRODUCES[place])
        table.gain(seat, {kind: 2}, "harvest_moon")


@fable("Hidden Vault", END_OF_GATHER)
async def hidden_vault(table: GrimmTable, me: Seat) -> None:
    """Choose a Location where nobody Gathered: take half, rounded down, of its resources. (Pair 2.)"""
    empty = [place for place in table.places() if not table.at(place) and total(table.locations[place]) > 1]
    if not empty:
        return
    place = await choose(table, me, "hidden_vault.place", empty)
    there = table.locations[place]
    goods = await choose_goods(table, me, "hidden_vault.goods", total(there) // 2, there)
    table.take_from(place, me, goods, "hidden_vault")


@fable("Little Helpers", END_OF_GATHER)
async def little_helpers(table: GrimmTable, me: Seat) -> None:
    """If alone, 2 more actions in this Build phase."""
    if table.is_alone(me):
        table.pigs[me].actions += 2
        table.announce("actions.changed", seat=me, by=2, why="little_helpers")


@fable("Mysterious Stranger", END_OF_GATHER)
async def mysterious_stranger(table: GrimmTable, me: Seat) -> None:
    """If alone, gain a Friend from the deck."""
    if table.is_alone(me):
        await meet_friend(table, me, "mysterious_stranger")


@fable("Powerful Friends", END_OF_GATHER)
async def powerful_friends(table: GrimmTable, me: Seat) -> None:
    """Each opponent at your Location loses 1 Build action; you gain 1 for each of them."""
    for seat in table.with_me(me):
        table.pigs[seat].actions -= 1
        table.pigs[me].actions += 1
        table.announce("actions.changed", seat=seat, by=-1, why="powerful_friends")
        table.announce("actions.changed", seat=me, by=1, why="powerful_friends")


@fable("Search the Past", END_OF_GATHER, advanced=True)
async def search_the_past(table: GrimmTable, me: Seat) -> None:
    """If an opponent is at your Location, take any 2 Fables from the discard (not itself: R2-20)."""
    if not table.with_me(me):
        return
    for _ in range(2):
        if not table.fable_discard:
            return
        name = await choose_fable(table, me, "search_the_past.fable", table.fable_discard)
        table.fable_discard.remove(name)
        table.pigs[me].fables.append(name)
        table.announce("search_the_past.taken", seat=me, fable=name)


@fable("Share the Wealth", END_OF_GATHER)
async def share_the_wealth(table: GrimmTable, me: Seat) -> None:
    """Opponents who Gathered 5 or more give you 2 of those, of the types they choose."""
    for seat in table.others(me):
        if total(table.pigs[seat].gathered) >= 5:
            await give(table, seat, me, 2, dict(table.pigs[seat].gathered), "share_the_wealth")


@fable("Spy Network", END_OF_GATHER)
async def spy_network(table: GrimmTable, me: Seat) -> None:
    """Gain 1 Fable for each player at your Location, yourself included."""
    await draw_fables(table, me, len(table.at(table.location_of(me))), "spy_network")


@fable("Thoughtful Gift", END_OF_GATHER)
async def thoughtful_gift(table: GrimmTable, me: Seat) -> None:
    """Give one opponent up to 3 of one type; he returns as many of one other type he chooses, if he is able to."""
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


def possible_gifts(table: GrimmTable, me: Seat, seat: Seat) -> list[str]:
    """What I can give this opponent who can return as much of one other type, such as `2.straw.3`."""
    mine, theirs = table.pigs[me].goods, table.pigs[seat].goods
    return [
        f"{seat}.{kind}.{count}"
        for kind in TYPES
        for count in range(1, min(3, mine[kind]) + 1)
        if any(theirs[other] >= count for other in TYPES if other != kind)
    ]


@fable("Wandering Trader", END_OF_GATHER)
async def wandering_trader(table: GrimmTable, me: Seat) -> None:
    """Each player at your Location may discard 2 of one type for 3 of one other type."""
    for seat in table.at(table.location_of(me)):
        kinds = held_types(table.pigs[seat].goods, 2)
        trades = [f"{given}.{got}" for given in kinds for got in TYPES if got != given]
        trade = await choose(table, seat, "wandering_trader.trade", [*trades, None])
        if trade is not None:
            given, got = trade.split(".")
            table.lose(seat, {given: 2}, "wandering_trader")
            table.gain(seat, {got: 3}, "wandering_trader")
