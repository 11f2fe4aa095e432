"""The bonus cards, one file each: what can be read off a card, when it does something, and what (S0-24 to S0-29)."""

from __future__ import annotations

from bot.games.hidden_roles.roles import roles_in
from bot.games.village.bonus_card import BonusCard
from bot.games.village.cards import BONUS_CARDS, DUD, PRINTED
from bot.games.village.table import VillageTable

_FOUND = roles_in(__name__, __path__, BonusCard)
BONUS: dict[str, BonusCard] = {name: _FOUND[name] for name in (*BONUS_CARDS, DUD)}
"""Every bonus card by name, in the order of the box: a moment that several have comes to them in this order."""

PRINTED.update(BONUS)


def in_deck(table: VillageTable) -> list[BonusCard]:
    """The cards that are in the deck of this game, in the order of the box; none where the module is not played."""
    return [BONUS[name] for name in table.deck] if table.deck else []
