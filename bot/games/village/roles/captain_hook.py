"""Captain Hook: wins with the Rumplestiltskins, even when dead, and they do not know who it is (S0-19)."""

from __future__ import annotations

from bot.games.village.cards import HOOK, RUMPLESTILTSKIN
from bot.games.village.role import Role

CAPTAIN_HOOK = Role("captain_hook", HOOK, wins_with=RUMPLESTILTSKIN)
