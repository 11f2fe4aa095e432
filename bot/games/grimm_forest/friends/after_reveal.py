"""Friends who act when the Gather cards are revealed."""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.choices import choose, choose_goods, choose_type
from bot.games.grimm_forest.friend import AFTER_REVEAL, BEFORE_MOVING, friend
from bot.games.grimm_forest.goods import PRODUCES, held_types
from bot.games.grimm_forest.moving import move
from bot.games.grimm_forest.table import GrimmTable


@friend("Cinderella", BEFORE_MOVING)
async def cinderella(table: GrimmTable, me: Seat) -> None:
    """Move first and gain 2 from your Location before others move; it is no part of the Gather."""
    place = table.pigs[me].chosen
    assert place is not None
    table.pigs[me].location = place
    goods = await choose_goods(table, me, "cinderella.goods", 2, table.locations[place])
    table.take_from(place, me, goods, "cinderella")


@friend("The Gingerbread Man", BEFORE_MOVING)
async def gingerbread_man(table: GrimmTable, me: Seat) -> None:
    """Instead of going: you may take 1 from each Location before others move; then you are nowhere (R2-11)."""
    if await choose(table, me, "gingerbread_man.run", ("run", "stay")) == "stay":
        return
    table.pigs[me].running = True
    table.announce("gingerbread_man.runs", seat=me)
    for place in table.places():
        kinds = held_types(table.locations[place])
        if kinds:
            kind = await choose_type(table, me, "gingerbread_man.type", kinds, place=place)
            table.take_from(place, me, {kind: 1}, "gingerbread_man")


@friend("Jack the Giant Slayer", AFTER_REVEAL)
async def jack(table: GrimmTable, me: Seat) -> None:
    """Add 2 resources of a type produced there to your Location."""
    place = table.location_of(me)
    if place is not None:
        kind = await choose_type(table, me, "jack.type", PRODUCES[place])
        table.put_on(place, {kind: 2})
        table.announce("goods.added", place=place, goods={kind: 2}, why="jack_the_giant_slayer")


@friend("Thumbelina", AFTER_REVEAL)
async def thumbelina(table: GrimmTable, me: Seat) -> None:
    """Once per Gather: shuffle your unplayed Gather cards, reveal one, move there instead."""
    pig = table.pigs[me]
    unplayed = [card for card in pig.gather if card != pig.laid]
    if not unplayed or await choose(table, me, "thumbelina.fly", ("fly", "stay")) == "stay":
        return
    move(table, me, (await shuffle(f"gather.{me}", unplayed))[0])
