from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.monster import cancel
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmTable


class Huntsman(Friend):
    """Opponents must play a Fable if they have one; a Monster at your Location is cancelled and you gain 1 of each."""

    title = "The Huntsman"
    number = 24
    advanced = True

    def fables_of_opponents(self, fables: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(name for name in fables if name is not None) or fables

    def when_pigs_stand(self, table: GrimmTable, me: Seat) -> None:
        for card in monsters_at(table, table.location_of(me)):
            if not card.cancelled:
                cancel(table, card, me, self)
                table.gain(me, ONE_OF_EACH, "huntsman")
