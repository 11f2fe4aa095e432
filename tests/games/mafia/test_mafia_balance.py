"""The table of how even the sides are: complete, honest about what is not even, and not stale."""

from __future__ import annotations

from math import sqrt

import pytest
from support.balance import assert_sound
from support.sizes import size

from bot.engine.rulebook import DRAWN, Wins
from bot.games.hidden_roles.balance import TOLERANCE, fair_share, favoured, have_played, is_even, off, sides_of, won
from bot.games.mafia.balance import BALANCE
from bot.games.mafia.cards import MAFIA, MANIAC, RED
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import SEATS, MafiaOptions, club_cast
from bot.simulate import simulate

STANDARD_ERRORS = 4
OF_THE_TABLE = 2.0
"""The standard error of its shares, in games of a hundred."""
UNMEASURED = dict.fromkeys(("even", "plain", "mild"), range(16, 21))
"""The tables at which no players of today have sat, or too seldom to tell."""
UNEVEN = {
    **{("club", seats): MAFIA for seats in (13, 16)},
    **{("club", seats): RED for seats in (8, 14, 15, 17, 19, 20)},
    ("sport", 10): MAFIA,
    ("plain", 15): MAFIA,
    **{("plain", seats): RED for seats in (8, 13)},
    ("mild", 7): RED,
}
"""Whom the tables favour that are not even among the best."""


def options_of(role_set: str) -> MafiaOptions:
    options = MAFIA_GAME.role_set(role_set).options
    assert isinstance(options, MafiaOptions)
    return options


TABLES = [(one.name, seats) for one in MAFIA_GAME.role_sets for seats in sorted(options_of(one.name).casts)]


def test_every_table_of_the_first_set_is_measured_and_of_the_others_those_that_are_not_are_known() -> None:
    assert set(TABLES) - set(BALANCE) == {(name, seats) for name, many in UNMEASURED.items() for seats in many}
    assert set(BALANCE) < set(TABLES)
    assert MAFIA_GAME.balance is BALANCE
    for seats in SEATS:
        assert have_played(BALANCE["club", seats], "normal")
        assert have_played(BALANCE["club", seats], "best")


def test_the_sides_are_those_of_the_cast_and_the_shares_make_a_hundred() -> None:
    for (role_set, seats), shares in BALANCE.items():
        cast = options_of(role_set).cast(seats)
        assert sides_of(shares) == [RED, MAFIA, *([MANIAC] if cast.get("maniac") else [])]
        assert_sound(shares)


def test_only_the_set_that_says_so_has_three_sides() -> None:
    assert {role_set for (role_set, _), shares in BALANCE.items() if len(sides_of(shares)) > 2} == {"club"}


@pytest.mark.parametrize(
    ("best", "fair", "favourite"),
    [
        ({RED: 60, MAFIA: 40}, 50, None),
        ({RED: 39, MAFIA: 61}, 50, MAFIA),
        ({RED: 57, MAFIA: 39, DRAWN: 4}, 50, RED),
        ({RED: 43, MAFIA: 34, MANIAC: 23}, 33, None),
        ({RED: 38, MAFIA: 40, MANIAC: 22}, 33, MAFIA),
    ],
)
def test_a_table_favours_whoever_wins_far_more_than_a_fair_share_among_the_best(
    best: dict[str, int], fair: int, favourite: str | None
) -> None:
    shares = {side: Wins(normal=50, best=games, least=0, most=100) for side, games in best.items()}
    assert fair_share(shares) == fair
    assert favoured(shares) == favourite


@pytest.mark.full_size
@pytest.mark.parametrize("role_set", [role_set.name for role_set in MAFIA_GAME.role_sets])
@pytest.mark.parametrize(
    ("seats", "games"), [(range(6, 11), size(2, full=40)), (range(11, 21, size(3, full=1)), size(1, full=4))]
)
def test_the_table_is_not_stale(role_set: str, seats: range, games: int) -> None:
    """A few games at each table: together they come out as it says, as far as so few can tell."""
    options = options_of(role_set)
    tables = [number for number in seats if have_played(BALANCE.get((role_set, number), {}), "normal")]
    outcomes = [wins(options, number, games) for number in tables]
    for side in (RED, MAFIA):
        expected = sum(won(BALANCE[role_set, number][side], "normal") for number in tables) * games / 100
        found = sum(outcome[side] for outcome in outcomes)
        played = len(tables) * games
        error = sqrt(played) / 2 + OF_THE_TABLE / 100 * played
        assert abs(found - expected) <= STANDARD_ERRORS * error, (role_set, side, found, expected, played)


def wins(options: MafiaOptions, seats: int, games: int) -> dict[str, int]:
    return simulate(MAFIA_GAME, seats, games, f"stale? {seats}", options, players="thoughtful").wins


@pytest.mark.parametrize("role_set", ["club", "even"])
def test_the_sides_of_the_first_sets_are_about_as_strong_among_the_best_where_that_was_measured(role_set: str) -> None:
    uneven = [seats for seats in range(6, 16) if (role_set, seats) in BALANCE and not is_even(BALANCE[role_set, seats])]
    assert uneven == ([8, 13, 14, 15] if role_set == "club" else [])


def test_which_tables_are_not_even_among_the_best_is_known() -> None:
    assert {table: side for table, shares in BALANCE.items() if (side := favoured(shares)) is not None} == UNEVEN


def test_no_side_of_three_wins_half_among_the_best_and_hardly_one_leads_far() -> None:
    """Nowhere more than five of a hundred beyond what still counts as even."""
    assert {seats for seats in range(10, 21) if is_even(BALANCE["club", seats])} == {10, 11, 12, 18}
    assert max(off(BALANCE["club", seats]) for seats in range(10, 21)) <= TOLERANCE + 5
    assert all(wins.best < 50 for seats in range(10, 21) for wins in BALANCE["club", seats].values() if wins.best)


def test_the_club_has_the_counts_of_the_rulebook_with_seven_nine_and_ten_players() -> None:
    assert {seats for seats in range(6, 21) if options_of("club").cast(seats) == club_cast(seats)} == {7, 9, 10}
