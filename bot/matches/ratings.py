"""How well people play, as far as their games can tell. Pure.

Where each plays for itself, skill shows: OpenSkill weighs every game by whom one has met in it. Where roles are hidden
the side wins or loses, and some sides win more often than others: there it counts how much more often somebody has won
than their side usually does. Both come with how far off they may be, and a place on a board needs some games first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.engine.rulebook import DRAWN, Game, Wins
from bot.store.tallies import TallyRow, TallySeatRow

GAMES_LEAST = {True: 10, False: 5}
"""So many games somebody must have played for a place on the board, in games with hidden roles and in others."""
USUAL = 1000
"""The rating of somebody of whom nothing is known."""
POINTS = 40
"""So many points of ours are one of OpenSkill's."""
SURE = 2
"""So many standard deviations around it a value lies, nineteen times of twenty."""
WINS = ("won", "shared")
"""The results of those who have won: alone, or together with others."""
LEAST = 0.05
"""No side is taken to win less often, or more often than all other times: a few hundred games cannot tell."""
_MODEL = PlackettLuce()


@dataclass(frozen=True)
class Tally:
    """A match that counts, and the people in it."""

    row: TallyRow
    seats: Sequence[TallySeatRow]


@dataclass(frozen=True)
class Rating:
    """How well somebody plays one game.

    value      points around 1000; or how many more of a hundred games somebody has won than their sides usually do
    give       so far off it may be, nineteen times of twenty
    games      that it is made of
    """

    value: float
    give: float
    games: int

    @property
    def at_least(self) -> float:
        """What somebody is worth almost certainly: the order of the board."""
        return self.value - self.give


def is_by_sides(game: Game) -> bool:
    """Whether people are rated against what their sides usually win."""
    return bool(game.role_sides)


def ratings_of(game: Game, tallies: Sequence[Tally]) -> dict[int, Rating]:
    """Everybody's rating, from all matches of this game in the order in which they ended."""
    return _against_sides(game, tallies) if is_by_sides(game) else _by_skill(tallies)


def course_of(game: Game, tallies: Sequence[Tally], who: int) -> list[Rating]:
    """Somebody's rating after each of their games."""
    return _course_by_sides(game, tallies, who) if is_by_sides(game) else _course_of_skill(tallies, who)


def board(game: Game, ratings: Mapping[int, Rating]) -> list[tuple[int, Rating]]:
    """Those with enough games, best first."""
    enough = [(who, one) for who, one in ratings.items() if one.games >= GAMES_LEAST[is_by_sides(game)]]
    return sorted(enough, key=lambda pair: (-pair[1].at_least, pair[0]))


# -- where each plays for itself --------------------------------------------------------------------------------------


class _Skill:
    """What is known of everybody after the matches so far."""

    def __init__(self) -> None:
        self._known: dict[int, PlackettLuceRating] = {}
        self._games: dict[int, int] = {}

    def meet(self, seats: Sequence[TallySeatRow]) -> bool:
        """These have met in a match; whether it says anything of their skill."""
        if len(seats) < 2 or any(seat.result == "drawn" for seat in seats):
            return False
        # Whoever is not to be counted is met as somebody of whom nothing is known.
        met = [[self._known.get(seat.user_id or 0) or _MODEL.rating()] for seat in seats]
        after = _MODEL.rate(met, ranks=[1.0 if _has_won(seat) else 2.0 for seat in seats])
        for seat, (rating,) in zip(seats, after, strict=True):
            if seat.user_id is not None:
                self._known[seat.user_id] = rating
                self._games[seat.user_id] = self._games.get(seat.user_id, 0) + 1
        return True

    def rating(self, who: int) -> Rating:
        """Raises KeyError for somebody who has met nobody."""
        known, usual = self._known[who], _MODEL.rating().mu
        return Rating(USUAL + (known.mu - usual) * POINTS, known.sigma * POINTS * SURE, self._games[who])

    def everybody(self) -> dict[int, Rating]:
        return {who: self.rating(who) for who in self._known}


def _by_skill(tallies: Iterable[Tally]) -> dict[int, Rating]:
    skill = _Skill()
    for tally in tallies:
        skill.meet(tally.seats)
    return skill.everybody()


def _course_of_skill(tallies: Iterable[Tally], who: int) -> list[Rating]:
    skill = _Skill()
    return [
        skill.rating(who)
        for tally in tallies
        if skill.meet(tally.seats) and any(seat.user_id == who for seat in tally.seats)
    ]


# -- where roles are hidden -------------------------------------------------------------------------------------------


def _against_sides(game: Game, tallies: Iterable[Tally]) -> dict[int, Rating]:
    return {who: _surplus(games) for who, games in _results(game, tallies).items()}


def _course_by_sides(game: Game, tallies: Iterable[Tally], who: int) -> list[Rating]:
    games = _results(game, tallies).get(who, [])
    return [_surplus(games[:number]) for number in range(1, len(games) + 1)]


def _results(game: Game, tallies: Iterable[Tally]) -> dict[int, list[tuple[float, float]]]:
    """Of each game of everybody: how much more it brought than their side usually wins, and how far it could stray."""
    found: dict[int, list[tuple[float, float]]] = {}
    usual: dict[tuple[str, int, str], float] = {}
    for tally in tallies:
        for seat in tally.seats:
            if seat.user_id is not None and seat.side is not None and seat.result != "drawn":
                table = (tally.row.role_set, tally.row.seats, seat.side)
                if table not in usual:
                    usual[table] = usual_share(game, tally.row, seat.side)
                chance = usual[table]
                found.setdefault(seat.user_id, []).append((float(_has_won(seat)) - chance, chance * (1 - chance)))
    return found


def _surplus(games: Sequence[tuple[float, float]]) -> Rating:
    give = math.sqrt(sum(spread for _, spread in games)) / len(games)
    value = sum(more for more, _ in games) / len(games)
    return Rating(100 * value, 100 * SURE * give, len(games))


def usual_share(game: Game, row: TallyRow, side: str) -> float:
    """How often this side wins such a game that has a winner: as it was measured at such tables, or at all of this game
    with that side, or one time in two."""
    at_such = game.balance.get((row.role_set, row.seats))
    tables = [at_such] if at_such is not None and side in at_such else [
        shares for shares in game.balance.values() if side in shares
    ]  # fmt: skip
    share = mean(_decided(shares, side) for shares in tables) if tables else 0.5
    return min(max(share, LEAST), 1 - LEAST)


def _decided(shares: Mapping[str, Wins], side: str) -> float:
    decided = sum(_won(wins) for one, wins in shares.items() if one != DRAWN)
    return _won(shares[side]) / decided if decided else 0.5


def _won(wins: Wins) -> int:
    """People are taken for normal players, or for the best where only these have played."""
    return (wins.best or 0) if wins.normal is None else wins.normal


def _has_won(seat: TallySeatRow) -> bool:
    return seat.result in WINS
