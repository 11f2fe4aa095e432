"""Building: what a section costs, where it may stand, and what comes of it (S2-8 to S2-10)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose
from bot.games.grimm_forest.drawing import draw_fables, meet_friend
from bot.games.grimm_forest.goods import ONE_OF_EACH, TYPES, held_types
from bot.games.grimm_forest.table import PARTS, GrimmTable, House

COSTS = (2, 4, 6)
"""Floor, Walls, Roof, in the matching material (S2-8)."""
WALLS = 2
EXTRA_FOR_WALLS = 1


@dataclass(frozen=True)
class Section:
    """A section that could be built now. `site` is the house it belongs to, None for a new one.

    cost   in the material; of which `extra` is paid to the holder of Hansel & Gretel
    cheap  on an extra Build Site, where it costs one less (Cutting Corners)
    """

    material: str
    part: int
    site: int | None
    cost: int
    extra: int
    cheap: bool

    @property
    def choice(self) -> str:
        return f"build.{self.material}.{PARTS[self.part - 1]}" + (".cheap" if self.cheap else "")


def possible_sections(table: GrimmTable, seat: Seat) -> list[Section]:
    """What may be built, whether or not it can be paid: Floor, Walls, Roof in order, and no second house of a type
    while one of that type is unfinished (S2-8)."""
    pig = table.pigs[seat]
    sections = []
    for material in TYPES:
        unfinished = [
            place for place, house in enumerate(pig.houses) if house.material == material and not house.is_complete
        ]
        if unfinished:
            place = unfinished[0]
            house = pig.houses[place]
            sections.append(_section(table, seat, material, house.sections + 1, place, cheap=house.cheap))
        elif len(pig.houses) < pig.sites:
            cheap_left = sum(house.cheap for house in pig.houses) < pig.corners
            plain_left = sum(not house.cheap for house in pig.houses) < pig.sites - pig.corners
            if plain_left:
                sections.append(_section(table, seat, material, 1, None, cheap=False))
            if cheap_left:
                sections.append(_section(table, seat, material, 1, None, cheap=True))
    return [section for section in sections if table.sections[f"{section.material}.{section.part}"]]


def _section(table: GrimmTable, seat: Seat, material: str, part: int, site: int | None, *, cheap: bool) -> Section:
    holder = table.holder_of("hansel_and_gretel")
    extra = EXTRA_FOR_WALLS if part == WALLS and holder not in (None, seat) else 0
    return Section(material, part, site, COSTS[part - 1] - cheap + extra, extra, cheap)


def affordable_sections(table: GrimmTable, seat: Seat) -> list[Section]:
    goods = table.pigs[seat].goods
    return [section for section in possible_sections(table, seat) if goods[section.material] >= section.cost]


async def build(table: GrimmTable, seat: Seat, section: Section) -> None:
    """Pay, and put the section on its site; Walls bring a Friend, a Roof perhaps a First Builder token."""
    pig = table.pigs[seat]
    pig.goods[section.material] -= section.cost
    holder = table.holder_of("hansel_and_gretel")
    if section.extra and holder is not None:
        table.pigs[holder].goods[section.material] += section.extra
        table.announce("goods.given", giver=seat, taker=holder, goods={section.material: section.extra}, why="hansel")
    table.sections[f"{section.material}.{section.part}"] -= 1
    if section.site is None:
        pig.houses.append(House(section.material, cheap=section.cheap))
    else:
        pig.houses[section.site].sections = section.part
    table.announce("section.built", seat=seat, material=section.material, part=PARTS[section.part - 1])
    if section.part == WALLS:
        await meet_friend(table, seat, "walls")  # S2-9
    elif section.part == len(PARTS):
        await first_builder(table, seat, section.material)


async def first_builder(table: GrimmTable, seat: Seat, material: str) -> None:
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


# -- Puss in Boots ----------------------------------------------------------------------------------------------------


def sections_for_puss(table: GrimmTable, seat: Seat) -> list[Section]:
    """What can be built when one of the needed resources may be paid from an opponent's board."""
    goods = table.pigs[seat].goods
    found = []
    for section in possible_sections(table, seat):
        helpers = any(section.material in held_types(table.pigs[other].goods) for other in table.others(seat))
        if goods[section.material] >= section.cost - helpers:
            found.append(section)
    return found


async def build_with_puss(table: GrimmTable, seat: Seat) -> None:
    sections = sections_for_puss(table, seat)
    chosen = await choose(table, seat, "puss_in_boots.section", [section.choice for section in sections])
    section = next(one for one in sections if one.choice == chosen)
    payers = [one for one in table.others(seat) if table.pigs[one].goods[section.material]]
    own = table.pigs[seat].goods[section.material] >= section.cost
    payer = await choose(
        table, seat, "puss_in_boots.payer", [*payers, *([None] if own else [])], material=section.material
    )
    if payer is not None:
        table.hand_over(payer, seat, {section.material: 1}, "puss_in_boots")
    await build(table, seat, section)
