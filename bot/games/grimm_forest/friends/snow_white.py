from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose_type
from bot.games.grimm_forest.choices import choose_fable
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import held_types
from bot.games.grimm_forest.table import GrimmForestTable


class SnowWhite(Friend):
    """Each opponent at your Location gives you a Fable of their choice, or if they have none 1 resource of your choice
    (R2-19)."""

    title = "Snow White"
    number = 17

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in table.with_me(me):
            if table.pigs[seat].fables:
                await take_fable(table, seat, me)
            elif kinds := held_types(table.pigs[seat].goods):
                kind = await choose_type(table, me, "snow_white.type", kinds, who=seat)
                table.hand_over(seat, me, {kind: 1}, "snow_white")


async def take_fable(table: GrimmForestTable, giver: Seat, taker: Seat) -> None:
    """One that the giver chooses; only the two of them see which."""
    hand = table.pigs[giver].fables
    name = await choose_fable(table, giver, "snow_white.fable", hand, to=taker)
    hand.remove(name)
    table.pigs[taker].fables.append(name)
    table.announce("fable.given", giver=giver, taker=taker)
    table.tell((giver, taker), "fable.given.was", name=name)
