"""A plain villager: no power but a voice and a vote (S0-4)."""

from __future__ import annotations

from bot.games.village.cards import TOWN
from bot.games.village.role import Role

VILLAGER = Role("villager", TOWN)
