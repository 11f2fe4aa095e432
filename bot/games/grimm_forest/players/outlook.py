"""How far a pig is from three houses: what a bundle of goods, a section or a Build turn is worth to it.

Everything is counted in straws: what one more Straw brings somebody who needs Straw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bot.engine.questions import Seat
from bot.games.grimm_forest.friends.hansel_and_gretel import EXTRA_FOR_WALLS
from bot.games.grimm_forest.goods import TYPES
from bot.games.grimm_forest.rules import HOUSES_TO_WIN
from bot.games.grimm_forest.table import SITES
from bot.games.grimm_forest.values import COSTS, PARTS, WALLS
from bot.games.grimm_forest.views import GrimmForestView

Stock = tuple[int, int, int]
"""Straw, Wood, Brick."""

EFFORT = (1.0, 1.0, 1.0)
"""How hard one of each is to come by: alike, for what is rarer is also left lying by others. Counting Brick dearer lost
games against itself."""
SECTION = 1.8
"""What a section still to be built weighs: the action that it takes."""
SPARE = 0.1
"""What goods are worth that no plan needs."""
WON = 60.0
"""Three houses stand."""
NEW_FRIEND, BETTER_FRIEND = 2.0, 0.8
"""What the Friend is worth that Walls bring: to who has none, and to who has one."""
FIRST_BUILDER = 3.0
"""What the gift for the first house of a type is worth."""


class Standing(NamedTuple):
    """A house: place of its material in TYPES, sections that stand, and whether its site is a cheap one."""

    material: int
    sections: int
    cheap: bool


class Stand(NamedTuple):
    """What a pig has. `corners` are its extra Build Sites, `dear` is what Walls cost it more (Hansel & Gretel)."""

    goods: Stock
    houses: tuple[Standing, ...]
    corners: int = 0
    dear: int = 0


class Part(NamedTuple):
    """A section that may be built next, and on which house (None: a new one)."""

    material: int
    part: int
    cheap: bool
    house: int | None
    cost: int

    @property
    def choice(self) -> str:
        return f"build.{TYPES[self.material]}.{PARTS[self.part - 1]}" + (".cheap" if self.cheap else "")


def stand_of(view: GrimmForestView, seat: Seat) -> Stand:
    pig = view.pig(seat)
    houses = sorted(Standing(TYPES.index(house.material), house.sections, house.cheap) for house in pig.houses)
    dear = any(other.friend == "hansel_and_gretel" and other.seat != seat for other in view.pigs)
    return Stand(stock_of(pig.goods), tuple(houses), pig.sites - SITES, EXTRA_FOR_WALLS if dear else 0)


def stock_of(goods: Mapping[str, int]) -> Stock:
    return (goods.get(TYPES[0], 0), goods.get(TYPES[1], 0), goods.get(TYPES[2], 0))


def plus(one: Stock, other: Stock, times: int = 1) -> Stock:
    return (one[0] + other[0] * times, one[1] + other[1] * times, one[2] + other[2] * times)


def of_type(material: int, count: int = 1) -> Stock:
    return (count * (material == 0), count * (material == 1), count * (material == 2))


def cost_of(part: int, cheap: bool, dear: int) -> int:
    return COSTS[part - 1] - cheap + (dear if part == WALLS else 0)


def complete(stand: Stand) -> int:
    return sum(house.sections == len(PARTS) for house in stand.houses)


@lru_cache(maxsize=1 << 16)
def outlook(stand: Stand) -> float:
    """How near this pig is to its third house, 0 or less before it stands: by the plan that needs least."""
    if complete(stand) >= HOUSES_TO_WIN:
        return WON + SPARE * sum(stand.goods)
    straw, wood, brick = stand.goods
    best = -1000.0
    for needs_straw, needs_wood, needs_brick, sections in plans(stand.houses, stand.corners, stand.dear):
        left = SECTION * sections
        left += EFFORT[0] * (needs_straw - straw) if needs_straw > straw else SPARE * (needs_straw - straw)
        left += EFFORT[1] * (needs_wood - wood) if needs_wood > wood else SPARE * (needs_wood - wood)
        left += EFFORT[2] * (needs_brick - brick) if needs_brick > brick else SPARE * (needs_brick - brick)
        best = max(best, -left)
    return best


@lru_cache(maxsize=1 << 14)
def plans(houses: tuple[Standing, ...], corners: int, dear: int) -> tuple[tuple[int, int, int, int], ...]:
    """The ways to three houses: how much Straw, Wood and Brick each takes, and how many sections."""
    missing = HOUSES_TO_WIN - sum(house.sections == len(PARTS) for house in houses)
    cheap_left = corners - sum(house.cheap for house in houses)
    sites = SITES + corners - len(houses)
    ways: list[list[tuple[int, int]]] = []
    begun: list[int] = []
    for material in range(len(TYPES)):
        open_ones = sorted(
            (sum(cost_of(part, house.cheap, dear) for part in range(house.sections + 1, 4)), 3 - house.sections)
            for house in houses
            if house.material == material and house.sections < len(PARTS)
        )
        new = [(sum(cost_of(part, number < cheap_left, dear) for part in (1, 2, 3)), 3) for number in range(missing)]
        begun.append(len(open_ones))
        ways.append([*open_ones, *new])
    found = []
    for counts in product(range(missing + 1), repeat=len(TYPES)):
        if sum(counts) != missing:
            continue
        if sum(max(0, count - begun[material]) for material, count in enumerate(counts)) > sites:
            continue
        taken = [ways[material][:count] for material, count in enumerate(counts)]
        needs = [sum(cost for cost, _ in houses) for houses in taken]
        found.append((needs[0], needs[1], needs[2], sum(parts for houses in taken for _, parts in houses)))
    return tuple(found)


def next_parts(stand: Stand, sections: Mapping[str, int]) -> Iterator[Part]:
    """What may be built next, whether or not it can be paid; as the rules have it."""
    for material, kind in enumerate(TYPES):
        open_ones = {
            (house.sections + 1, house.cheap): place
            for place, house in enumerate(stand.houses)
            if house.material == material and house.sections < len(PARTS)
        }
        if not open_ones:
            cheap = sum(house.cheap for house in stand.houses)
            kinds = [True] if cheap < stand.corners else []
            if len(stand.houses) - cheap < SITES:
                kinds.append(False)
            for is_cheap in kinds:
                if sections[f"{kind}.1"]:
                    yield Part(material, 1, is_cheap, None, cost_of(1, is_cheap, stand.dear))
            continue
        for (part, is_cheap), place in open_ones.items():
            if sections[f"{kind}.{part}"]:
                yield Part(material, part, is_cheap, place, cost_of(part, is_cheap, stand.dear))


def built(stand: Stand, part: Part, saved: int = 0) -> Stand:
    """The stand with this section, paid for but for what is saved."""
    goods = plus(stand.goods, of_type(part.material, part.cost - saved), -1)
    houses = list(stand.houses)
    now = Standing(part.material, part.part, part.cheap)
    if part.house is None:
        houses.append(now)
    else:
        houses[part.house] = now
    return stand._replace(goods=goods, houses=tuple(sorted(houses)))


def blown(stand: Stand, place: int) -> Stand:
    """The stand after the Big Bad Wolf took the top section of this house."""
    houses = list(stand.houses)
    house = houses.pop(place)
    if house.sections > 1:
        houses.append(house._replace(sections=house.sections - 1))
    return stand._replace(houses=tuple(sorted(houses)))
