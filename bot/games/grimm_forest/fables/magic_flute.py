from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import Fable, is_monster
from bot.games.grimm_forest.table import GrimmForestTable


class MagicFlute(Fable):
    """Monsters played this turn come to your hand before they are placed; they have no effect this turn. It is heard
    before all other Fables (R2-4)."""

    title = "Magic Flute"
    number = 31
    advanced = True
    first_at_reveal = True

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        for card in table.on_table():
            if is_monster(card.fable):
                card.taken = True
                table.pigs[me].fables.append(card.fable)
                table.announce("magic_flute.taken", seat=me, fable=card.fable, owner=card.owner)
