from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.drawing import meet_friend, part_with_friend
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable


class FrogPrince(Friend):
    """If not alone: discard it, gain a new Friend (not the Frog Prince), then gain 1 of choice."""

    title = "Frog Prince"
    number = 14

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        if not table.with_me(me):
            return
        await part_with_friend(table, me)
        await meet_friend(table, me, "frog_prince", but="frog_prince")
        table.gain(me, {await choose_type(table, me, "frog_prince.type"): 1}, "frog_prince")
