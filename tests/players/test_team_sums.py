"""The sums that computer players of both games of hidden roles reckon with."""

from __future__ import annotations

import pytest

from bot.games.hidden_roles.teams import bits, likelier


def test_seats_as_one_number_know_neither_order_nor_number_of_times() -> None:
    assert bits([]) == 0
    assert bits([0, 3]) == bits([3, 0, 3]) == 0b1001


@pytest.mark.parametrize("liking", [0.25, 1.0, 3.0])
def test_what_makes_mates_likelier_makes_the_others_less_likely_by_as_much(liking: float) -> None:
    """Two mates among seven: the chances of all seven still sum up to one."""
    mate, other = likelier(liking, True, 2, 7), likelier(liking, False, 2, 7)
    assert mate == pytest.approx(liking * other)
    assert (2 * mate + 5 * other) / 7 == pytest.approx(1)
