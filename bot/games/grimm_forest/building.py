"""Building: what a section costs, where it may stand, and what comes of it (S2-8 to S2-10)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.card import TOLL
from bot.games.grimm_forest.drawing import draw_fables, meet_friend
from bot.games.grimm_forest.friend import Friend, friends_in_turn
from bot.games.grimm_forest.goods import ONE_OF_EACH, TYPES, Goods
from bot.games.grimm_forest.table import SITES, GrimmForestTable, House, Pig
from bot.games.grimm_forest.values import COSTS, FLOOR, PARTS, ROOF, WALLS

Next = tuple[int, bool, int | None]
"""A part that comes next, whether its site is a cheap one, and the place of its house, None for a new one."""
ON_A_PLAIN_SITE: Next = (FLOOR, False, None)
ON_A_CHEAP_SITE: Next = (FLOOR, True, None)


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A section that could be built now. `site` is the house it belongs to, None for a new one.

    cost    in the material; of which `extra` is paid to opponents for their Friends
    cheap   on an extra Build Site, where it costs one less (Cutting Corners)
    choice  what to build it is called; pile: what its kind is called in the supply
    """

    material: str
    part: int
    site: int | None
    cost: int
    extra: int
    cheap: bool
    choice: str
    pile: str


@cache  # there are few, and every turn looks at some of them
def section_of(material: str, part: int, cheap: bool, site: int | None, extra: int) -> Section:
    """This part of a house, with so much extra."""
    choice = f"build.{material}.{PARTS[part - 1]}" + (".cheap" if cheap else "")
    return Section(material, part, site, COSTS[part - 1] - cheap + extra, extra, cheap, choice, f"{material}.{part}")


def possible_sections(table: GrimmForestTable, seat: Seat) -> dict[str, Section]:
    """What may be built, by choice, whether or not it can be paid: Floor, Walls, Roof in order, and no second house of
    a type while one of that type is unfinished (S2-8)."""
    pig, supply = table.pigs[seat], table.sections
    unfinished: dict[str, list[Next]] = {}
    for site, house in enumerate(pig.houses):
        if house.sections < ROOF:  # more than one of a type after a visit of the Big Bad Wolf
            unfinished.setdefault(house.material, []).append((house.sections + 1, house.cheap, site))
    for_new_ones = free_sites(pig)
    tolls = tolls_for(table, seat)
    possible = {}
    for material in TYPES:
        for part, cheap, where in unfinished.get(material, for_new_ones):
            extra = sum(friend.toll(part) for _, friend in tolls) if tolls else 0
            section = section_of(material, part, cheap, where, extra)
            if supply[section.pile]:
                possible[section.choice] = section
    return possible


def free_sites(pig: Pig) -> list[Next]:
    """The sites for a new house and its Floor: a plain one and a cheap one, while there are such."""
    cheap = sum(house.cheap for house in pig.houses) if pig.corners else 0
    free = []
    if len(pig.houses) - cheap < SITES:
        free.append(ON_A_PLAIN_SITE)
    if cheap < pig.corners:
        free.append(ON_A_CHEAP_SITE)
    return free


def tolls_for(table: GrimmForestTable, seat: Seat) -> list[tuple[Seat, Friend]]:
    """The opponents who are to be paid for parts of a house, for their Friends."""
    return [(other, friend) for other, friend in friends_in_turn(table, TOLL) if other != seat]


def affordable(possible: dict[str, Section], goods: Goods) -> list[str]:
    """Those of these sections that can be paid with these goods."""
    return [choice for choice, section in possible.items() if goods[section.material] >= section.cost]


async def build(table: GrimmForestTable, seat: Seat, section: Section) -> None:
    """Pay, and put the section on its site; Walls bring a Friend, a Roof perhaps a First Builder token."""
    pig = table.pigs[seat]
    paid = section.cost - section.extra
    pig.goods[section.material] -= paid
    for other, friend in tolls_for(table, seat) if section.extra else ():
        friend.take_toll(table, other, seat, section.material, friend.toll(section.part))
    table.sections[section.pile] -= 1
    if section.site is None:
        pig.houses.append(House(section.material, cheap=section.cheap))
    else:
        pig.houses[section.site].sections = section.part
    pig.did.append(section.choice)
    table.announce("section.built", seat=seat, material=section.material, part=PARTS[section.part - 1], paid=paid)
    if section.part == WALLS:
        await meet_friend(table, seat, "walls")  # S2-9
    elif section.part == ROOF:
        await first_builder(table, seat, section.material)


def take_back(table: GrimmForestTable, seat: Seat, section: Section) -> None:
    """A section that was built without further consequences goes back to the supply, and its price to the board."""
    assert section.site is None
    table.pigs[seat].houses.pop()
    table.pigs[seat].goods[section.material] += section.cost
    table.sections[section.pile] += 1


async def first_builder(table: GrimmForestTable, seat: Seat, material: str) -> None:
    """The first complete house of a type in the game: its token, once ever, and a gift (S2-10)."""
    if material in table.first_builder:
        return
    table.first_builder[material] = seat
    table.pigs[seat].tokens.append(material)
    table.announce("first_builder", seat=seat, material=material)
    gift = await choose(table, seat, "first_builder.gift", ("friend", "fables", "goods"), material=material)
    if gift == "goods":
        table.gain(seat, ONE_OF_EACH, "first_builder")
    elif gift == "fables":
        await draw_fables(table, seat, 2, "first_builder")
    else:
        await meet_friend(table, seat, "first_builder")
