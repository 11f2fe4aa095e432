from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.drawing import befriend, part_with_friend, take_friend
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.table import GrimmForestTable


class NightAtTheTavern(Fable):
    """Draw 1 Friend for each player, take one, deal the rest at random; everybody replaces their Friend (R2-15)."""

    title = "Night at the Tavern"
    number = 32

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        drawn = [name for _ in table.pigs if (name := await take_friend(table)) is not None]
        if not drawn:
            return
        table.announce("tavern.friends", friends=list(drawn))
        mine = await choose(table, me, "tavern.choose", drawn)
        drawn.remove(mine)
        rest = await shuffle("tavern.rest", drawn) if len(drawn) > 1 else drawn
        await befriend(table, me, mine)
        for seat, name in zip(table.others(me), rest, strict=False):
            await befriend(table, seat, name)
        for seat in table.others(me)[len(rest) :]:
            await part_with_friend(table, seat)
