"""What is open at any moment of any game can be answered, and nothing else can."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from forging import FORGED, NONSENSE, is_offered
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from support.drawn_games import DRAWN_GAMES, DrawnGame
from support.sizes import size
from who_is_asked import ASKED_RIGHTLY

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.engine.questions import MIRROR, IllegalAnswer
from bot.games import GAMES

pytestmark = [pytest.mark.full_size, pytest.mark.parametrize("game", DRAWN_GAMES, ids=str)]

BOUNDED = settings(max_examples=size(5, full=50), deadline=None, derandomize=True)
"""The same examples on every run, so that a red shelf is red for everybody."""
TABLES = {name: TypeAdapter(game.table) for name, game in GAMES.items()}
FORGED_EVERY = 3
"""After so many answers forgers are at work."""


@BOUNDED
@given(st.data())
def test_what_is_asked_can_be_answered(game: DrawnGame, data: st.DataObject) -> None:
    """Somebody is asked until the end; no number and no choice is there twice; what a clock answers is legal."""
    drawn = data.draw(game.drawn())
    match = drawn.match
    for _ in drawn.played():
        assert (match.outcome is None) == bool(match.open)
        numbers = [(question.number, question.seat) for question in match.open]
        assert len(set(numbers)) == len(numbers)
        for question in match.open:
            assert question.number > 0
            assert len(set(map(repr, question.choices))) == len(question.choices), question
            if question.within is not None:
                question.check(question.default)
        ASKED_RIGHTLY[game.name](match)
    assert match.outcome is not None


@settings(BOUNDED, max_examples=size(4, full=40))
@given(st.data())
def test_a_refused_answer_changes_nothing(game: DrawnGame, data: st.DataObject) -> None:
    """What is not offered is refused, and so is what somebody else answers."""
    drawn = data.draw(game.drawn())
    match, rng = drawn.match, Random(drawn.seed)
    seats = {*range(-2, match.seats + 2), MIRROR}
    for step, _ in enumerate(drawn.played()):
        if step % FORGED_EVERY:
            continue
        before = everything(match)
        for question in match.open:
            nonsense = [value for value in NONSENSE if not is_offered(question, value)]
            for value in (*nonsense, *FORGED[game.name](question, rng)):
                with pytest.raises(IllegalAnswer):
                    match.answer(question.number, question.seat, value)
            for seat in seats - {one.seat for one in match.open if one.number == question.number}:
                with pytest.raises(IllegalAnswer, match="not_open"):
                    match.answer(question.number, seat, question.default)
        assert everything(match) == before


def everything(match: Match) -> list[Any]:
    """All there is to a match, to be compared before and after: every view is made from the table."""
    return [
        TABLES[match.game.name].dump_json(match._table),
        match.view(SPECTATOR),
        [(one.number, one.signature(), one.values) for one in match.open],
        (match.announced, match.answered, match.checkpoint, match.outcome),
    ]
