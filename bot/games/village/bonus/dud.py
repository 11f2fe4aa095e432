"""Dud: nothing. Two are always in the deck to bluff with, and as many more as fill it up (R0-3, M0-13)."""

from __future__ import annotations

from bot.games.village.bonus_card import BonusCard


def two_at_least(seats: int) -> int:
    return 2


DUD = BonusCard("dud", copies=two_at_least)
