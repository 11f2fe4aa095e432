"""Deflection: turns one spell aside (S0-29, R0-16). A jinx eats the card, and the spell stays where it is (M0-26)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.village.bonus_card import BonusCard
from bot.games.village.death import spell_fails_by_day
from bot.games.village.table import VillageTable


def two_of_them(seats: int) -> int:
    return 2


def send_on(table: VillageTable, me: Seat, onward: Seat) -> bool:
    table.players[me].bonus_spent = True
    return not spell_fails_by_day(table, me)


DEFLECTION = BonusCard("deflection", copies=two_of_them, turns=send_on)
