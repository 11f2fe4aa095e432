from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import held_types
from bot.games.grimm_forest.table import GrimmForestTable


class TomThumb(Friend):
    """You may take 1 resource from a Location."""

    title = "Tom Thumb"
    number = 25

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        there = [f"{place}.{kind}" for place in table.places() for kind in held_types(table.locations[place])]
        choice = await choose(table, me, "tom_thumb.take", [*there, None])
        if choice is not None:
            place, kind = choice.split(".")
            table.take_from(place, me, {kind: 1}, "tom_thumb")
