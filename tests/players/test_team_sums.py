"""The sums that computer players of both games of hidden roles reckon with."""

from __future__ import annotations

import pytest

from bot.games.hidden_roles.teams import TeamWeights, bits, likelier


def test_seats_as_one_number_know_neither_order_nor_number_of_times() -> None:
    assert bits([]) == 0
    assert bits([0, 3]) == bits([3, 0, 3]) == 0b1001


@pytest.mark.parametrize("liking", [0.25, 1.0, 3.0])
def test_what_makes_mates_likelier_makes_the_others_less_likely_by_as_much(liking: float) -> None:
    """Two mates among seven: the chances of all seven still sum up to one."""
    mate, other = likelier(liking, True, 2, 7), likelier(liking, False, 2, 7)
    assert mate == pytest.approx(liking * other)
    assert (2 * mate + 5 * other) / 7 == pytest.approx(1)


def test_a_team_weighs_what_each_of_it_adds_and_each_two_of_it_together() -> None:
    """As many as four, in any order; what somebody has to do with themselves they add alone."""
    weights = TeamWeights(4, every=10.0)
    weights.alone(1, 2.0)
    weights.together(1, 3, 5.0)
    weights.together(3, 4, 7.0)
    weights.together(2, 2, 11.0)
    assert weights.of((4,)) == 10
    assert weights.of((1, 2)) == 220
    assert weights.of((3, 2, 1)) == weights.of((1, 2, 3)) == 1100
    assert weights.of((1, 2, 3, 4)) == 7700
