"""Lovers: before the first night their holder chooses a beloved, and each dies with the other (S0-27, R0-4)."""

from __future__ import annotations

from bot.engine.questions import Seat, put, timer
from bot.games.village.bonus_card import HEARTBREAK, BonusCard, Tie
from bot.games.village.hours import hour_of_hearts
from bot.games.village.table import VillageTable


def one_or_two(seats: int) -> int:
    return 1 if seats <= 10 else 2


async def choose_beloved(table: VillageTable) -> None:
    questions = [
        put(me, "night.beloved", tuple(seat for seat in table.living() if seat != me)) for me in table.holders("lovers")
    ]
    await hour_of_hearts(table, timer("clock.lovers", table.options.lovers_seconds), questions, table.pairs)


def pairs(table: VillageTable) -> list[list[Seat]]:
    return table.pairs


LOVERS = BonusCard("lovers", copies=one_or_two, first_night=choose_beloved, tie=Tie(pairs, HEARTBREAK))
