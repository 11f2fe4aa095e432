from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.drawing import take_fables
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable

DRAWS, KEEPS = 4, 2


class ConsultTheOracle(Fable):
    """If alone, draw 4 Fables, keep 2, discard 2. (Which of pair 1 it is, is uncertain: see `uncertain.py`.)"""

    title = "Consult the Oracle"
    number = 4

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if not table.is_alone(me):
            return
        drawn = await take_fables(table, DRAWS)
        kept = await kept_of(table, me, drawn) if len(drawn) > KEEPS else drawn
        left = list(drawn)
        for name in kept:
            left.remove(name)
        table.pigs[me].fables += kept
        table.fable_discard += left
        table.announce("oracle.consulted", seat=me, kept=len(kept), discarded=left)


async def kept_of(table: GrimmForestTable, me: Seat, drawn: list[str]) -> list[str]:
    """Two of these, chosen by their places."""
    pairs = [f"{a}+{b}" for a in range(len(drawn)) for b in range(a + 1, len(drawn))]
    places = str(await choose(table, me, "oracle.keep", pairs, fables=list(drawn))).split("+")
    return [drawn[int(place)] for place in places]
