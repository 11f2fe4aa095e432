from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.moving import move
from bot.games.grimm_forest.table import GrimmForestTable


class Thumbelina(Friend):
    """Once per Gather: shuffle your unplayed Gather cards, reveal one, move there instead."""

    title = "Thumbelina"
    number = 4

    async def after_moving(self, table: GrimmForestTable, me: Seat) -> None:
        unplayed = table.unplayed(me)
        if not unplayed or await choose(table, me, "thumbelina.fly", ("fly", "stay")) == "stay":
            return
        move(table, me, (await shuffle(f"gather.{me}", unplayed))[0])
