"""A card player who counts: bids what sampled deals are worth, and plays the card that does best in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from random import Random
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.cards import SUITS
from bot.games.trumplestiltskin.claims import is_certain
from bot.games.trumplestiltskin.players.comparing import Care, best_of
from bot.games.trumplestiltskin.players.deals import Deal, Unseen, unseen_by_me
from bot.games.trumplestiltskin.players.hands import ImaginedDeal, keep, likely_trumps, played_as
from bot.games.trumplestiltskin.players.playout import JOKER, NUMBER, PACKS, Dealt, numbered, numbered_play, play_out
from bot.games.trumplestiltskin.players.stakes import Course, Prospect, Stakes
from bot.games.trumplestiltskin.values import ACCEPT, CLAIM, OBJECT, PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView

SAMPLES = 40
"""Deals that are thought through for a question at most; see `best_of`."""
IF_CLOSE = 3
"""How many times as many there are at most when cards or bids are close."""
A_CARD = Care(12, 0.7)
"""How long one thinks about a card."""
A_BID = Care(12, 0.5)
"""The same for a bid, which is made or not."""
A_HAND = Care(20, 0.3)
"""The same for the exchange and Trump, which decide a whole hand."""
SWAPS = 6
"""Other ways to lay cards away that are tried with the best Trump."""
STEADY = 17.0
"""The bid that an unknown player can afford as often as not, and how far that reaches to both sides."""
SPREAD = 7.0
DOUBT = 3
"""How many hands of a player outweigh what is thought of players in general."""
BIDS_CONSIDERED = 8


class TrumplestiltskinPlayer:
    """Plays Trumplestiltskin by nothing but what its seat sees.

    samples   how many deals it thinks through for a question at most; more is better and slower
    if_close  how many times as many for a card or a bid, when others are as good
    The same chance gives the same answers.
    """

    def __init__(self, rng: Random, samples: int = SAMPLES, if_close: int = IF_CLOSE) -> None:
        self._rng = rng
        self._samples = samples
        self._if_close = samples * if_close
        self._any = RandomPlayer(rng)
        self._judged: Sequence[str] = ()
        self._judged_in: list[ImaginedDeal] = []

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
        prospects: dict[Value, Prospect] = {PASS: self._prospect_of_pass(view)}
        for bid in question.choices[:-1][:BIDS_CONSIDERED]:
            prospects[bid] = Prospect(view, bid, stands(view, bid), bid + 1, bid)
        return best_of(prospects, self.courses(view), lambda bid, course: prospects[bid].worth(course), A_BID)

    def _prospect_of_pass(self, view: TrumplestiltskinView) -> Prospect:
        reached = view.player(view.seat).bid
        if is_declarer_anyway(view):
            return Prospect(view, view.least_bid, 1.0, view.least_bid, reached)
        return Prospect(view, 0, 0.0, max(view.high_bid, view.least_bid), reached)

    def courses(self, view: TrumplestiltskinView) -> Iterator[Course]:
        """What everybody takes in sampled deals: with this seat as Declarer, and with another."""
        others = rivals(view)
        if view.high_bidder is not None and view.high_bidder != view.seat:
            others = [view.high_bidder]
        elif not others:
            others = [player.seat for player in view.players if player.seat != view.seat]
        for deal in self._imagined(view):
            rival = others[int(self._rng.random() * len(others))]
            yield Course(deal.declared_by(view.seat - 1), rival, deal.declared_by(rival - 1))

    def _imagined(self, view: TrumplestiltskinView) -> Iterator[ImaginedDeal]:
        """Sampled deals: the same as before for the same hand, of which an auction tells nothing else."""
        if view.hand != self._judged:
            self._judged, self._judged_in = view.hand, []
        unseen = Unseen(view)
        for number in range(self._if_close):
            if number == len(self._judged_in):
                self._judged_in.append(ImaginedDeal(unseen.sample(self._rng), unseen.blanket, self._rng.random))
            yield self._judged_in[number]

    # -- the exchange -----------------------------------------------------------------------------------------------

    def _discard(self, question: Question, view: TrumplestiltskinView) -> Value:
        """For each likely Trump the cards that are missed least, and for the best one a few others in their place."""
        full = numbered(view.hand)
        stakes = of_an_own_bid(view)
        ways = {trump: keep(full, trump) for trump in likely_trumps(full)}

        def worth(hand: list[int], trump: int, deal: Deal) -> float:
            return stakes.worth(played_as(deal, view.seat - 1, hand, trump, self._rng.random))

        trump = best_of(ways, self._deals(view), lambda trump, deal: worth(ways[trump], trump, deal), A_HAND)
        others = [ways[trump], *self._swapped(full, ways[trump], trump)]
        best = others[
            best_of(range(len(others)), self._deals(view), lambda way, deal: worth(others[way], trump, deal), A_HAND)
        ]
        return laid_away(question.choices, best)

    def _swapped(self, full: list[int], best: list[int], trump: int) -> list[list[int]]:
        """A few hands that keep one other card instead of a plain one."""
        gone = full.copy()
        for card in best:
            gone.remove(card)
        plain = [card for card in best if card < JOKER and card >> 3 != trump]
        swapped: list[list[int]] = []
        for _ in range(SWAPS if plain else 0):
            out, back = plain[int(self._rng.random() * len(plain))], gone[int(self._rng.random() * len(gone))]
            other = best.copy()
            other.remove(out)
            other = sorted([*other, back])
            if other not in swapped and other != best:
                swapped.append(other)
        return swapped

    def _name_trump(self, question: Question, view: TrumplestiltskinView) -> Value:
        hand, stakes = numbered(view.hand), of_an_own_bid(view)

        def worth(trump: int, deal: Deal) -> float:
            return stakes.worth(played_as(deal, view.seat - 1, hand, trump, self._rng.random))

        return SUITS[best_of(likely_trumps(hand), self._deals(view), worth, A_HAND)]

    def _deals(self, view: TrumplestiltskinView) -> Iterator[Deal]:
        unseen = Unseen(view)
        return (unseen.sample(self._rng) for _ in range(self._samples))

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
        unseen, pack = Unseen(view), PACKS[SUITS.index(view.trump)]
        taken = [player.points for player in view.players]
        stakes = Stakes(view, view.declarer, view.high_bid)
        leader = (view.trick[0][0] if view.trick else view.seat) - 1
        lying = [(seat - 1, *numbered_play(play)) for seat, play in view.trick]
        mine = {play: (view.seat - 1, *numbered_play(play)) for play in different}

        def dealt() -> tuple[Dealt, int, list[int]]:
            """A deal as it was before the trick that lies on the table."""
            hands, gnome = unseen.sample(self._rng)
            for place, card, _ in lying:
                hands[place].append(card)
            held = pack.dealt(hands)
            begun = [pack.play(held.hands[place], card, suit) for place, card, suit in lying]
            return held, pack.gnome_worth(gnome), begun

        def worth(play: str, deal: tuple[Dealt, int, list[int]]) -> float:
            held, gnome, begun = deal
            place, card, suit = mine[play]
            settled = [*begun, pack.play(held.hands[place], card, suit)]
            return stakes.worth(play_out(pack, held, leader, taken, gnome, self._rng.random, settled))

        return best_of(different, (dealt() for _ in range(self._if_close)), worth, A_CARD)

    def _object(self, question: Question, view: TrumplestiltskinView) -> Value:
        """Only to what can be wrong, whoever holds the cards that this seat does not see."""
        assert view.claimant is not None
        assert view.trump is not None
        hand = view.player(view.claimant).shown
        return ACCEPT if is_certain(hand, unseen_by_me(view, view.claimant), view.trump) else OBJECT


# -- what hands are worth ----------------------------------------------------------------------------------------------


def of_an_own_bid(view: TrumplestiltskinView) -> Stakes:
    """What a Declarer plays for who chooses cards and Trump: to make the bid, however many points are lost with it. In
    the few deals that are thought through first a bold bid may never be made: what takes least would look best."""
    return Stakes(view, view.seat, view.high_bid, shame=0.0)


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


def is_declarer_anyway(view: TrumplestiltskinView) -> bool:
    """Whether all the others have passed and nobody has bid: the Dealer, who is left, has to (R4-3)."""
    return view.high_bidder is None and not rivals(view)


def rivals(view: TrumplestiltskinView) -> list[Seat]:
    """The others who may still bid."""
    return [player.seat for player in view.players if player.seat != view.seat and not player.passed]


def stands(view: TrumplestiltskinView, bid: int) -> float:
    """How likely nobody bids above this."""
    return prod(1 - goes_on(view, seat, bid) for seat in rivals(view))


def goes_on(view: TrumplestiltskinView, seat: Seat, bid: int) -> float:
    """How likely this player is to bid above this: from what they bid before, and what players do."""
    before = [reckoning.bid for hand in view.hands for reckoning in hand.reckonings if reckoning.seat == seat]
    usual = min(0.95, max(0.02, 0.5 + (STEADY - bid) / (2 * SPREAD)))
    return (DOUBT * usual + sum(made > bid for made in before)) / (DOUBT + len(before))


Way = Callable[[TrumplestiltskinPlayer, Question, TrumplestiltskinView], Value]

WAYS: dict[str, Way] = {
    "auction.bid": TrumplestiltskinPlayer._bid,
    "exchange.discard": TrumplestiltskinPlayer._discard,
    "trump.name": TrumplestiltskinPlayer._name_trump,
    "trick.play": TrumplestiltskinPlayer._play,
    "claim.object": TrumplestiltskinPlayer._object,
}
"""How each kind of question is answered; the Gnome card is picked unseen."""
