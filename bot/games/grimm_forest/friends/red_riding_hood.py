from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.drawing import can_draw, draw_fables, take_fables
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable

WOLVES = ("wolf", "big_bad_wolf")
"""What she calls a Wolf card (R2-12)."""


class RedRidingHood(Friend):
    """Discard the top 5 Fables; take the Wolf cards among them, else draw 1. Discard to cancel a Wolf or Big Bad
    Wolf."""

    title = "Red Riding Hood"
    number = 10

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        return can_draw(table)

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        top = await take_fables(table, 5)
        wolves = [name for name in top if name in WOLVES]
        table.pigs[me].fables += wolves
        table.fable_discard += [name for name in top if name not in WOLVES]
        table.announce("red_riding_hood.searched", seat=me, fables=top, taken=wolves)
        if not wolves:
            await draw_fables(table, me, 1, "red_riding_hood")

    def stops(self, monster: str) -> bool:
        return monster in WOLVES
