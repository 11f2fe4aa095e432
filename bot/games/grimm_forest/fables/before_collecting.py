"""Fables that act after the pigs have moved and before anybody collects. (Dragon and Wolf are Monsters.)"""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.choices import choose
from bot.games.grimm_forest.drawing import draw_fables
from bot.games.grimm_forest.fable import BEFORE_COLLECTING, fable, is_monster
from bot.games.grimm_forest.moving import monsters_at, move
from bot.games.grimm_forest.table import GrimmTable


@fable("Chinny Chin Chin", BEFORE_COLLECTING)
async def chinny_chin_chin(table: GrimmTable, me: Seat) -> None:
    """With a Monster at your Location you may go elsewhere, once a turn. If nobody played a Monster, draw a Fable.
    (A Monster that the Magic Flute has taken was played as well.)"""
    place = table.location_of(me)
    if place is not None and monsters_at(table, place):
        refuge = await choose(table, me, "chinny.flee", [*(one for one in table.places() if one != place), None])
        if refuge is not None:
            move(table, me, refuge)
    if not any(is_monster(card.fable) for card in table.played.values()):
        await draw_fables(table, me, 1, "chinny_chin_chin")


@fable("Roar", BEFORE_COLLECTING)
async def roar(table: GrimmTable, me: Seat) -> None:
    """Opponents at your Location shuffle all their Gather cards, draw one and move there; it may be the same."""
    for seat in table.with_me(me):
        where = (await shuffle(f"gather.{seat}", table.pigs[seat].gather))[0]
        table.announce("roar.runs", seat=seat, place=where)
        move(table, seat, where)
