from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.monster import cancel
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmForestTable


class Huntsman(Friend):
    """Opponents must play a Fable if they have one; Monsters at your Location are cancelled and you gain 1 of each,
    once a round (R2-23)."""

    title = "The Huntsman"
    number = 24
    advanced = True

    def fables_of_opponents(self, fables: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(name for name in fables if name is not None) or fables

    def when_pigs_stand(self, table: GrimmForestTable, me: Seat) -> None:
        for card in monsters_at(table, table.location_of(me)):
            if not card.cancelled:
                cancel(table, card, me, self)
                self._gain(table, me)

    def _gain(self, table: GrimmForestTable, me: Seat) -> None:
        """For the first Monster of the round; in games of before for each."""
        pig = table.pigs[me]
        if not (pig.hunted and table.options.cancelling_pays_once):
            table.gain(me, ONE_OF_EACH, "huntsman")
        pig.hunted = True
