"""What the games' standing orders say to a question: pure, from the view of the seat."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from language.any_game import play_at_random

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, put
from bot.engine.rulebook import LEAVES_OPEN
from bot.games import GAMES
from bot.games.mafia.orders import vote_as_now as mafia_vote_as_now
from bot.games.mafia.values import NO, YES
from bot.games.mafia.views import VoteView
from bot.games.name_duel.orders import no_reaction
from bot.games.trumplestiltskin.orders import pass_until_bid
from bot.games.trumplestiltskin.values import PASS
from bot.games.village.orders import vote_as_now
from bot.games.village.values import BURN, SPARE
from bot.games.village.views import BallotView

ANN, BEN, CAT, DAN = 1, 2, 3, 4


def ballot(**votes: tuple[int, ...]) -> BallotView:
    """A ballot on which these people got the votes of those."""
    seats = {"ann": ANN, "ben": BEN, "cat": CAT, "dan": DAN}
    polls = tuple((seats[nominee], voters) for nominee, voters in votes.items())
    return BallotView(day=1, rerun=0, majority=3, most_burn=False, polls=polls, burned=None, counted=True)


def village(*ballots: BallotView) -> Any:
    return SimpleNamespace(seat=ANN, ballots=ballots)


def on_open_ballot(*nominees: int) -> Question:
    return put(ANN, "day.ballot", (*nominees, None))


def test_passing_until_somebody_has_bid() -> None:
    question = put(ANN, "auction.bid", (12, 13, PASS))
    nobody, somebody = SimpleNamespace(high_bidder=None), SimpleNamespace(high_bidder=BEN)
    assert pass_until_bid(question, nobody) == PASS  # type: ignore[arg-type]
    assert pass_until_bid(question, somebody) is LEAVES_OPEN  # type: ignore[arg-type]
    assert pass_until_bid(put(ANN, "trick.play", ("AS1",)), nobody) is LEAVES_OPEN  # type: ignore[arg-type]


def test_no_reaction_to_any_guess() -> None:
    assert no_reaction(put(ANN, "duel.react", ("hobyah", None)), None) is None
    assert no_reaction(put(ANN, "duel.play", ("hobyah",)), None) is LEAVES_OPEN


def test_the_vote_stands_on_the_next_ballot_and_the_next_day() -> None:
    before = ballot(ben=(ANN, CAT), dan=(BEN,))
    assert vote_as_now(on_open_ballot(BEN, DAN), village(before, ballot(ben=(), dan=()))) == BEN


def test_the_newest_vote_counts() -> None:
    earlier, later = ballot(ben=(ANN,)), ballot(ben=(), cat=(ANN,))
    assert vote_as_now(on_open_ballot(BEN, CAT), village(earlier, later, ballot(ben=(), cat=()))) == CAT


@pytest.mark.parametrize(
    ("nominees", "ballots"),
    [
        ((CAT, DAN), (ballot(ben=(ANN,)), ballot(cat=(), dan=()))),
        ((BEN, DAN), (ballot(ben=(CAT,)), ballot(ben=(), dan=()))),
        ((BEN, DAN), (ballot(ben=(ANN,)), ballot(ben=(), dan=(ANN,)))),
        ((BEN, DAN), (ballot(ben=(), dan=()),)),
    ],
    ids=["not nominated any more", "never voted", "voted by hand now", "the first ballot"],
)
def test_else_the_vote_is_left_to_its_owner(nominees: tuple[int, ...], ballots: tuple[BallotView, ...]) -> None:
    assert vote_as_now(on_open_ballot(*nominees), village(*ballots)) is LEAVES_OPEN


def test_one_poll_after_the_other_the_same_person_burns() -> None:
    question = put(ANN, "day.vote", (BURN, SPARE))
    before = ballot(ben=(ANN,), dan=())
    assert vote_as_now(question, village(before, ballot(dan=()))) == SPARE
    assert vote_as_now(question, village(before, ballot(dan=(), ben=()))) == BURN
    assert vote_as_now(question, village(ballot(dan=()))) is LEAVES_OPEN


def mafia_vote(*nominees: int, counted: bool = True, **votes: tuple[int, ...]) -> VoteView:
    """A vote of the club, in which these people got the votes of those."""
    seats = {"ben": BEN, "cat": CAT, "dan": DAN}
    given = tuple((seats[nominee], voters) for nominee, voters in votes.items())
    return VoteView(day=1, again=0, kind="vote", nominees=nominees, votes=given, left=(), counted=counted)


def hand_for(nominee: int) -> Question:
    return put(ANN, "vote.hand", (YES, NO), values={"nominee": nominee})


def test_a_hand_of_the_club_goes_up_for_the_same_person() -> None:
    before, now = mafia_vote(BEN, CAT, ben=(ANN,), cat=(BEN,)), mafia_vote(CAT, BEN, DAN, counted=False)
    table: Any = SimpleNamespace(seat=ANN, votes=(before, now))
    assert mafia_vote_as_now(hand_for(BEN), table) == YES
    assert mafia_vote_as_now(hand_for(CAT), table) == NO
    assert mafia_vote_as_now(put(ANN, "vote.all", (YES, NO)), table) is LEAVES_OPEN
    gone: Any = SimpleNamespace(seat=ANN, votes=(before, mafia_vote(CAT, DAN, counted=False)))
    assert mafia_vote_as_now(hand_for(CAT), gone) is LEAVES_OPEN, "nobody else is voted for instead"
    first: Any = SimpleNamespace(seat=ANN, votes=(mafia_vote(BEN, CAT, counted=False),))
    assert mafia_vote_as_now(hand_for(BEN), first) is LEAVES_OPEN


@pytest.mark.parametrize("name", sorted(name for name, game in GAMES.items() if game.standing_orders))
def test_whatever_an_order_says_may_be_answered(name: str) -> None:
    game, said = GAMES[name], set()
    options = game.role_sets[0].options
    if name == "village":
        options = options.model_copy(update={"open_ballot": True})
    for seed in (2, 4, 6, 10):
        match = Match.start(game, options, game.seats.start, SealedChance(f"orders {seed}"))
        for _ in play_at_random(match, Random(seed)):
            for question in match.open:
                for order in game.standing_orders if question.seat > 0 else ():
                    value = order.answer(question, match.view(question.seat))
                    if value is not LEAVES_OPEN:
                        question.check(value)
                        said.add(order.name)
    assert said == {order.name for order in game.standing_orders}, "in a few games each is of some use"
