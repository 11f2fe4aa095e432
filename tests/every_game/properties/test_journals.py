"""The journal of any game brings back the same match, whatever people have done."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.any_game import Shelf, asked_of, heard_of
from support.drawn_games import DRAWN_GAMES, DrawnGame
from support.sizes import size

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR
from bot.games import GAMES
from bot.matches.option_fields import casts_field
from bot.simulate import simulate

pytestmark = pytest.mark.full_size

WOKEN_MOST = 40
"""Answers after which a match that is longer is woken less often."""


@settings(max_examples=size(3, full=20), deadline=None, derandomize=True)
@given(data=st.data())
@pytest.mark.parametrize("game", DRAWN_GAMES, ids=str)
def test_a_match_goes_on_after_any_answer_as_if_nothing_had_happened(game: DrawnGame, data: st.DataObject) -> None:
    drawn = data.draw(game.drawn())
    match, shelf = drawn.match, Shelf(drawn.match)
    for step, _ in enumerate(drawn.played()):
        shelf.keep(match)
        if match.outcome is None and step % (5 if step < WOKEN_MOST else WOKEN_MOST) == 0:
            is_the_same(Match.resume(GAMES[game.name], shelf.saved(match), SealedChance(drawn.seed)), match)
    whole = drawn.begun_again(replay=shelf.every)
    is_the_same(whole, match)
    for seat in range(match.seats + 1):
        assert heard_of(whole, seat) == heard_of(match, seat)


def is_the_same(one: Match, other: Match) -> None:
    """To everybody's eyes, and by the numbers."""
    for seat in range(other.seats + 1):
        assert one.view(seat) == other.view(seat)
    for seat in (MIRROR, *range(1, other.seats + 1)):
        assert asked_of(one, seat) == asked_of(other, seat)
    assert (one.announced, one.outcome) == (other.announced, other.outcome)


@settings(max_examples=size(2, full=10), deadline=None, derandomize=True)
@given(data=st.data())
@pytest.mark.parametrize("game", DRAWN_GAMES, ids=str)
def test_the_same_seed_and_the_same_answers_give_the_same_game(game: DrawnGame, data: st.DataObject) -> None:
    drawn = data.draw(game.drawn())
    again = drawn.begun_again()
    for match in (drawn.match, again):
        for _ in drawn.steps(match):
            pass
    is_the_same(again, drawn.match)


@pytest.mark.parametrize(
    ("game", "role_set"), [(name, one.name) for name, game in GAMES.items() for one in game.role_sets]
)
def test_every_built_in_set_is_played_to_the_end(game: str, role_set: str) -> None:
    rules = GAMES[game]
    options = rules.role_set(role_set).options
    casts = casts_field(rules.options)
    seats = min(getattr(options, casts.name)) if casts else min(rules.seats)
    report = simulate(rules, seats, size(2, full=10), 2, options)
    assert report.games == size(2, full=10)
