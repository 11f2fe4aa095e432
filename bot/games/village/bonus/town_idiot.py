"""Town Idiot: bursts out laughing every day. Whoever forgets it can lose the day's vote (S0-26, M0-18)."""

from __future__ import annotations

from bot.games.village.bonus_card import BonusCard

TOWN_IDIOT = BonusCard("town_idiot", is_trait=True, is_acted=True)
