"""What may be answered for a player, until they take it back."""

from __future__ import annotations

from bot.engine.questions import Question, Value
from bot.engine.rulebook import LEAVES_OPEN, StandingOrder
from bot.games.trumplestiltskin.values import PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView


def pass_until_bid(question: Question, view: TrumplestiltskinView) -> Value:
    """Pass in an auction in which nobody has bid yet."""
    return PASS if question.key == "auction.bid" and view.high_bidder is None else LEAVES_OPEN


ORDERS = (StandingOrder("pass_until_bid", pass_until_bid),)
