"""Straw, wood and brick, the Locations they come from, and bundles of them as choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

Goods = dict[str, int]
"""How many of each: `straw`, `wood`, `brick`."""

STRAW = "straw"
WOOD = "wood"
BRICK = "brick"
TYPES = (STRAW, WOOD, BRICK)
STURDIEST_FIRST = (BRICK, WOOD, STRAW)

FIELDS = "fields"
FOREST = "forest"
BRICKYARD = "brickyard"
MARKET = "market"
LOCATIONS = (FIELDS, FOREST, BRICKYARD, MARKET)
WITHOUT_MARKET = (FIELDS, FOREST, BRICKYARD)
PRODUCES = {FIELDS: (STRAW,), FOREST: (WOOD,), BRICKYARD: (BRICK,), MARKET: TYPES}
"""What grows where (S2-1)."""
MEGA = {FIELDS: {STRAW: 5}, FOREST: {WOOD: 4}, BRICKYARD: {BRICK: 3}, MARKET: {STRAW: 1, WOOD: 1, BRICK: 1}}
"""What each Location starts with, and gets at every Clean Up (S2-2, S2-11)."""

LETTERS = {"S": STRAW, "W": WOOD, "B": BRICK}
ONE_OF_EACH: Goods = {STRAW: 1, WOOD: 1, BRICK: 1}


def nothing() -> Goods:
    return {STRAW: 0, WOOD: 0, BRICK: 0}


def total(goods: Mapping[str, int]) -> int:
    return sum(goods.values())


def bundles(count: int, available: Mapping[str, int] | None = None) -> list[str]:
    """Every way to choose so many, as words of letters (`SSB`); only what is available, if that is given."""
    return [word for word in mixtures(count) if available is None or covers(available, goods_of(word))]


@lru_cache(maxsize=64)
def mixtures(count: int) -> tuple[str, ...]:
    """Every way to choose so many when there is enough of everything."""
    return tuple("".join(letters) for letters in combinations_with_replacement("SWB", count))


def goods_of(bundle: str) -> Goods:
    """`SSB` is two straw and a brick."""
    goods = nothing()
    for letter in bundle:
        goods[LETTERS[letter]] += 1
    return goods


def covers(have: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    return all(have.get(kind, 0) >= amount for kind, amount in cost.items())


def held_types(goods: Mapping[str, int], least: int = 1) -> list[str]:
    """The types of which there are at least so many."""
    return [kind for kind in TYPES if goods.get(kind, 0) >= least]


def halved(goods: Mapping[str, int], order: Iterable[str] = STURDIEST_FIRST) -> Goods:
    """Half of all, rounded down, taken type by type in this order."""
    left, taken = total(goods) // 2, nothing()
    for kind in order:
        taken[kind] = min(left, goods.get(kind, 0))
        left -= taken[kind]
    return taken
