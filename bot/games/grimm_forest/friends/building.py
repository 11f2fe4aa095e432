"""Friends who act in the Build phase: Special Actions, and what is part of building."""

from __future__ import annotations

from itertools import permutations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose, choose_fable, choose_goods, choose_type
from bot.games.grimm_forest.drawing import draw_fables, part_with_friend, take_fables
from bot.games.grimm_forest.friend import (
    ALWAYS,
    BY_DISCARD,
    END_OF_BUILD,
    SPECIAL,
    START_OF_BUILD,
    WHEN_GAINED,
    WHEN_LOST,
    friend,
)
from bot.games.grimm_forest.goods import BRICK, FOREST, ONE_OF_EACH, STRAW, WOOD, total
from bot.games.grimm_forest.table import GrimmTable
from bot.games.grimm_forest.trades import give

WOLVES = ("wolf", "big_bad_wolf")
"""What Red Riding Hood calls a Wolf card (R2-12)."""
GATHER_CARDS_KEPT = 2


@friend("Fairy Godmother", SPECIAL)
async def fairy_godmother(table: GrimmTable, me: Seat) -> None:
    """Gain 2 Fables."""
    await draw_fables(table, me, 2, "fairy_godmother")


@friend("Fairy Godmother", BY_DISCARD)
async def fairy_godmother_leaves(table: GrimmTable, me: Seat) -> None:
    """May be discarded in your turn: discard 2 Fables, gain any 2 resources."""
    pig = table.pigs[me]
    for _ in range(2):
        name = await choose_fable(table, me, "fairy_godmother.fable", pig.fables)
        pig.fables.remove(name)
        table.fable_discard.append(name)
        table.announce("fables.discarded", seat=me, names=[name])
    await part_with_friend(table, me)
    table.gain(me, await choose_goods(table, me, "fairy_godmother.goods", 2), "fairy_godmother")


@friend("Goldilocks", SPECIAL)
async def goldilocks(table: GrimmTable, me: Seat) -> None:
    """Look at the top 3 Fables, take 1, put the others back on top in any order."""
    top = await take_fables(table, 3)
    if not top:
        return
    ways = sorted({"+".join(map(str, order)) for order in permutations(range(len(top)))})
    order = str(await choose(table, me, "goldilocks.order", ways, fables=list(top))).split("+")
    mine, *back = [top[int(place)] for place in order]
    table.pigs[me].fables.append(mine)
    table.fable_deck[:0] = back
    table.announce("goldilocks.took", seat=me)


@friend("Hansel & Gretel", ALWAYS)
async def hansel_and_gretel(table: GrimmTable, me: Seat) -> None:
    """Opponents' Walls cost 1 more of the type, paid to you."""


@friend("Little Mermaid", WHEN_GAINED, advanced=True)
async def little_mermaid(table: GrimmTable, me: Seat) -> None:
    """Keep 2 Gather cards; the rest is locked under her until she is lost."""
    pig = table.pigs[me]
    cards = list(pig.gather)
    pairs = [f"{one}+{other}" for place, one in enumerate(cards) for other in cards[place + 1 :]]
    if len(cards) > GATHER_CARDS_KEPT:
        kept = str(await choose(table, me, "little_mermaid.keep", pairs)).split("+")
        pig.locked = [card for card in cards if card not in kept]
        pig.gather = kept
        table.announce("little_mermaid.locked", seat=me, count=len(pig.locked))


@friend("Little Mermaid", WHEN_LOST, advanced=True)
async def little_mermaid_swims_away(table: GrimmTable, me: Seat) -> None:
    """The locked cards come back."""
    pig = table.pigs[me]
    pig.gather = [place for place in table.places() if place in pig.gather or place in pig.locked]
    pig.locked = []


@friend("Little Mermaid", SPECIAL, advanced=True)
async def gifts_of_the_sea(table: GrimmTable, me: Seat) -> None:
    """Gain 1 of each."""
    table.gain(me, ONE_OF_EACH, "little_mermaid")


@friend("Puss in Boots", SPECIAL)
async def puss_in_boots(table: GrimmTable, me: Seat) -> None:
    """Build a section; 1 of the needed resources may be paid from an opponent's board."""
    from bot.games.grimm_forest.building import build_with_puss  # noqa: PLC0415  (building knows the Friends)

    await build_with_puss(table, me)


@friend("Red Riding Hood", SPECIAL)
async def red_riding_hood(table: GrimmTable, me: Seat) -> None:
    """Discard the top 5 Fables; take the Wolf cards among them, else draw 1."""
    top = await take_fables(table, 5)
    wolves = [name for name in top if name in WOLVES]
    table.pigs[me].fables += wolves
    table.fable_discard += [name for name in top if name not in WOLVES]
    table.announce("red_riding_hood.searched", seat=me, fables=top, taken=wolves)
    if not wolves:
        await draw_fables(table, me, 1, "red_riding_hood")


@friend("Robin Hood", END_OF_BUILD)
async def robin_hood(table: GrimmTable, me: Seat) -> None:
    """Each opponent with more resources in all than you gives you 1 of his choice; compared once (R2-12)."""
    mine = total(table.pigs[me].goods)
    for seat in [seat for seat in table.others(me) if total(table.pigs[seat].goods) > mine]:
        await give(table, seat, me, 1, dict(table.pigs[seat].goods), "robin_hood")


@friend("Rumpelstiltskin", START_OF_BUILD)
async def rumpelstiltskin(table: GrimmTable, me: Seat) -> None:
    """Gain 1 Straw."""
    table.gain(me, {STRAW: 1}, "rumpelstiltskin")


@friend("Rumpelstiltskin", SPECIAL)
async def spin_straw(table: GrimmTable, me: Seat) -> None:
    """Discard all Straw for as many Wood or Brick, of one type."""
    straw = table.pigs[me].goods[STRAW]
    kind = await choose_type(table, me, "rumpelstiltskin.type", (WOOD, BRICK), count=straw)
    table.lose(me, {STRAW: straw}, "rumpelstiltskin")
    table.gain(me, {kind: straw}, "rumpelstiltskin")


@friend("The Wood Cutter", SPECIAL)
async def wood_cutter(table: GrimmTable, me: Seat) -> None:
    """Gain 2 Wood and put 2 Wood on the Forest."""
    table.gain(me, {WOOD: 2}, "wood_cutter")
    table.put_on(FOREST, {WOOD: 2})
    table.announce("goods.added", place=FOREST, goods={WOOD: 2}, why="wood_cutter")
