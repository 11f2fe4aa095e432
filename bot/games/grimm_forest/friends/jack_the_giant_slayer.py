from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import PRODUCES
from bot.games.grimm_forest.table import GrimmForestTable


class JackTheGiantSlayer(Friend):
    """Add 2 resources of a type produced there to your Location. Discard to cancel the Giant."""

    title = "Jack the Giant Slayer"
    number = 3

    async def after_moving(self, table: GrimmForestTable, me: Seat) -> None:
        place = table.location_of(me)
        assert place is not None
        kind = await choose_type(table, me, "jack.type", PRODUCES[place])
        table.put_on(place, {kind: 2})
        table.announce("goods.added", place=place, goods={kind: 2}, why="jack_the_giant_slayer")

    def stops(self, monster: str) -> bool:
        return monster == "giant"
