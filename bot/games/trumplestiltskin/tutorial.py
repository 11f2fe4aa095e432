"""Trumplestiltskin's tutorial: one hand among five, with cards that are worth a bid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.engine.questions import Question, Seat, Value
from bot.engine.tutorials import SEED, Hint, Tutorial
from bot.games.trumplestiltskin.cards import RANK, SUIT, is_joker, suit_of, value_of
from bot.games.trumplestiltskin.trick_so_far import winner_of
from bot.games.trumplestiltskin.values import PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView

WORTH_A_BID: Final = 8
"""So many Aces, Kings and cards of the longest suit together are worth the least bid among five."""
AS_GOOD: Final = 2
"""So many of the next bids are as good as the least."""
KING: Final = 5
"""The rank from which a card counts."""
LAST_TWO: Final = 2
"""With so many cards in hand the last trick is near, and with it the Gnome card."""


def hint(question: Question, view: TrumplestiltskinView) -> Hint | None:
    """What matters when the table asks this."""
    made = HINTS.get(question.key)
    return made(question, view) if made is not None else None


def _gnome(question: Question, view: TrumplestiltskinView) -> Hint:
    """Nobody knows these cards: any will do (R4-2)."""
    return Hint("gnome.pick")


def _bid(question: Question, view: TrumplestiltskinView) -> Hint:
    """Who bids has to take as much (R4-8): a bid is for a long suit with high cards."""
    if _strength(view.hand) >= WORTH_A_BID and question.choices[0] != PASS:
        bids = [choice for choice in question.choices if choice != PASS]
        return Hint("bid.again" if view.player(question.seat).bid else "bid", good=bids[:AS_GOOD])
    return Hint("bid.pass", good=(PASS,))


def _strength(hand: Sequence[str]) -> int:
    """A rough guess, as a beginner makes it."""
    natural = [card for card in hand if not is_joker(card)]
    longest = max(Counter(SUIT[card] for card in natural).values())
    return longest + sum(RANK[card] >= KING for card in natural)


def lead(question: Question, view: TrumplestiltskinView) -> Value | None:
    """In a first auction somebody opens with the least bid, and nobody goes on: so a low bid is enough for who learns,
    and can be made."""
    if question.key != "auction.bid" or PASS not in question.choices:
        return None
    return PASS if view.high_bid else question.choices[0]


def _discard(question: Question, view: TrumplestiltskinView) -> Hint:
    """Low cards of short suits go (R4-4)."""
    return Hint("discard")


def _trump(question: Question, view: TrumplestiltskinView) -> Hint:
    """The longest suit is Trump: each of its cards counts one more (S4-5)."""
    held = Counter(SUIT[card] for card in view.hand if not is_joker(card))
    most = max(held.values())
    return Hint("trump", good=[suit for suit in question.choices if held[suit] == most])


def _play(question: Question, view: TrumplestiltskinView) -> Hint:
    """To take what counts, and to give away what does not."""
    if not view.trick:
        return _lead(question, view)
    assert view.trump is not None
    winning = [play for play in question.choices if _would_win(view, question.seat, play)]
    if len(view.hand) == LAST_TWO:
        return Hint("play.gnome")
    if not winning:
        return Hint("play.lose", good=_cheapest(question.choices, view.trump))
    if len(view.trick) == len(view.players) - 1:
        return Hint("play.take", good=winning)
    return Hint("play.may_win")


def _lead(question: Question, view: TrumplestiltskinView) -> Hint:
    """A Declarer draws the Trumps of the others first."""
    trumps = [play for play in question.choices if suit_of(play) == view.trump and not is_joker(play)]
    if view.declarer == question.seat and trumps:
        highest = max(RANK[play] for play in trumps)
        best = [play for play in trumps if RANK[play] == highest]
        # Whoever holds a Joker takes it for the highest Trump: led, it is the lowest (R4-5).
        if any(is_joker(play) for play in question.choices):
            return Hint("lead.trump.joker", good=best)
        return Hint("lead.trump", good=best)
    return Hint("lead")


def _would_win(view: TrumplestiltskinView, seat: Seat, play: str) -> bool:
    assert view.trump is not None
    return winner_of([*view.trick, (seat, play)], view.trump) == seat


def _cheapest(plays: Sequence[str], trump: str) -> list[str]:
    least = min(value_of(play, trump) for play in plays)
    return [play for play in plays if value_of(play, trump) == least]


HINTS: Final[Mapping[str, Callable[[Question, TrumplestiltskinView], Hint]]] = {
    "gnome.pick": _gnome,
    "auction.bid": _bid,
    "exchange.discard": _discard,
    "trump.name": _trump,
    "trick.play": _play,
}

TUTORIAL = Tutorial(
    seed=f"{SEED}trumplestiltskin.126",
    seats=5,
    options={"players_goal": 20, "gnome_goal": 20, "claims": False, "turn_seconds": 604800},
    hint=hint,
    lead=lead,
)
