"""The role cards, one file each: the side it is on and what its holder does at night."""

from __future__ import annotations

from bot.games.village.cards import HOOK, RUMPLESTILTSKIN, TOWN
from bot.games.village.roles.captain_hook import CAPTAIN_HOOK
from bot.games.village.roles.card import Role
from bot.games.village.roles.esmeralda import ESMERALDA
from bot.games.village.roles.fairy_godmother import FAIRY_GODMOTHER
from bot.games.village.roles.huntsman import HUNTSMAN
from bot.games.village.roles.little_mary import LITTLE_MARY
from bot.games.village.roles.mad_hatter import MAD_HATTER
from bot.games.village.roles.murderer import MURDERER
from bot.games.village.roles.prince_charming import PRINCE_CHARMING
from bot.games.village.roles.sheriff import SHERIFF
from bot.games.village.roles.trickster import TRICKSTER
from bot.games.village.roles.villager import VILLAGER
from bot.games.village.roles.warlock import WARLOCK

ROLES: dict[str, Role] = {
    role.name: role
    for role in (
        MURDERER, TRICKSTER, WARLOCK,
        SHERIFF, PRINCE_CHARMING, FAIRY_GODMOTHER, LITTLE_MARY, HUNTSMAN, MAD_HATTER, ESMERALDA, CAPTAIN_HOOK,
        VILLAGER,
    )
}  # fmt: skip

__all__ = ["HOOK", "ROLES", "RUMPLESTILTSKIN", "TOWN", "Role"]
