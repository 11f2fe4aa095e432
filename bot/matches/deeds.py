"""Deeds that fairy tales tell of: what somebody has done in games that count. Pure, and so true of old games too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.games import GAMES
from bot.matches.ratings import WINS, Tally, usual_share
from bot.store.tallies import TallyRow, TallySeatRow

SEVEN = 7
ROW = 3
FACES = 7
HUNDRED = 100
SELDOM = 0.4
"""A side that wins less than so often is the weaker one."""
OFTEN_WEAK = 3


@dataclass(frozen=True)
class Played:
    """One of somebody's games."""

    row: TallyRow
    seat: TallySeatRow

    @property
    def won(self) -> bool:
        return self.seat.result in WINS


Games = Sequence[Played]


def _once_upon_a_time(games: Games) -> bool:
    """The first game that counts."""
    return bool(games)


def _seven_at_one_blow(games: Games) -> bool:
    """Seven games won."""
    return _won(games) >= SEVEN


def _three_wishes(games: Games) -> bool:
    """Three games won in a row."""
    in_a_row = most = 0
    for game in games:
        in_a_row = in_a_row + 1 if game.won else 0
        most = max(most, in_a_row)
    return most >= ROW


def _the_frog_was_kissed(games: Games) -> bool:
    """A game won after three lost ones in a row."""
    lost = 0
    for game in games:
        if game.won and lost >= ROW:
            return True
        lost = lost + 1 if game.seat.result == "lost" else 0
    return False


def _coat_of_many_furs(games: Games) -> bool:
    """Seven different roles."""
    return len({(game.row.game, game.seat.role) for game in games if game.seat.role is not None}) >= FACES


def _wolf_and_kid(games: Games) -> bool:
    """Won for two sides of one game."""
    sides = {(game.row.game, game.seat.side) for game in games if game.won and game.seat.side is not None}
    return len(sides) > len({name for name, _ in sides})


def _cinderella(games: Games) -> bool:
    """Won three times for the side that seldom wins."""
    return sum(game.won and _is_weak(game) for game in games) >= OFTEN_WEAK


def _round_the_world(games: Games) -> bool:
    """Won each game that the house has."""
    return {game.row.game for game in games if game.won} >= set(GAMES)


def _a_hundred_years(games: Games) -> bool:
    """A hundred games played."""
    return len(games) >= HUNDRED


DEEDS: Mapping[str, Callable[[Games], bool]] = {
    "once_upon_a_time": _once_upon_a_time,
    "three_wishes": _three_wishes,
    "seven_at_one_blow": _seven_at_one_blow,
    "frog": _the_frog_was_kissed,
    "many_furs": _coat_of_many_furs,
    "wolf_and_kid": _wolf_and_kid,
    "cinderella": _cinderella,
    "round_the_world": _round_the_world,
    "hundred_years": _a_hundred_years,
}
"""Each deed by the name under which it is told, `deed.<name>`, in the order in which they are."""


def deeds_of(tallies: Sequence[Tally]) -> list[str]:
    """The deeds somebody has done, by name; each tally has their seats alone."""
    games = [Played(tally.row, seat) for tally in tallies for seat in tally.seats]
    return [name for name, is_done in DEEDS.items() if is_done(games)]


def _won(games: Games) -> int:
    return sum(game.won for game in games)


def _is_weak(game: Played) -> bool:
    known = GAMES.get(game.row.game)
    if known is None or game.seat.side is None:
        return False
    return usual_share(known, game.row, game.seat.side) < SELDOM
