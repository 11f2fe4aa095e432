"""Where many people are asked side by side, only what they choose counts, never in which order they answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.any_game import asked_of, heard_of
from support.drawn_games import MAFIA_TABLES, SEEDS, VILLAGES, DrawnGame, decided
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import MIRROR

pytestmark = pytest.mark.full_size


@dataclass(frozen=True)
class Night:
    """The first night of a game of hidden roles."""

    game: DrawnGame
    options: dict[str, Any]
    seats: tuple[int, ...]
    falls: Callable[[Match], None]
    """Play until it is night."""
    team: str
    """The side that sees the picks of its own."""
    agreed: frozenset[str] = frozenset()
    """Questions that all who are asked them answer alike."""

    def __str__(self) -> str:
        return self.game.name


def roles_are_delivered(match: Match) -> None:
    match.answer(match.open[0].number, MIRROR, "delivered")


def all_have_spoken(match: Match) -> None:
    roles_are_delivered(match)
    while phase_of(match) == "speeches":
        match.answer(match.open[0].number, match.open[0].seat, "pass")


def phase_of(match: Match) -> str:
    view: Any = match.view(0)
    return str(view.phase)


NIGHTS = (
    Night(
        VILLAGES,
        {"introductions": False},
        (8, 10, 12, 13),
        roles_are_delivered,
        "rumplestiltskin",
        agreed=frozenset({"night.victim"}),
    ),
    Night(MAFIA_TABLES, {}, (8, 10, 12, 16), all_have_spoken, "mafia"),
)


@pytest.mark.parametrize("night", NIGHTS, ids=str)
@settings(max_examples=size(8, full=60), deadline=None, derandomize=True)
@given(st.data(), SEEDS, st.lists(st.integers(0, 63), min_size=20, max_size=20), st.randoms(use_true_random=False))
def test_the_order_in_which_people_answer_at_night_does_not_matter(
    night: Night, data: st.DataObject, seed: str, choices: list[int], rng: Random
) -> None:
    """R0-21, R0-5, R3-9: choices are collected side by side; the order of waking is that in which they are read."""
    seats = data.draw(st.sampled_from(night.seats))
    in_order, shuffled = (a_night_of(night, seats, seed, choices, order) for order in (None, rng))
    for seat in range(seats + 1):
        view: Any = in_order.view(seat)
        assert view == shuffled.view(seat)
        assert asked_of(in_order, seat, numbers=False) == asked_of(shuffled, seat, numbers=False)
        one, other = heard_of(in_order, seat), heard_of(shuffled, seat)
        if seat and view.side == night.team:
            one, other = sorted(one, key=str), sorted(other, key=str)  # the team sees its picks as they are made
        assert one == other


def a_night_of(night: Night, seats: int, seed: str, choices: list[int], rng: Random | None) -> Match:
    """The first night: each seat's choice is fixed, the order of answering is not."""
    match = night.game.started(seats, seed, night.options)
    night.falls(match)
    done: list[tuple[int, str]] = []
    while people := [one for one in match.open if one.seat != MIRROR and (one.seat, one.key) not in done]:
        question = people[0] if rng is None else rng.choice(people)
        done.append((question.seat, question.key))
        mind = choices[0] if question.key in night.agreed else choices[question.seat - 1]
        match.answer(question.number, question.seat, decided(question, mind))
    while match.outcome is None and phase_of(match) == "night":
        for question in match.open:
            if question.seat != MIRROR:
                match.answer(question.number, question.seat, decided(question, choices[question.seat - 1]))
        match.answer(match.open[-1].number, MIRROR, match.open[-1].default)
    return match
