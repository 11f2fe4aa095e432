"""What may be answered for a player, until they take it back."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import LEAVES_OPEN, StandingOrder
from bot.games.village.values import BURN, SPARE
from bot.games.village.views import BallotView, VillageView


def vote_as_now(question: Question, view: VillageView) -> Value:
    """Vote as on the last ballot on which this seat has voted, where that can be done."""
    if question.key not in ("day.ballot", "day.vote"):
        return LEAVES_OPEN
    *before, now = view.ballots
    wanted = last_vote(reversed(before), view.seat)
    if wanted is None or last_vote((now,), view.seat) is not None:
        return LEAVES_OPEN
    if question.key == "day.vote":
        nominee, _ = now.polls[-1]
        return BURN if nominee == wanted else SPARE
    return wanted if wanted in question.choices else LEAVES_OPEN


def last_vote(ballots: Iterable[BallotView], seat: Seat) -> Seat | None:
    """For whom this seat voted on the first of these ballots on which it did."""
    return next((nominee for ballot in ballots for nominee, votes in ballot.polls if seat in votes), None)


ORDERS = (StandingOrder("vote_as_now", vote_as_now),)
