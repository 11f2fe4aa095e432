from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.table import GrimmForestTable

ALONE, NOT_ALONE = "alone", "not_alone"


class Aladdin(Friend):
    """Predict aloud whether you will be alone; if you were right, gain 1 of each at the end of the Gather phase. Who
    is nowhere is neither alone nor with others."""

    title = "Aladdin"
    number = 18

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        table.pigs[me].predicted = await choose(table, me, "aladdin.predict", (ALONE, NOT_ALONE))
        table.announce("aladdin.predicted", seat=me, prediction=table.pigs[me].predicted)

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        pig = table.pigs[me]
        if pig.location is not None and pig.predicted == (ALONE if table.is_alone(me) else NOT_ALONE):
            table.gain(me, ONE_OF_EACH, "aladdin")
