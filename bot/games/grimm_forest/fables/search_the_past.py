from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.choices import choose_fable
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class SearchThePast(Fable):
    """If an opponent is at your Location, take any 2 Fables from the discard (not itself: R2-20)."""

    title = "Search the Past"
    number = 12
    advanced = True

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if not table.with_me(me):
            return
        for _ in range(2):
            if not table.fable_discard:
                return
            name = await choose_fable(table, me, "search_the_past.fable", table.fable_discard)
            table.fable_discard.remove(name)
            table.pigs[me].fables.append(name)
            table.announce("search_the_past.taken", seat=me, fable=name)
