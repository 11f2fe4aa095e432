"""Villages to record."""

from __future__ import annotations

from recording import Kind, Recording, keys_of, richness

from bot.games.village.cards import BONUS_CARDS
from bot.games.village.options import VillageOptions

RARE = frozenset({"spell.redirect", "day.cast_love", "day.sacrifice", "night.resurrect"})
"""What happens in few games, and above all has to go on after an update."""


def with_rare_cards(recording: Recording) -> tuple[int, ...]:
    return len(RARE & keys_of(recording)), *richness(recording)


CLASSIC = Kind("village", 9, VillageOptions(reballots_most=1), 60, with_rare_cards)
ENCHANTED = Kind("village", 12, VillageOptions(reballots_most=1, bonus=BONUS_CARDS), 1200, with_rare_cards)
"""Twelve, so that the Third Wheel is there."""
