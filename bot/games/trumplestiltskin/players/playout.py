"""The rest of a hand of Trumplestiltskin, played out fast by a simple policy: what a sampled deal would be worth.

A card is a small number here: `suit * 8 + rank` for a natural one, so that both copies are the same, and 32 and 33 for
the Jokers. While it is played out, a hand is one number of 50 bits, a bit for each card. The rules are those of
`tricks` and `cards`; tests compare every play with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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
Play = tuple[int, int]
"""The bit of a card, and its suit: a Joker's is the declared one."""

COPIES = 2
PLAIN_SUITS = 3
TRUMPS_BEGIN = RANKS_IN_ALL * PLAIN_SUITS * COPIES
JOKERS_BEGIN = TRUMPS_BEGIN + RANKS_IN_ALL * COPIES
JOKER_BITS = 1 << JOKERS_BEGIN
"""A bit from here on is a Joker's."""
ALL_BITS = JOKERS_BEGIN + len(JOKER_NUMBER)


class Pack:
    """The cards as bits, for one Trump: who is missed least comes first, so that a hand's lowest bit is let go first.

    First the plain cards, rank by rank; then Trump; then the Jokers. In each suit a higher rank is a higher bit. Where
    a table is `by length`, it is asked with the `bit_length` of a card, which is the quickest to have.

    first    the bit of the first copy of each card; the second copy is the next bit
    suits    the bits of each suit; joker: the Joker that can be it; above: of each suit those above a rank
    suit_at, rank_at, worth_at  by length: suit, rank and points of each natural card; equals: both copies of it
    """

    __slots__ = ("above", "equals", "first", "joker", "rank_at", "suit_at", "suits", "trump", "worth_at")

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
        self.suits = [above[0] for above in self.above]
        self.joker = [self.first[joker] for suit in range(4) for joker, suits in SUITS_OF.items() if suit in suits]

    def hands(self, hands: Iterable[Iterable[int]]) -> list[int]:
        """These hands as bits; the second copy of a card, whoever holds it, is the second bit."""
        first = self.first
        seen, dealt = 0, []
        for hand in hands:
            held = 0
            for card in hand:
                bit = first[card]
                held |= bit << 1 if seen & bit and card < JOKER else bit
                seen |= held
            dealt.append(held)
        return dealt

    def play(self, hand: int, card: int, suit: int) -> Play:
        """The play of this card, of which the hand holds a copy, with this suit."""
        bit = self.first[card]
        return (bit if hand & bit else bit << 1), suit

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
                return masters & -masters, self.trump
            card = _any(plain, random)
            return card, self.suit_at[card.bit_length()]
        card = hand & -hand if random() < 0.8 else _any(hand, random)
        if card < JOKER_BITS:
            return card, self.suit_at[card.bit_length()]
        return card, _suits_of(card)[int(random() * 2)]

    def follow(
        self,
        hand: int,
        left: int,
        led: int,
        best: int,
        trumped: bool,
        under: int,
        value: int,
        last: bool,
        random: Chance,
    ) -> Play:
        """The cheapest card that takes the trick, or a safe one while others are to come; else what is missed least.

        best, trumped, under, value  the best rank so far, whether it is a Trump, the last rank, and the trick's points
        """
        trump = self.trump
        following = hand & self.suits[led]
        if following:
            low = following & -following
            if trumped and led != trump:
                return low, led
            higher = following & self.above[led][best]
            if hand >= JOKER_BITS and under >= best and (value or not higher):
                joker = hand & self.joker[led]
                if joker and (last or random() < 0.3):
                    return joker, led
            if not higher:
                return low, led
            if last:
                card = higher & -higher
                takes = value or led == trump or self.rank_at[card.bit_length()] >= HIGH
                return (card if takes else low), led
            length = higher.bit_length()
            if not left & self.above[led][self.rank_at[length]]:
                return 1 << length - 1, led
            return (higher & -higher if led == trump else low), led
        floor = best if trumped else 0
        higher = hand & self.above[trump][floor]
        if higher and (trumped or value or random() < 0.7):
            return higher & -higher, trump
        if hand >= JOKER_BITS and under >= floor:
            joker = hand & self.joker[trump]
            if joker and (last or random() < 0.5):
                return joker, trump
        card = hand & -hand
        if card < JOKER_BITS:
            return card, self.suit_at[card.bit_length()]
        suits = _suits_of(card)
        return card, suits[trump == suits[1]]


def _any(cards: int, random: Chance) -> int:
    """One of these bits, by chance."""
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
    hands: Sequence[int],
    leader: int,
    points: Sequence[int],
    gnome: int,
    random: Chance,
    begun: Sequence[Play] = (),
) -> list[int]:
    """Play all that is left by the policy; the points of everybody in this hand. Seats are counted from 0.

    hands   as bits, the cards that are on the table already among them; points: taken before
    gnome   what the Gnome card is worth to the winner of the last trick
    begun   the first plays of the first trick, which are settled
    """
    hands, points = list(hands), list(points)
    trump, jokers, last = pack.trump, JOKER_BITS, len(hands) - 1
    rank_at, worth_at, equals, follow = pack.rank_at, pack.worth_at, pack.equals, pack.follow
    left = tops = 0
    for hand in hands:
        left |= hand
    for cards in pack.suits:
        tops |= equals[(left & cards).bit_length()]
    settled = len(begun)
    while hands[leader]:
        seat, place, best, under, value, trumped = leader, 0, 0, 0, 0, False
        card, led = begun[0] if settled else pack.lead(hands[seat], left, tops, random)
        suit = led
        while True:
            hands[seat] ^= card
            left ^= card
            if card < jokers:
                length = card.bit_length()
                under = rank_at[length]
                value += worth_at[length]
                if card & tops and not left & equals[length]:
                    tops ^= equals[length] ^ equals[(left & pack.suits[suit]).bit_length()]
            else:
                under += 1
                value += 2 + (suit == trump)
            if suit == trump:
                if not trumped or under > best:
                    leader, best, trumped = seat, under, True
            elif suit == led and not trumped and under > best:
                leader, best = seat, under
            if place == last:
                break
            place += 1
            seat = seat + 1 if seat < last else 0
            if place < settled:
                card, suit = begun[place]
            else:
                card, suit = follow(hands[seat], left, led, best, trumped, under, value, place == last, random)
        settled = 0
        points[leader] += value
    points[leader] += gnome
    return points
