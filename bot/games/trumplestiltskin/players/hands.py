"""What a hand is worth as the Declarer's: what is kept of it, and what everybody takes when it is played out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.trumplestiltskin.bidding import LAID_AWAY
from bot.games.trumplestiltskin.players.deals import Deal
from bot.games.trumplestiltskin.players.playout import HIGH, JOKER, PACKS, SUITS_OF, Chance, play_out

LIKELY = 2
"""So many suits are thought of as Trump."""
MORE_BY_THOUGHT = 1
"""So many points more, at least, a Declarer takes who thinks about every card, than by rule of thumb."""


class ImaginedDeal:
    """A deal as it may be, and what everybody takes in it with one or another as Declarer, each played out once.

    A Declarer is taken to play better than the rule of thumb by which it is played out.
    """

    def __init__(self, deal: Deal, blanket: Sequence[int], random: Chance) -> None:
        """`blanket`: these cards, of which one is the Gnome."""
        self._hands, self._gnome = deal
        self._blanket = list(blanket)
        self._blanket.remove(self._gnome)
        self._random = random
        self._declared: dict[int, list[int]] = {}

    def declared_by(self, place: int) -> list[int]:
        """The points of everybody when this place takes the Blanket, and plays at least by rule of thumb."""
        if place not in self._declared:
            full = [*self._hands[place], *self._blanket]
            trump = strongest(full)
            deal = self._hands, self._gnome
            points = played_as(deal, place, keep(full, trump), trump, self._random)
            points[place] += MORE_BY_THOUGHT
            self._declared[place] = points
        return self._declared[place]


def played_as(deal: Deal, declarer: int, hand: list[int], trump: int, random: Chance) -> list[int]:
    """The points of everybody when this place plays with this hand as Declarer."""
    hands, gnome = deal
    pack = PACKS[trump]
    dealt = pack.dealt([*hands[:declarer], hand, *hands[declarer + 1 :]])
    return play_out(pack, dealt, declarer, [0] * len(hands), pack.gnome_worth(gnome), random)


def strongest(hand: Sequence[int]) -> int:
    """The Trump that suits a hand best, by rule of thumb."""
    strength = strengths(hand)
    return strength.index(max(strength))


def likely_trumps(hand: Sequence[int]) -> list[int]:
    """Those that may suit a hand best, by the same rule of thumb."""
    strength = strengths(hand)
    return sorted(range(len(strength)), key=lambda suit: -strength[suit])[:LIKELY]


def strengths(hand: Sequence[int]) -> list[float]:
    """How strong a hand is in each suit as Trump, by rule of thumb."""
    strength = [0.0] * 4
    for card in hand:
        if card >= JOKER:
            for suit in SUITS_OF[card]:
                strength[suit] += 3.0
        else:
            strength[card >> 3] += 2.0 + 0.5 * (card & 7)
    return strength


def keep(full: Sequence[int], trump: int) -> list[int]:
    """The hand after the exchange: Trump, Jokers and Aces stay; low cards go, those of short suits first."""
    counts = [0] * 5
    for card in full:
        counts[card >> 3] += 1

    def value(card: int) -> float:
        if card >= JOKER:
            return 60.0
        rank = card & 7
        if card >> 3 == trump:
            return 50.0 + rank
        if rank == 6:
            return 40.0
        return rank + counts[card >> 3] + (8.0 if rank == HIGH and (card + 1) in full else 0.0)

    return sorted(sorted(full, key=value)[LAID_AWAY:])
