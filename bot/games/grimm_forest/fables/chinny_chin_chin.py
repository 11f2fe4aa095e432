from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.drawing import draw_fables
from bot.games.grimm_forest.fable import Fable, is_monster
from bot.games.grimm_forest.moving import monsters_at, move
from bot.games.grimm_forest.table import GrimmForestTable


class ChinnyChinChin(Fable):
    """With a Monster at your Location you may go elsewhere, once a turn. If nobody played a Monster, draw a Fable.
    (A Monster that was taken back to a hand was played as well.)"""

    title = "Chinny Chin Chin"
    number = 1

    async def before_collecting(self, table: GrimmForestTable, me: Seat) -> None:
        place = table.location_of(me)
        if place is not None and monsters_at(table, place):
            refuge = await choose(table, me, "chinny.flee", [*(one for one in table.places() if one != place), None])
            if refuge is not None:
                move(table, me, refuge)
        if not any(is_monster(card.fable) for card in table.played.values()):
            await draw_fables(table, me, 1, "chinny_chin_chin")
