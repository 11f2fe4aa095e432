"""The pack: a Pinochle pack of 48 and two Jokers (S4-2), and what a card and a play are.

A card is its rank, suit and copy: `AS1`, `10H2`; the Jokers are `RJ` and `BJ`. A play is a card, or a Joker with the
suit that is declared for it: `RJ-H`.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = ("S", "H", "D", "C")
RANKS = ("9", "10", "J", "Q", "K", "A")
"""From low to high (S4-4), not as in Pinochle."""
JOKERS = ("RJ", "BJ")
COLOURS = {"RJ": ("H", "D"), "BJ": ("S", "C")}
"""The suits that a Joker can be (S4-10)."""
JOKER_OF = {suit: joker for joker, suits in COLOURS.items() for suit in suits}
"""The only Joker that can be this suit."""

RANK = {f"{rank}{suit}{copy}": place for suit in SUITS for place, rank in enumerate(RANKS, start=1) for copy in (1, 2)}
"""The rank of each natural card, 9 = 1 to A = 6 (R4-5)."""
SUIT = {card: card[-2] for card in RANK}
"""The suit of each natural card."""

PLAYS_OF: dict[str, tuple[str, ...]] = {
    **{card: (card,) for card in RANK},
    **{joker: tuple(f"{joker}-{suit}" for suit in suits) for joker, suits in COLOURS.items()},
}
"""What each card can be played as: itself, or a Joker as either suit of its colour (S4-10)."""

SUIT_OF_PLAY = {**SUIT, **{f"{joker}-{suit}": suit for joker in JOKERS for suit in COLOURS[joker]}}
"""The suit of every play: `suit_of` looked up."""

SUIT_IF_NATURAL = {**SUIT, **dict.fromkeys(JOKERS, "")}
"""The same for every card: a Joker has none of its own."""

PACK = tuple(card for card in RANK if not (card.startswith("9") and card.endswith("2")))
"""The 44 cards that are dealt (S4-3)."""
BLANKET = tuple(f"9{suit}2" for suit in SUITS) + JOKERS
"""The six cards that are not: one nine of each suit and both Jokers (S4-3)."""


def card_of(play: str) -> str:
    """The card that lies on the table: a declared Joker without its suit."""
    return play[:2] if play[2:3] == "-" else play


def suit_of(play: str) -> str:
    """The suit of a play; a Joker's is the declared one."""
    return play[3] if play[2:3] == "-" else SUIT[play]


def is_joker(play: str) -> bool:
    """Whether this card or play is a Joker."""
    return play[:2] in COLOURS


def value_of(play: str, trump: str) -> int:
    """Points for the taker of this play (S4-5): 1 for A and K, 2 for a Joker, and 1 more in Trump."""
    if is_joker(play):
        return 3 if suit_of(play) == trump else 2
    return (RANK[play] >= 5) + (SUIT[play] == trump)


VALUE = {
    trump: {
        play: value_of(play, trump)
        for play in (*RANK, *(f"{joker}-{suit}" for joker in JOKERS for suit in COLOURS[joker]))
    }
    for trump in SUITS
}
"""What every play is worth, for each Trump: `value_of` looked up."""


def gnome_value(card: str, trump: str) -> int:
    """Points of the Gnome card for the winner of the last trick; a Joker that could be Trump counts as such (R4-7)."""
    if is_joker(card):
        return 3 if trump in COLOURS[card] else 2
    return value_of(card, trump)


def _suits_in_turn(trump: str | None) -> list[str]:
    """Black and red in turn, Trump first."""
    turn = ["S", "H", "C", "D"]
    first = turn.index(trump) if trump else 0
    return turn[first:] + turn[:first]


def _places(trump: str | None) -> dict[str, int]:
    """The place of every card in a hand that is held in order."""
    order = {suit: place for place, suit in enumerate(_suits_in_turn(trump))}
    natural = sorted(RANK, key=lambda card: (order[SUIT[card]], -RANK[card], card))
    return {card: place for place, card in enumerate([*sorted(JOKERS), *natural])}


_PLACES = {trump: _places(trump) for trump in (None, *SUITS)}


def in_order(cards: Iterable[str], trump: str | None) -> list[str]:
    """Cards as one holds them: Jokers, then Trump, then the other suits with the colours in turn, from high to low."""
    return sorted(cards, key=_PLACES[trump].__getitem__)
