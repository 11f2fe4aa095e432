"""The rest of a hand of Trumplestiltskin, played out fast by a simple policy: what a sampled deal would be worth.

Cards are small numbers here: `suit * 8 + rank` for a natural one, so that both copies are the same, and 32 and 33 for
the Jokers. The rules are those of `tricks` and `cards`; tests compare every play with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.games.trumplestiltskin.cards import COLOURS, RANK, SUIT, SUITS, card_of, suit_of

SUIT_NUMBER = {suit: number for number, suit in enumerate(SUITS)}
JOKER_NUMBER = {"RJ": 32, "BJ": 33}
JOKER = 32
"""Cards from here on are Jokers."""
SUITS_OF = {JOKER_NUMBER[joker]: tuple(SUIT_NUMBER[suit] for suit in suits) for joker, suits in COLOURS.items()}
NUMBER = {card: SUIT_NUMBER[SUIT[card]] * 8 + RANK[card] for card in RANK} | JOKER_NUMBER
"""The number of each card of the pack."""
HIGH = 5
"""King and Ace are worth a point (S4-5)."""

WORTH = tuple(
    tuple(
        2 + (trump in SUITS_OF[card]) if card >= JOKER else ((card & 7) >= HIGH) + (card >> 3 == trump)
        for card in range(JOKER + 2)
    )
    for trump in range(4)
)
"""Points of each card for each Trump; a Joker's as the Trump that it could be."""
DUMP = tuple(
    tuple(
        100 if card >= JOKER else 10 * ((card & 7) >= HIGH) + 30 * (card >> 3 == trump) + (card & 7)
        for card in range(JOKER + 2)
    )
    for trump in range(4)
)
"""How sorry one is to lose each card, for each Trump."""

Chance = Callable[[], float]


@dataclass(slots=True)
class State:
    """A deal in the middle of the tricks, with all hands known. Seats are counted from 0.

    points  taken so far by each; gnome: the card in the middle. The rest is about the trick on the table: who is next,
    how many have played, the led suit, the rank of the last card (a Joker ranks one more), the best rank, whether it is
    a Trump, who played it, and what the trick is worth.
    """

    hands: list[list[int]]
    trump: int
    points: list[int]
    gnome: int
    seat: int
    count: int = 0
    led: int = 0
    under: int = 0
    best: int = 0
    trumped: bool = False
    winner: int = 0
    value: int = 0

    def put(self, card: int, suit: int) -> None:
        """Play a card of the seat whose turn it is; a Joker with its declared suit."""
        self.hands[self.seat].remove(card)
        trump = self.trump
        if not self.count:
            self.led, self.under, self.best, self.trumped, self.value = suit, 0, 0, False, 0
        if card >= JOKER:
            self.under += 1
            self.value += 2 + (suit == trump)
        else:
            self.under = card & 7
            self.value += WORTH[trump][card]
        if suit == trump:
            if not self.trumped or self.under > self.best:
                self.winner, self.best, self.trumped = self.seat, self.under, True
        elif suit == self.led and not self.trumped and self.under > self.best:
            self.winner, self.best = self.seat, self.under
        self.count += 1
        self.seat = (self.seat + 1) % len(self.hands)
        if self.count == len(self.hands):
            self.points[self.winner] += self.value
            self.seat, self.count, self.value = self.winner, 0, 0

    def copy(self) -> State:
        return State(
            [hand.copy() for hand in self.hands], self.trump, self.points.copy(), self.gnome, self.seat, self.count,
            self.led, self.under, self.best, self.trumped, self.winner, self.value,
        )  # fmt: skip


def numbered(cards: Sequence[str]) -> list[int]:
    """A hand as numbers, suit by suit from low to high, Jokers last: the order that the policy counts on."""
    return sorted([NUMBER[card] for card in cards])


def numbered_play(play: str) -> tuple[int, int]:
    """A play as its card and suit."""
    return NUMBER[card_of(play)], SUIT_NUMBER[suit_of(play)]


def play_out(state: State, random: Chance, record: list[tuple[int, int, int]] | None = None) -> list[int]:
    """Play all that is left by the policy, on the state itself; the points of everybody in this hand.

    Each play may be recorded as seat, card and suit.
    """
    hands, trump = state.hands, state.trump
    left = [0] * (JOKER + 8)
    for hand in hands:
        for card in hand:
            left[card] += 1
    while state.count or hands[state.seat]:
        seat = state.seat
        hand = hands[seat]
        if len(hand) == 1 and hand[0] < JOKER:
            card = hand[0]
            suit = card >> 3
        elif state.count:
            card, suit = _follow(hand, state, left, state.count == len(hands) - 1, random)
        else:
            card, suit = _lead(hand, trump, left, random)
        left[card] -= 1
        if record is not None:
            record.append((seat, card, suit))
        state.put(card, suit)
    state.points[state.winner] += WORTH[trump][state.gnome]
    return state.points


# -- the policy -------------------------------------------------------------------------------------------------------


def _lead(hand: list[int], trump: int, left: list[int], random: Chance) -> tuple[int, int]:
    """Cards that nothing beats, Trump first while others hold some; else something low."""
    masters = [card for card in hand if card < JOKER and not any(left[card + 1 : card | 7])]
    if masters:
        trumps = [card for card in masters if card >> 3 == trump]
        if trumps and (len(trumps) == len(masters) or random() < 0.7):
            mine = sum([card >> 3 == trump for card in hand])
            if mine < sum(left[trump * 8 + 1 : trump * 8 + 7]) or len(trumps) == len(masters):
                return trumps[-1], trump
        plain = [card for card in masters if card >> 3 != trump] or masters
        card = plain[int(random() * len(plain))]
        return card, card >> 3
    usual = random() < 0.8
    card = min(hand, key=DUMP[trump].__getitem__) if usual else hand[int(random() * len(hand))]
    return (card, card >> 3) if card < JOKER else (card, SUITS_OF[card][int(random() * 2)])


def _follow(hand: list[int], state: State, left: list[int], last: bool, random: Chance) -> tuple[int, int]:
    """The cheapest card that takes the trick, or a safe one while others are to come; else what is missed least."""
    led, trump, best = state.led, state.trump, state.best
    following = [card for card in hand if card >> 3 == led]
    jokers = hand[-1] >= JOKER
    if following:
        if state.trumped and led != trump:
            return min(following, key=DUMP[trump].__getitem__), led
        higher = [card for card in following if card & 7 > best]
        if jokers and state.under >= best and (last or random() < 0.3) and (state.value or not higher):
            for joker in hand[-2:]:
                if joker >= JOKER and led in SUITS_OF[joker]:
                    return joker, led
        if higher:
            if last:
                return higher[0] if state.value or led == trump or higher[0] & 7 >= HIGH else following[0], led
            top = higher[-1]
            if not any(left[top + 1 : top | 7]):
                return top, led
            return (higher[0], led) if led == trump else (following[0], led)
        return following[0], led
    floor = best if state.trumped else 0
    higher = [card for card in hand if card >> 3 == trump and card & 7 > floor]
    if higher and (state.trumped or state.value or random() < 0.7):
        return higher[0], trump
    if jokers and state.under >= floor:
        for joker in hand[-2:]:
            if joker >= JOKER and trump in SUITS_OF[joker] and (last or random() < 0.5):
                return joker, trump
    card = min(hand, key=DUMP[trump].__getitem__)
    return (card, card >> 3) if card < JOKER else (card, SUITS_OF[card][trump == SUITS_OF[card][1]])
