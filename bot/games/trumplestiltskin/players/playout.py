"""The rest of a hand of Trumplestiltskin, played out fast by a simple policy: what a sampled deal would be worth.

A card is a small number here: `suit * 8 + rank` for a natural one, so that both copies are the same, and 32 and 33 for
the Jokers. While it is played out, a hand is one number of 50 bits, a bit for each card. The rules are those of
`tricks` and `cards`; tests compare every play with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bot.games.trumplestiltskin.cards import COLOURS, RANK, RANKS, SUIT, SUITS, card_of, suit_of

SUIT_NUMBER = {suit: number for number, suit in enumerate(SUITS)}
JOKER_NUMBER = {"RJ": 32, "BJ": 33}
JOKER = 32
"""Cards from here on are Jokers."""
SUITS_OF = {JOKER_NUMBER[joker]: tuple(SUIT_NUMBER[suit] for suit in suits) for joker, suits in COLOURS.items()}
NUMBER = {card: SUIT_NUMBER[SUIT[card]] * 8 + RANK[card] for card in RANK} | JOKER_NUMBER
"""The number of each card of the pack."""
RANKS_IN_ALL = len(RANKS)
NO_RANK = 8
"""Above every rank, even of a Joker on an Ace and another Joker."""
HIGH = 5
"""King and Ace are worth a point (S4-5)."""

Chance = Callable[[], float]
Play = int
"""The bit of a card; a Joker's has the suit that is declared above the bits of all cards."""

COPIES = 2
PLAIN_SUITS = 3
TRUMPS_BEGIN = RANKS_IN_ALL * PLAIN_SUITS * COPIES
JOKERS_BEGIN = TRUMPS_BEGIN + RANKS_IN_ALL * COPIES
JOKER_BITS = 1 << JOKERS_BEGIN
"""A bit from here on is a Joker's."""
ALL_BITS = JOKERS_BEGIN + len(JOKER_NUMBER)
SECOND_COPIES = sum(1 << bit for bit in range(1, JOKERS_BEGIN, COPIES))
CARDS = (1 << ALL_BITS) - 1
"""The bits that are cards: those above are a declared suit."""
TRUMPED = 16
"""So much stronger a Trump is than its rank says: above every rank."""


class Dealt(NamedTuple):
    """Everybody's hand as bits; all cards in them; and of each suit both copies of the highest that is left."""

    hands: list[int]
    left: int
    tops: int


class Pack:
    """The cards as bits, for one Trump: who is missed least comes first, so that a hand's lowest bit is let go first.

    First the plain cards, rank by rank; then Trump; then the Jokers. In each suit a higher rank is a higher bit. Where
    a table is `by length`, it is asked with the `bit_length` of a card, which is the quickest to have.

    first    the bit of the first copy of each card; the second copy is the next bit
    suits    the bits of each suit; joker: the Joker that can be it; above: of each suit those above a rank
    suit_at, rank_at, worth_at  by length: suit, rank and points of each natural card; equals: both copies of it
    higher_at  by length: all cards of the same suit that are higher
    strength_at  by the suit that is led and by length: what a card is in that trick, 0 if it cannot take it
    """

    __slots__ = (
        "above", "equals", "first", "higher_at", "joker", "rank_at", "strength_at", "suit_at", "suits", "trump",
        "worth_at",
    )  # fmt: skip

    def __init__(self, trump: int) -> None:
        self.trump = trump
        plain = [suit for suit in range(4) if suit != trump]
        places = [(suit, rank) for rank in range(1, RANKS_IN_ALL + 1) for suit in plain]
        places += [(trump, rank) for rank in range(1, RANKS_IN_ALL + 1)]
        self.first = [0] * JOKER + [1 << JOKERS_BEGIN, 1 << JOKERS_BEGIN + 1]
        self.suit_at, self.rank_at, self.worth_at, self.equals = ([0] * (ALL_BITS + 1) for _ in range(4))
        self.above = [[0] * (NO_RANK + 1) for _ in range(4)]
        for place, (suit, rank) in enumerate(places):
            bit = 1 << place * COPIES
            self.first[suit * 8 + rank] = bit
            for length in (place * COPIES + 1, place * COPIES + 2):
                self.suit_at[length], self.rank_at[length] = suit, rank
                self.worth_at[length] = (rank >= HIGH) + (suit == trump)
                self.equals[length] = bit | bit << 1
            for lower in range(rank):
                self.above[suit][lower] |= bit | bit << 1
        natural = list(zip(self.suit_at, self.rank_at, strict=True))
        self.suits = [above[0] for above in self.above]
        self.higher_at = [self.above[suit][rank] for suit, rank in natural]
        self.strength_at = [
            [TRUMPED + rank if suit == trump else rank if suit == led else 0 for suit, rank in natural]
            for led in range(4)
        ]
        self.joker = [self.first[joker] for suit in range(4) for joker, suits in SUITS_OF.items() if suit in suits]

    def dealt(self, hands: Iterable[Iterable[int]]) -> Dealt:
        """These hands as bits; the second copy of a card, whoever holds it, is the second bit."""
        bit_of = self.first.__getitem__
        seen, dealt = 0, []
        for hand in hands:
            held = sum(map(bit_of, hand))  # of two copies in one hand the sum is the second bit
            held |= (held & SECOND_COPIES) >> 1
            held += held & seen  # a copy of what others hold is the second bit as well
            seen |= held
            dealt.append(held)
        tops = 0
        for cards in self.suits:
            tops |= self.equals[(seen & cards).bit_length()]
        return Dealt(dealt, seen, tops)

    def play(self, hand: int, card: int, suit: int) -> Play:
        """The play of this card, of which the hand holds a copy, with this suit."""
        bit = self.first[card]
        if card >= JOKER:
            return bit | suit << ALL_BITS
        return bit if hand & bit else bit << 1

    def gnome_worth(self, card: int) -> int:
        """Points of the Gnome card; a Joker that could be Trump counts as such (R4-7)."""
        if card >= JOKER:
            return 2 + (self.trump in SUITS_OF[card])
        return ((card & 7) >= HIGH) + (card >> 3 == self.trump)

    # -- the policy ---------------------------------------------------------------------------------------------------

    def lead(self, hand: int, left: int, tops: int, random: Chance) -> Play:
        """Cards that nothing beats, Trump first while others hold some; else something low.

        tops    the highest cards of each suit that are left
        """
        masters = hand & tops
        if masters:
            trumps = self.suits[self.trump]
            plain = masters & ~trumps
            if masters != plain and (not plain or (random() < 0.7 and (left ^ hand) & trumps)):
                masters &= trumps
                return masters & -masters
            return _any(plain, random)
        card = hand & -hand if random() < 0.8 else _any(hand, random)
        return card if card < JOKER_BITS else card | _suits_of(card)[int(random() * 2)] << ALL_BITS

    def follow(
        self, hand: int, left: int, led: int, best: int, under: int, value: int, last: bool, random: Chance
    ) -> Play:
        """The cheapest card that takes the trick, or a safe one while others are to come; else what is missed least.

        best, under, value  the greatest strength so far, the last rank, and the trick's points
        """
        trump = self.trump
        following = hand & self.suits[led]
        if following:
            low = following & -following
            if led == trump:
                best -= TRUMPED
            elif best > TRUMPED:
                return low
            higher = following & self.above[led][best]
            if hand >= JOKER_BITS and under >= best and (value or not higher):
                joker = hand & self.joker[led]
                if joker and (last or random() < 0.3):
                    return joker | led << ALL_BITS
            if not higher:
                return low
            if last:
                card = higher & -higher
                return card if value or led == trump or self.rank_at[card.bit_length()] >= HIGH else low
            length = higher.bit_length()
            if not left & self.higher_at[length]:
                return 1 << length - 1
            return higher & -higher if led == trump else low
        floor = best - TRUMPED if best > TRUMPED else 0
        higher = hand & self.above[trump][floor]
        if higher and (floor or value or random() < 0.7):
            return higher & -higher
        if hand >= JOKER_BITS and under >= floor:
            joker = hand & self.joker[trump]
            if joker and (last or random() < 0.5):
                return joker | trump << ALL_BITS
        card = hand & -hand
        if card < JOKER_BITS:
            return card
        suits = _suits_of(card)
        return card | suits[trump == suits[1]] << ALL_BITS


def _any(cards: int, random: Chance) -> int:
    """One of these bits, by chance."""
    if not cards & cards - 1:
        return cards
    for _ in range(int(random() * cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


def _suits_of(joker: int) -> tuple[int, ...]:
    return SUITS_OF[JOKER + (joker > JOKER_BITS)]


PACKS = tuple(Pack(trump) for trump in range(4))
"""The pack for each Trump."""


def numbered(cards: Sequence[str]) -> list[int]:
    """A hand as numbers, suit by suit from low to high, Jokers last."""
    return sorted([NUMBER[card] for card in cards])


def numbered_play(play: str) -> tuple[int, int]:
    """A play as its card and suit."""
    return NUMBER[card_of(play)], SUIT_NUMBER[suit_of(play)]


def play_out(
    pack: Pack,
    dealt: Dealt,
    leader: int,
    points: Sequence[int],
    gnome: int,
    random: Chance,
    begun: Sequence[Play] = (),
) -> list[int]:
    """Play all that is left by the policy; the points of everybody in this hand. Seats are counted from 0.

    dealt   the cards that are on the table already are in their hands; points: taken before
    gnome   what the Gnome card is worth to the winner of the last trick
    begun   the first plays of the first trick, which are settled
    """
    hands, left, tops = dealt
    hands, points = hands.copy(), list(points)
    trump, jokers, last = pack.trump, JOKER_BITS, len(hands) - 1
    suit_at, rank_at, worth_at, equals, follow = pack.suit_at, pack.rank_at, pack.worth_at, pack.equals, pack.follow
    settled = len(begun)
    while hand := hands[leader]:
        seat, place, best, under, value = leader, 0, 0, 0, 0
        is_over = not hand & hand - 1  # everybody has one card, and a natural one leaves no choice
        if settled:
            card = begun[0]
        elif is_over and hand < jokers:
            card = hand
        else:
            card = pack.lead(hand, left, tops, random)
        led = suit_at[card.bit_length()] if card < jokers else card >> ALL_BITS
        strength_at = pack.strength_at[led]
        while True:
            if card < jokers:
                hands[seat] = hand ^ card
                left ^= card
                length = card.bit_length()
                under = rank_at[length]
                value += worth_at[length]
                strength = strength_at[length]
                if card & tops and not left & equals[length]:
                    tops ^= equals[length] ^ equals[(left & pack.suits[suit_at[length]]).bit_length()]
            else:
                suit = card >> ALL_BITS
                card &= CARDS
                hands[seat] = hand ^ card
                left ^= card
                under += 1
                value += 2 + (suit == trump)
                strength = TRUMPED + under if suit == trump else under if suit == led else 0
            if strength > best:
                leader, best = seat, strength
            if place == last:
                break
            place += 1
            seat = seat + 1 if seat < last else 0
            hand = hands[seat]
            if place < settled:
                card = begun[place]
            elif is_over and hand < jokers:
                card = hand
            else:
                card = follow(hand, left, led, best, under, value, place == last, random)
        settled = 0
        points[leader] += value
    points[leader] += gnome
    return points
