"""The table of how even the sides are: complete, honest about what is not even, and not stale."""

from __future__ import annotations

from math import sqrt

import pytest
from support.balance import assert_sound
from support.sizes import size

from bot.games import GAMES
from bot.games.hidden_roles.balance import favoured
from bot.games.village.balance import BALANCE
from bot.games.village.cards import TOWN
from bot.games.village.options import ROLE_SETS, SEATS
from bot.simulate import simulate

VILLAGE = GAMES["village"]
STANDARD_ERRORS = 4
OF_THE_TABLE = 2.5
"""The standard error of its shares, in games of a hundred."""


def test_every_built_in_table_is_measured_and_no_other() -> None:
    assert set(BALANCE) == {(role_set.name, seats) for role_set in ROLE_SETS for seats in SEATS}
    assert VILLAGE.balance is BALANCE


def test_each_side_wins_between_forty_and_sixty_but_in_villages_of_beginners_and_the_largest() -> None:
    """The box has three Rumplestiltskins, and from nineteen players on strong villagers are too many for them. Villages
    of beginners have the cards that normal players need, and with these strong ones find everybody out."""
    uneven = {table: side for table, shares in BALANCE.items() if (side := favoured(shares)) is not None}
    large = {("classic", seats): TOWN for seats in (19, 20)}
    assert uneven == large | {("beginner", seats): TOWN for seats in (10, 12, 13, 14)}
    for shares in BALANCE.values():
        assert_sound(shares)


@pytest.mark.full_size
@pytest.mark.parametrize("role_set", [role_set.name for role_set in ROLE_SETS])
def test_the_table_is_not_stale(role_set: str) -> None:
    """A few games at each of the smaller tables: together they come out as it says, as far as so few can tell."""
    games, tables = size(1, full=40), range(8, 15)
    options = VILLAGE.role_set(role_set).options
    expected = sum(BALANCE[role_set, seats][TOWN].normal for seats in tables) * games / 100
    won = sum(
        simulate(VILLAGE, seats, games, f"stale? {seats}", options, players="thoughtful").wins[TOWN] for seats in tables
    )
    played = len(tables) * games
    error = sqrt(played) / 2 + OF_THE_TABLE / 100 * played
    assert abs(won - expected) <= STANDARD_ERRORS * error
