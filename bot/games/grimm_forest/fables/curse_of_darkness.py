from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class CurseOfDarkness(Fable):
    """All opponents shuffle all their Gather cards, the played one too, and play a random one; they may peek. Cards
    that are locked are not shuffled (R2-8)."""

    title = "Curse of Darkness"
    number = 29

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in table.others(me):
            pig = table.pigs[seat]
            pig.put_down((await shuffle(f"gather.{seat}", table.within_reach(seat)))[0])
            table.announce("gather.shuffled", seat=seat)
            table.tell((seat,), "gather.yours", place=pig.chosen)
