"""Third Wheel: is shown the pairs of the first night, and chooses a crush among them, who dies with the Third Wheel.

Each pair is shown by seat: only its holder knows who of the two holds the card (S0-28, R0-4, M0-24). A crush pines for
nobody.
"""

from __future__ import annotations

from bot.engine.questions import Seat, put, timer
from bot.games.village.bonus_card import BonusCard, Tie
from bot.games.village.hours import hour_of_hearts
from bot.games.village.table import VillageTable

CRUSH = "crush"


def one_in_large_villages(seats: int) -> int:
    return 1 if seats >= 12 else 0


async def choose_crush(table: VillageTable) -> None:
    paired = sorted({seat for pair in table.pairs for seat in pair})
    questions = []
    for me in table.holders("third_wheel"):
        others = tuple(seat for seat in paired if seat != me)
        if others:
            table.learn(me, "night.pairs", pairs=[sorted(pair) for pair in table.pairs])
            questions.append(put(me, "night.crush", others))
    await hour_of_hearts(table, timer("clock.third_wheel", table.options.lovers_seconds), questions, table.crushes)


def crushes(table: VillageTable) -> list[list[Seat]]:
    return table.crushes


THIRD_WHEEL = BonusCard(
    "third_wheel",
    copies=one_in_large_villages,
    first_night=choose_crush,
    tie=Tie(crushes, CRUSH, is_mutual=False),
)
