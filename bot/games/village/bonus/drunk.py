"""Drunk: slurs all game long. Whoever forgets it can lose the day's vote (S0-26, M0-18)."""

from __future__ import annotations

from bot.games.village.bonus_card import BonusCard

DRUNK = BonusCard("drunk", is_trait=True, is_acted=True)
