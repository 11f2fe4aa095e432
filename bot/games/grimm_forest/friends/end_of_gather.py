"""Friends who act at the end of the Gather phase."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose_fable, choose_goods, choose_type
from bot.games.grimm_forest.drawing import meet_friend, part_with_friend
from bot.games.grimm_forest.friend import BY_DISCARD, END_OF_GATHER, friend
from bot.games.grimm_forest.goods import held_types
from bot.games.grimm_forest.table import GrimmTable


@friend("Frog Prince", END_OF_GATHER)
async def frog_prince(table: GrimmTable, me: Seat) -> None:
    """If not alone: discard it, gain a new Friend (not the Frog Prince), then gain 1 of choice."""
    if not table.with_me(me):
        return
    await part_with_friend(table, me)
    await meet_friend(table, me, "frog_prince", but="frog_prince")
    table.gain(me, {await choose_type(table, me, "frog_prince.type"): 1}, "frog_prince")


@friend("The Golden Goose", END_OF_GATHER)
async def golden_goose(table: GrimmTable, me: Seat) -> None:
    """If alone gain 1 of choice."""
    if table.is_alone(me):
        table.gain(me, {await choose_type(table, me, "golden_goose.type"): 1}, "golden_goose")


@friend("The Golden Goose", BY_DISCARD)
async def golden_goose_is_cooked(table: GrimmTable, me: Seat) -> None:
    """May be discarded in your turn for any 2."""
    await part_with_friend(table, me)
    table.gain(me, await choose_goods(table, me, "golden_goose.goods", 2), "golden_goose")


@friend("The Seven Dwarfs", END_OF_GATHER)
async def seven_dwarfs(table: GrimmTable, me: Seat) -> None:
    """If alone, 1 more Build action."""
    if table.is_alone(me):
        table.pigs[me].actions += 1
        table.announce("actions.changed", seat=me, by=1, why="seven_dwarfs")


@friend("Snow White", END_OF_GATHER)
async def snow_white(table: GrimmTable, me: Seat) -> None:
    """Each opponent at your Location gives you a Fable of his choice, or if none 1 resource of your choice (R2-19)."""
    for seat in table.with_me(me):
        pig = table.pigs[seat]
        if pig.fables:
            name = await choose_fable(table, seat, "snow_white.fable", pig.fables, to=me)
            pig.fables.remove(name)
            table.pigs[me].fables.append(name)
            table.announce("fable.given", giver=seat, taker=me)
            table.tell((seat, me), "fable.given.was", name=name)
        elif held_types(pig.goods):
            kind = await choose_type(table, me, "snow_white.type", held_types(pig.goods), who=seat)
            table.hand_over(seat, me, {kind: 1}, "snow_white")
