"""What may be answered for a player, until they take it back."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import LEAVES_OPEN, StandingOrder
from bot.games.mafia.values import NO, YES
from bot.games.mafia.views import MafiaView, VoteView


def vote_as_now(question: Question, view: MafiaView) -> Value:
    """Vote for the one for whom this seat's vote was counted last, where they stand again."""
    if question.key != "vote.hand":
        return LEAVES_OPEN
    *before, now = view.votes
    wanted = last_vote(reversed(before), view.seat)
    if wanted not in now.nominees or question.values is None:
        return LEAVES_OPEN
    return YES if question.values["nominee"] == wanted else NO


def last_vote(votes: Iterable[VoteView], seat: Seat) -> Seat | None:
    """For whom this seat voted in the first of these votes in which it did."""
    counted = (vote for vote in votes if vote.counted and vote.kind == "vote")
    return next((nominee for vote in counted for nominee, voters in vote.votes if seat in voters), None)


ORDERS = (StandingOrder("vote_as_now", vote_as_now),)
