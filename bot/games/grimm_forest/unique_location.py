"""Unique Locations: they lie at a Location until their condition to be discarded comes true (S2-15, R2-7)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.fable import FABLES, UNIQUE, Fable
from bot.games.grimm_forest.table import GrimmForestTable, Played


class UniqueLocation(Fable, ABC):
    """A Fable that stays where it lies."""

    kind = UNIQUE

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
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

    # -- as long as it lies at a Location -----------------------------------------------------------------------------

    def lairs(self, here: str, lairs: Sequence[str]) -> Sequence[str]:
        """Where Monsters may be placed, of these Locations, while the card lies here."""
        return lairs

    async def end_of_every_gather(self, table: GrimmForestTable, here: str) -> None:
        """After the effects of all players."""

    @abstractmethod
    def is_over(self, table: GrimmForestTable, here: str) -> bool:
        """Whether it is discarded, at the very end of a Gather phase."""


def unique_locations(table: GrimmForestTable) -> Iterator[tuple[str, UniqueLocation]]:
    """Where one lies now, and which, in the order of the Locations."""
    for place in table.places() if table.unique else ():
        if place in table.unique:
            card = FABLES[table.unique[place].fable]
            assert isinstance(card, UniqueLocation)
            yield place, card
