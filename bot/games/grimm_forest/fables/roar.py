from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.moving import move
from bot.games.grimm_forest.table import GrimmForestTable


class Roar(Fable):
    """Opponents at your Location shuffle all their Gather cards, draw one and move there; it may be the same."""

    title = "Roar"
    number = 2

    async def before_collecting(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in table.with_me(me):
            where = (await shuffle(f"gather.{seat}", table.pigs[seat].gather))[0]
            table.announce("roar.runs", seat=seat, place=where)
            move(table, seat, where)
