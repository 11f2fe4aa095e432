"""The table of how even the sides are: complete, honest about what is not even, and not stale."""

from __future__ import annotations

from math import sqrt

import pytest
from support.balance import assert_sound
from support.sizes import size

from bot.games import GAMES
from bot.games.hidden_roles.balance import favoured, have_played, won
from bot.games.village.balance import BALANCE
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.options import ROLE_SETS, SEATS
from bot.simulate import simulate

VILLAGE = GAMES["village"]
STANDARD_ERRORS = 4
OF_THE_TABLE = 2.5
"""The standard error of its shares, in games of a hundred."""
UNEVEN = {("enchanted", 11): TOWN, ("enchanted", 12): TOWN, ("enchanted", 13): RUMPLESTILTSKIN}
"""The tables at which one side wins more than 60 of a hundred games among strong players."""


def test_every_table_is_measured_among_normal_players_and_among_strong_ones() -> None:
    assert set(BALANCE) == {(role_set.name, seats) for role_set in ROLE_SETS for seats in SEATS}
    assert VILLAGE.balance is BALANCE
    for shares in BALANCE.values():
        assert have_played(shares, "normal")
        assert have_played(shares, "best")


def test_where_a_side_wins_more_than_sixty_of_a_hundred_among_the_best() -> None:
    assert {table: side for table, shares in BALANCE.items() if (side := favoured(shares)) is not None} == UNEVEN
    for shares in BALANCE.values():
        assert_sound(shares)


@pytest.mark.full_size
@pytest.mark.parametrize("role_set", [role_set.name for role_set in ROLE_SETS])
def test_the_table_is_not_stale(role_set: str) -> None:
    """A few games at each of the smaller tables: together they come out as it says, as far as so few can tell."""
    games = size(1, full=40)
    tables = [seats for seats in range(8, 15) if have_played(BALANCE.get((role_set, seats), {}), "normal")]
    options = VILLAGE.role_set(role_set).options
    expected = sum(won(BALANCE[role_set, seats][TOWN], "normal") for seats in tables) * games / 100
    found = sum(
        simulate(VILLAGE, seats, games, f"stale? {seats}", options, players="thoughtful").wins[TOWN] for seats in tables
    )
    played = len(tables) * games
    error = sqrt(played) / 2 + OF_THE_TABLE / 100 * played
    assert abs(found - expected) <= STANDARD_ERRORS * error


def test_the_first_set_is_near_even_at_every_size_among_the_best() -> None:
    for seats in SEATS:
        assert 45 <= won(BALANCE["classic", seats][TOWN]) <= 55, seats
