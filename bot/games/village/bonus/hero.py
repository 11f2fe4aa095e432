"""Hero: one vote more each day, and never the Sheriff, who draws again (S0-26)."""

from __future__ import annotations

from bot.games.village.bonus_card import BonusCard


def is_for(role: str) -> bool:
    return role != "sheriff"


HERO = BonusCard("hero", is_trait=True, votes=2, is_for=is_for)
