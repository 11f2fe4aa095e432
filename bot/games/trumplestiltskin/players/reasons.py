"""Why a card player who counts bids, lays away and plays as it does, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bot.engine.questions import Choice, Question, Value
from bot.engine.rulebook import Reason
from bot.games.trumplestiltskin.cards import JOKERS, RANK, SUITS, card_of, suit_of, value_of
from bot.games.trumplestiltskin.claims import is_certain
from bot.games.trumplestiltskin.options import MOST_POINTS
from bot.games.trumplestiltskin.players.comparing import mean
from bot.games.trumplestiltskin.players.deals import unseen_by_me
from bot.games.trumplestiltskin.players.playout import JOKER, SUITS_OF, numbered
from bot.games.trumplestiltskin.players.thoughtful import TrumplestiltskinPlayer, is_declarer_anyway, stands
from bot.games.trumplestiltskin.trick_so_far import winner_of
from bot.games.trumplestiltskin.values import ACCEPT, CLAIM, PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView

EVERY_TIME = 1
"""The estimate of a hand comes out the same whenever it is asked for."""


def why(question: Question, view: TrumplestiltskinView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None for the Gnome card, which is picked unseen."""
    reason = REASONS.get(question.key)
    return reason(question, value, view) if reason is not None else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _bid(question: Question, value: Value, view: TrumplestiltskinView) -> Reason:
    """What the hand takes as Declarer in the deals that are thought through, next to what is bid or would have to be;
    then why it is no less than that."""
    least = question.choices[0]
    bid = least if value == PASS else value
    if is_declarer_anyway(view) and bid == least:
        return Reason(key="why.pass.dealer", values={"bid": bid}, as_good=(PASS, bid))
    takes = taken_as_declarer(view)
    made = sum(points >= bid for points in takes)
    worth = round(mean(takes))
    told = {"points": worth, "bid": bid, "made": made, "deals": len(takes)}
    if value != PASS:
        return _said("bid", **told, also=[*_why_no_less(view, least, bid), *_why_a_risk(view, made, len(takes))])
    return _said("pass.low" if worth < least else "pass", **told)


def _why_no_less(view: TrumplestiltskinView, least: int, bid: int) -> list[Reason]:
    """Others go on above a low bid; and one that is made brings as much as it says, except in a long game."""
    if bid <= least:
        return []
    often, rarely = (round(100 * (1 - stands(view, one))) for one in (least, bid))
    if often > rarely:
        return [_said("bid.outbid", least=least, often=often, bid=bid, rarely=rarely)]
    return [] if view.long_game else [_said("bid.more")]


def _why_a_risk(view: TrumplestiltskinView, made: int, deals: int) -> list[Reason]:
    """A bid that is made is scored itself, except in a long game; one that was made before has to be reached (R4-3)."""
    if 2 * made >= deals:
        return []
    if before := view.player(view.seat).bid:
        return [_said("bid.before", before=before)]
    return [] if view.long_game else [_said("bid.risk")]


def taken_as_declarer(view: TrumplestiltskinView) -> list[int]:
    """How many points this hand takes as Declarer in each of the deals that its player imagines."""
    return [course.mine[view.seat - 1] for course in TrumplestiltskinPlayer(Random(EVERY_TIME)).courses(view)]


def _trump(question: Question, value: Value, view: TrumplestiltskinView) -> Reason:
    suit, hand = SUITS.index(value), numbered(view.hand)
    return _said("trump", count=sum(suit in SUITS_OF[card] if card >= JOKER else card >> 3 == suit for card in hand))


def _play(question: Question, value: Value, view: TrumplestiltskinView) -> Reason:
    """What the card does in the trick as it lies, and what is certain whoever holds the other cards."""
    if value == CLAIM:
        return _said("claim")
    return _follow(question, value, view) if view.trick else _lead(value, view)


def _lead(value: str, view: TrumplestiltskinView) -> Reason:
    """Whether nothing that is hidden can beat it; and how many cards of the hand take a trick if they are led now."""
    assert view.trump is not None
    unseen = unseen_by_me(view, view.seat)
    sure = [card for card in view.hand if is_certain([card], unseen, view.trump)]
    if card_of(value) in sure:
        return _said("lead.sure", count=len(sure))
    if sure:
        return _said("lead.later", count=len(sure))
    return _said("lead.trump" if suit_of(value) == view.trump else "lead")


def _follow(question: Question, value: str, view: TrumplestiltskinView) -> Reason:
    """Whether the card takes the trick, for certain or so far; or why it does not."""
    assert view.trump is not None
    trump = view.trump

    def takes(play: str) -> bool:
        return winner_of([*view.trick, (view.seat, play)], trump) == view.seat

    lying = sum(value_of(play, trump) for _, play in view.trick)
    if takes(value):
        is_last = len(view.trick) + 1 == len(view.players)
        return _said("take.last", points=lying + value_of(value, trump)) if is_last else _said("take", points=lying)
    could_take, bid = any(takes(play) for play in question.choices), view.player(view.seat).bid
    still_out = MOST_POINTS - sum(player.points for player in view.players) - (0 if could_take else lying)
    if view.player(view.seat).points + still_out < bid and _is_worth_more_than_another(value, question.choices, trump):
        return _said("duck.lost_bid", bid=bid)
    if could_take and card_of(value) in JOKERS:
        return _said("duck.joker")
    return _said(f"duck.{'could' if could_take else 'cannot'}.{_lost(value, question.choices, trump)}", points=lying)


def _is_worth_more_than_another(value: str, choices: Sequence[Choice], trump: str) -> bool:
    """Whether a card that may be played as well would give fewer points away."""
    return any(value_of(str(play), trump) < value_of(value, trump) for play in choices if play in RANK)


def _lost(value: str, choices: Sequence[Choice], trump: str) -> str:
    """What is to be said of a card that is laid on a trick of somebody else: that none is worth less, by its points and
    then by its rank, or how the deals that were imagined ended with it."""
    worths = {str(play): (value_of(str(play), trump), RANK[str(play)]) for play in choices if play in RANK}
    return "lowest" if value in worths and worths[value] == min(worths.values()) else "least"


def _discard(question: Question, value: Value, view: TrumplestiltskinView) -> Reason:
    return _said("discard")


def _object(question: Question, value: Value, view: TrumplestiltskinView) -> Reason:
    return _said("accept" if value == ACCEPT else "object")


REASONS: dict[str, Callable[[Question, Value, TrumplestiltskinView], Reason]] = {
    "auction.bid": _bid,
    "exchange.discard": _discard,
    "trump.name": _trump,
    "trick.play": _play,
    "claim.object": _object,
}
"""How the answer to each kind of question is explained."""
