"""Captain Hook: wins with the Rumplestiltskins, even when dead, and they do not know him (S0-19)."""

from __future__ import annotations

from bot.games.village.cards import HOOK
from bot.games.village.roles.card import Role

CAPTAIN_HOOK = Role("captain_hook", HOOK)
