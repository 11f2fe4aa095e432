"""The two decks, once every Fable and Friend has been read from its file."""

from __future__ import annotations

from bot.games.grimm_forest.fables import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.friends import after_reveal, building, end_of_gather, start_of_round

__all__ = ("FABLES", "FRIENDS", "fable_deck", "friend_deck")

FRIEND_FILES = (after_reveal, building, end_of_gather, start_of_round)


def fable_deck(*, advanced: bool) -> list[str]:
    """The Fables as often as they are in the box: 48 for beginners, 56 with the advanced ones (R2-2)."""
    return [card.name for card in FABLES.values() if advanced or not card.advanced for _ in range(card.copies)]


def friend_deck(*, advanced: bool) -> list[str]:
    """The Friends, each once: 25, 20 of them for beginners (R2-2)."""
    return [card.name for card in FRIENDS.values() if advanced or not card.advanced]
