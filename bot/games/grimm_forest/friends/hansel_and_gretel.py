from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.table import GrimmForestTable
from bot.games.grimm_forest.values import WALLS

EXTRA_FOR_WALLS = 1


class HanselAndGretel(Friend):
    """Opponents' Walls cost 1 more of the type, paid to you."""

    title = "Hansel & Gretel"
    number = 7

    def toll(self, part: int) -> int:
        return EXTRA_FOR_WALLS if part == WALLS else 0

    def take_toll(self, table: GrimmForestTable, me: Seat, payer: Seat, material: str, toll: int) -> None:
        table.hand_over(payer, me, {material: toll}, "hansel")
