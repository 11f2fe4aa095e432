"""The two decks, once every Fable and Friend has been read from its file."""

from __future__ import annotations

from bot.games.grimm_forest import fables, friends, uncertain
from bot.games.grimm_forest.card import cards_in
from bot.games.grimm_forest.fable import FABLES, Fable
from bot.games.grimm_forest.friend import FRIENDS, Friend
from bot.games.grimm_forest.options import GrimmForestOptions

FABLES.update((card.name, card) for card in cards_in(fables, Fable))
FRIENDS.update((card.name, card) for card in cards_in(friends, Friend))
uncertain.exchange()


def cards_in_game(options: GrimmForestOptions, seats: int) -> frozenset[str]:
    """Every card of the two decks, by name."""
    return frozenset((*fable_deck(advanced=options.advanced), *friend_deck(advanced=options.advanced)))


def fable_deck(*, advanced: bool) -> list[str]:
    """The Fables as often as they are in the box: 48 for beginners, 56 with the advanced ones (R2-2)."""
    cards = [card for card in FABLES.values() if advanced or not card.advanced]
    return [name for card in cards for name in [card.name] * card.copies]


def friend_deck(*, advanced: bool) -> list[str]:
    """The Friends, each once: 25, 20 of them for beginners (R2-2)."""
    return [card.name for card in FRIENDS.values() if advanced or not card.advanced]
