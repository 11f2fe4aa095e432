"""A card player who counts: bids what sampled deals are worth, and plays the card that does best in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.bidding import LAID_AWAY
from bot.games.trumplestiltskin.cards import SUITS
from bot.games.trumplestiltskin.claims import is_certain
from bot.games.trumplestiltskin.players.deals import Unseen, unseen_by_me
from bot.games.trumplestiltskin.players.playout import (
    HIGH,
    JOKER,
    NUMBER,
    SUITS_OF,
    State,
    numbered,
    numbered_play,
    play_out,
)
from bot.games.trumplestiltskin.values import ACCEPT, CLAIM, OBJECT, PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView

SAMPLES = 40
"""Deals that are thought through for each question."""
SWAPS = 6
"""Other ways to lay cards away that are tried with the best Trump."""
RIVALS = 0.3
"""What the others' mean score weighs next to the own."""
RIVAL_DECLARER = 0.2
"""What another Declarer's score weighs besides: only the Declarer can win by a bid."""
SHAME = 0.6
"""What a point costs that goes from this seat to the Gnome: the game gets shorter by it."""
VICTORY = 80.0
DEFEAT = -40.0
PRIDE = 0.02
"""What a point is worth that does not count: it may show a better play."""
STEADY = 17.0
"""The bid that an unknown player can afford as often as not, and how far that reaches to both sides."""
SPREAD = 7.0
DOUBT = 3
"""How many hands of a player outweigh what is thought of players in general."""
BIDS_CONSIDERED = 8


class TrumplestiltskinPlayer:
    """Plays Trumplestiltskin by nothing but what its seat sees.

    `samples`: how many deals it thinks through for each question; more is better and slower. The same chance gives the
    same answers.
    """

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        self._rng = rng
        self._samples = samples
        self._any = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        way = WAYS.get(question.key)
        if way is None:
            return self._any.answer(question, look)
        if question.key == "trick.play" and len(question.choices) == 1:
            return question.choices[0]
        return way(self, question, cast(TrumplestiltskinView, look()))

    # -- the auction ------------------------------------------------------------------------------------------------

    def _bid(self, question: Question, view: TrumplestiltskinView) -> Value:
        """The bid with the best prospect, or a pass: a bid that somebody tops still has to be reached (R4-3)."""
        if question.choices[-1] != PASS or len(question.choices) == 1:
            return PASS
        mine, theirs = self.courses(view)
        stands = view.player(view.seat).bid
        rivals = [player.seat for player in view.players if player.seat != view.seat and not player.passed]
        best: Value = PASS
        most = self._prospect_of_pass(view, mine, theirs, stands)
        for bid in question.choices[:-1][:BIDS_CONSIDERED]:
            alone = 1.0
            for seat in rivals:
                alone *= 1 - goes_on(view, seat, bid)
            worth = alone * mean([utility(view, points, view.seat, bid) for points in mine])
            worth += (1 - alone) * mean(
                [utility(view, points, seat, bid + 1, {view.seat: bid}) for seat, points in theirs]
            )
            if worth > most:
                best, most = bid, worth
        return best

    def _prospect_of_pass(
        self, view: TrumplestiltskinView, mine: list[list[int]], theirs: list[tuple[Seat, list[int]]], stands: int
    ) -> float:
        others_in = [player for player in view.players if player.seat != view.seat and not player.passed]
        if not others_in and view.high_bidder is None:  # all the others have passed: the Dealer has to
            return mean([utility(view, points, view.seat, view.least_bid) for points in mine])
        standing = max(view.high_bid, view.least_bid)
        return mean([utility(view, points, seat, standing, {view.seat: stands}) for seat, points in theirs])

    def courses(self, view: TrumplestiltskinView) -> tuple[list[list[int]], list[tuple[Seat, list[int]]]]:
        """What everybody takes in sampled deals: with this seat as Declarer, and with another."""
        rng, me = self._rng, view.seat - 1
        unseen = Unseen(view)
        others = [player.seat for player in view.players if player.seat != view.seat and not player.passed]
        if view.high_bidder is not None and view.high_bidder != view.seat:
            others = [view.high_bidder]
        elif not others:
            others = [player.seat for player in view.players if player.seat != view.seat]
        mine: list[list[int]] = []
        theirs: list[tuple[Seat, list[int]]] = []
        for _ in range(self._samples):
            hands, gnome = unseen.sample(rng)
            blanket = unseen.blanket.copy()
            blanket.remove(gnome)
            mine.append(self._declared(hands, me, blanket, gnome))
            seat = others[int(rng.random() * len(others))]
            theirs.append((seat, self._declared(hands, seat - 1, blanket, gnome)))
        return mine, theirs

    def _declared(self, hands: list[list[int]], declarer: int, blanket: list[int], gnome: int) -> list[int]:
        """The points of everybody when this place takes the Blanket and plays by rule of thumb."""
        full = sorted([*hands[declarer], *blanket])
        trump = max(range(4), key=lambda suit: strength(full, suit))
        dealt = [hand.copy() for hand in hands]
        dealt[declarer] = keep(full, trump)
        return play_out(State(dealt, trump, [0] * len(hands), gnome, declarer), self._rng.random)

    # -- the exchange -----------------------------------------------------------------------------------------------

    def _discard(self, question: Question, view: TrumplestiltskinView) -> Value:
        """For each Trump the cards that are missed least, and for the best one a few others in their place."""
        full = numbered(view.hand)
        deals = self._deals(view)
        ways = {trump: keep(full, trump) for trump in range(4)}
        trump = max(ways, key=lambda trump: self._worth_of(view, ways[trump], trump, deals))
        best = ways[trump]
        most = self._worth_of(view, best, trump, deals)
        for _ in range(SWAPS):
            gone = full.copy()
            for card in best:
                gone.remove(card)
            plain = [card for card in best if card < JOKER and card >> 3 != trump]
            if not plain:
                break
            out, back = plain[int(self._rng.random() * len(plain))], gone[int(self._rng.random() * len(gone))]
            other = best.copy()
            other.remove(out)
            other = sorted([*other, back])
            worth = self._worth_of(view, other, trump, deals)
            if worth > most:
                best, most = other, worth
        return laid_away(question.choices, best)

    def _name_trump(self, question: Question, view: TrumplestiltskinView) -> Value:
        deals, hand = self._deals(view), numbered(view.hand)
        return max(SUITS, key=lambda suit: self._worth_of(view, hand, SUITS.index(suit), deals))

    def _deals(self, view: TrumplestiltskinView) -> list[tuple[list[list[int]], int]]:
        unseen = Unseen(view)
        return [unseen.sample(self._rng) for _ in range(self._samples)]

    def _worth_of(
        self, view: TrumplestiltskinView, hand: list[int], trump: int, deals: list[tuple[list[list[int]], int]]
    ) -> float:
        """The mean worth of playing this hand as Declarer."""
        me = view.seat - 1
        total = 0.0
        for hands, gnome in deals:
            dealt = [other.copy() for other in hands]
            dealt[me] = hand.copy()
            points = play_out(State(dealt, trump, [0] * len(hands), gnome, me), self._rng.random)
            total += utility(view, points, view.seat, view.high_bid)
        return total / len(deals)

    # -- the tricks -------------------------------------------------------------------------------------------------

    def _play(self, question: Question, view: TrumplestiltskinView) -> Value:
        """The play that does best in sampled deals, each of them played to the end once for every play."""
        assert view.trump is not None
        assert view.declarer is not None
        plays = list(question.choices)
        if plays[-1] == CLAIM:
            if is_certain(view.hand, unseen_by_me(view, view.seat), view.trump):
                return CLAIM
            plays.pop()
        different = list({numbered_play(play): play for play in reversed(plays)}.values())[::-1]
        if len(different) == 1:
            return different[0]
        totals = dict.fromkeys(different, 0.0)
        unseen, trump = Unseen(view), SUITS.index(view.trump)
        taken = [player.points for player in view.players]
        for _ in range(self._samples):
            hands, gnome = unseen.sample(self._rng)
            start = self._start(view, hands, trump, taken, gnome)
            for play in different:
                state = start.copy()
                state.put(*numbered_play(play))
                points = play_out(state, self._rng.random)
                totals[play] += utility(view, points, view.declarer, view.high_bid)
        return max(different, key=lambda play: totals[play])

    def _start(
        self, view: TrumplestiltskinView, hands: list[list[int]], trump: int, taken: list[int], gnome: int
    ) -> State:
        """The trick as it lies on the table, in this deal."""
        leader = (view.trick[0][0] if view.trick else view.seat) - 1
        state = State(hands, trump, taken.copy(), gnome, leader)
        for seat, play in view.trick:
            card, suit = numbered_play(play)
            hands[seat - 1].append(card)
            state.put(card, suit)
        return state

    def _object(self, question: Question, view: TrumplestiltskinView) -> Value:
        """Only to what can be wrong, whoever holds the cards that this seat does not see."""
        assert view.claimant is not None
        assert view.trump is not None
        hand = view.player(view.claimant).shown
        return ACCEPT if is_certain(hand, unseen_by_me(view, view.claimant), view.trump) else OBJECT


# -- what hands and scores are worth -----------------------------------------------------------------------------------


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def strength(hand: Sequence[int], trump: int) -> float:
    """How good a hand is with this Trump, by rule of thumb."""
    return sum(
        [
            3.0 * (trump in SUITS_OF[card]) if card >= JOKER else 2.0 + 0.5 * (card & 7)
            for card in hand
            if _is(card, trump)
        ]
    )


def _is(card: int, trump: int) -> bool:
    return card >= JOKER or card >> 3 == trump


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


def laid_away(cards: Sequence[str], kept: Sequence[int]) -> list[str]:
    """The cards that are not kept."""
    left = list(kept)
    gone = []
    for card in cards:
        if NUMBER[card] in left:
            left.remove(NUMBER[card])
        else:
            gone.append(card)
    return gone


def goes_on(view: TrumplestiltskinView, seat: Seat, bid: int) -> float:
    """How likely this player is to bid above this: from what they bid before, and what players do."""
    before = [reckoning.bid for hand in view.hands for reckoning in hand.reckonings if reckoning.seat == seat]
    usual = min(0.95, max(0.02, 0.5 + (STEADY - bid) / (2 * SPREAD)))
    return (DOUBT * usual + sum(made > bid for made in before)) / (DOUBT + len(before))


def utility(
    view: TrumplestiltskinView, points: Sequence[int], declarer: Seat, bid: int, bids: dict[Seat, int] | None = None
) -> float:
    """How good the end of a hand is for this seat: what goes into the columns (R4-8), and the game's end (R4-9)."""
    me = view.seat
    own, lost, others, rival, gnome = 0, 0, 0, 0, view.gnome
    columns = []
    for player, taken in zip(view.players, points, strict=True):
        seat = player.seat
        if seat == declarer:
            needed, amount = bid, taken + (0 if view.long_game else bid)
        else:
            needed, amount = (bids or {}).get(seat, player.bid), taken
        scored = amount if taken >= needed else 0
        gnome += amount - scored
        columns.append(player.column + scored)
        if seat == me:
            own = scored
            lost = amount - scored
        else:
            others += scored
            if seat == declarer:
                rival = scored
    worth = own - SHAME * lost - RIVALS * others / (len(columns) - 1) - RIVAL_DECLARER * rival + PRIDE * points[me - 1]
    made = points[declarer - 1] >= bid
    arrived = columns[declarer - 1] >= view.players_goal
    if arrived and (made or gnome >= view.gnome_goal):
        return worth + (VICTORY if declarer == me else DEFEAT)
    if gnome >= view.gnome_goal:
        most = max(columns)
        if columns[me - 1] < most:
            return worth + DEFEAT
        return worth + VICTORY / columns.count(most)
    return worth


Way = Callable[[TrumplestiltskinPlayer, Question, TrumplestiltskinView], Value]

WAYS: dict[str, Way] = {
    "auction.bid": TrumplestiltskinPlayer._bid,
    "exchange.discard": TrumplestiltskinPlayer._discard,
    "trump.name": TrumplestiltskinPlayer._name_trump,
    "trick.play": TrumplestiltskinPlayer._play,
    "claim.object": TrumplestiltskinPlayer._object,
}
"""How each kind of question is answered; the Gnome card is picked unseen."""
