"""Unique Locations: they lie at a Location until their condition to be discarded comes true (S2-15, R2-7)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.fable import UNIQUE, Fable
from bot.games.grimm_forest.table import GrimmTable, Played


class UniqueLocation(Fable):
    """A Fable that stays where it lies."""

    kind = UNIQUE

    async def when_revealed(self, table: GrimmTable, me: Seat) -> None:
        """Put it on a Location without one; with none free it is discarded (R2-7)."""
        card = table.played[me]
        free = [place for place in table.places() if place not in table.unique]
        if not free:
            table.discard_at_once(me)
            return
        place = str(await choose(table, me, "unique.place", free, fable=card.fable))
        table.unique[place] = Played(me, card.fable, place)
        card.taken = True  # it is no card of this round any more
        table.announce("unique.placed", seat=me, fable=card.fable, place=place)
