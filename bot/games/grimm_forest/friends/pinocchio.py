from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose, choose_type
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import PRODUCES
from bot.games.grimm_forest.table import GrimmForestTable


class Pinocchio(Friend):
    """Announce your Gather card, truly or not. If it was true gain 2 of one type produced there at the end of the
    Gather phase. What counts is the card, wherever the pig has run since."""

    title = "Pinocchio"
    number = 21

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        table.pigs[me].predicted = await choose(table, me, "pinocchio.announce", table.places())
        table.announce("pinocchio.announced", seat=me, place=table.pigs[me].predicted)

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        place = table.pigs[me].predicted
        if place is not None and place == table.pigs[me].chosen:
            kind = await choose_type(table, me, "pinocchio.type", PRODUCES[place])
            table.gain(me, {kind: 2}, "pinocchio")
