"""Magician: turns spells aside, each once, and never twice to the same person (S0-26, R0-16)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.village.bonus_card import BonusCard
from bot.games.village.table import VillageTable


def send_on(table: VillageTable, me: Seat, onward: Seat) -> bool:
    """An art and no spell: no jinx stops it (R0-11)."""
    table.players[me].redirected.append(onward)
    return True


MAGICIAN = BonusCard("magician", is_trait=True, turns=send_on, never_twice=True)
