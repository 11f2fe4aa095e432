"""The Fairy Godmother: sees who is about to die and may heal one of them, once a game (S0-16).

She acts in a later stage of the night (`bot.games.village.night.healing`), when it is known who is dying; while the
panels of the others are open she notes a suspicion like a villager.
"""

from __future__ import annotations

from bot.games.village.cards import TOWN
from bot.games.village.roles.card import Role

FAIRY_GODMOTHER = Role("fairy_godmother", TOWN, once=True)
