"""Monsters. Their owner puts them on a Location; what they do there, they do to everybody who stands there."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose, choose_seat
from bot.games.grimm_forest.drawing import part_with_friend
from bot.games.grimm_forest.fable import BEFORE_COLLECTING, END_OF_GATHER, MONSTER, fable
from bot.games.grimm_forest.goods import STRAW, TYPES, WOOD
from bot.games.grimm_forest.table import GrimmTable
from bot.games.grimm_forest.trades import give_half


def lair(table: GrimmTable, me: Seat) -> str | None:
    """Where my Monster stands."""
    return table.played[me].location


@fable("Dragon", BEFORE_COLLECTING, MONSTER)
async def dragon(table: GrimmTable, me: Seat) -> None:
    """All players there discard all resources on their boards."""
    for seat in table.at(lair(table, me)):
        table.lose(seat, dict(table.pigs[seat].goods), "dragon")


@fable("Wolf", BEFORE_COLLECTING, MONSTER)
async def wolf(table: GrimmTable, me: Seat) -> None:
    """If a player is there, all resources on that Location are discarded before collecting."""
    place = lair(table, me)
    if place is not None and table.at(place):
        table.empty(place)
        table.announce("wolf.devours", place=place)


@fable("Big Bad Wolf", END_OF_GATHER, MONSTER)
async def big_bad_wolf(table: GrimmTable, me: Seat) -> None:
    """For each player there, I choose one of their Wood or Straw houses: its top section returns to the supply."""
    for seat in table.at(lair(table, me)):
        houses = table.pigs[seat].houses
        weak = [place for place, house in enumerate(houses) if house.material in (STRAW, WOOD)]
        if weak:
            place = await choose(table, me, "big_bad_wolf.house", weak, who=seat)
            blow_off(table, seat, place)


def blow_off(table: GrimmTable, seat: Seat, place: int) -> None:
    """The top section goes; without its Floor a house is gone and its site free (R2-14)."""
    house = table.pigs[seat].houses[place]
    table.sections[f"{house.material}.{house.sections}"] += 1
    house.sections -= 1
    table.announce("house.blown", seat=seat, material=house.material, left=house.sections)
    if not house.sections:
        table.pigs[seat].houses.pop(place)


@fable("Bridge Troll", END_OF_GATHER, MONSTER)
async def bridge_troll(table: GrimmTable, me: Seat) -> None:
    """I choose one player there: he gives me half, rounded down, of what he Gathered this turn."""
    victim = await choose_seat(table, me, "bridge_troll.victim", [s for s in table.at(lair(table, me)) if s != me])
    if victim is not None:
        await give_half(table, victim, me, dict(table.pigs[victim].gathered), "bridge_troll")


@fable("Giant", END_OF_GATHER, MONSTER)
async def giant(table: GrimmTable, me: Seat) -> None:
    """All players there discard their Friend, all Fables in hand, and one of each resource type they have."""
    for seat in table.at(lair(table, me)):
        pig = table.pigs[seat]
        await part_with_friend(table, seat)
        if pig.fables:
            table.announce("fables.discarded", seat=seat, names=list(pig.fables))
            table.fable_discard += pig.fables
            pig.fables = []
        table.lose(seat, dict.fromkeys(TYPES, 1), "giant")
