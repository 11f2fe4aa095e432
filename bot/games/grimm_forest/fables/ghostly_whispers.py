from __future__ import annotations

from bot.engine.questions import Seat, draw
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class GhostlyWhispers(Fable):
    """If alone, take 1 random Fable from each other player's hand. (Pair 1: see `uncertain.py`.)"""

    title = "Ghostly Whispers"
    number = 5

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if table.is_alone(me):
            for seat in table.others(me):
                await steal_fable(table, seat, me)


async def steal_fable(table: GrimmForestTable, giver: Seat, taker: Seat) -> None:
    """A random Fable from a hand; only the two of them see which."""
    hand = table.pigs[giver].fables
    if hand:
        place = await draw(f"fable.of.{giver}", tuple(range(len(hand))))
        name = hand.pop(place)
        table.pigs[taker].fables.append(name)
        table.announce("fable.stolen", giver=giver, taker=taker)
        table.tell((giver, taker), "fable.stolen.was", name=name)
