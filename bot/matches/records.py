"""How many games were played, won and lost, put together in the ways in which people ask for them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.matches.ratings import WINS, Tally
from bot.store.tallies import TallySeatRow, TogetherRow

Item = TypeVar("Item")


@dataclass(frozen=True)
class Record:
    """So many games; a shared win is a win, and what is neither won nor drawn is lost."""

    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn


@dataclass(frozen=True)
class GameRecord:
    """What somebody has played of one game: in all, and apart by side, role and role set, the most played first."""

    all: Record
    sides: Mapping[str, Record]
    roles: Mapping[str, Record]
    role_sets: Mapping[str, Record]


@dataclass(frozen=True)
class ServerRecord:
    """What was played of one game in a server: how often each side has won, and each role set was played."""

    games: int
    sides: Mapping[str, int]
    role_sets: Mapping[str, int]


def by_game(tallies: Sequence[Tally]) -> dict[str, GameRecord]:
    """What somebody has played, by game, the most played first; each tally has their seats alone."""
    found = _grouped(tallies, lambda tally: tally.row.game)
    return {game: _game_record(some) for game, some in found.items()}


def of_server(rows: Iterable[TogetherRow]) -> dict[str, ServerRecord]:
    """What was played in a server, by game, the most played first."""
    games: Counter[str] = Counter()
    sides: dict[str, Counter[str]] = {}
    role_sets: dict[str, Counter[str]] = {}
    for row in rows:
        games[row.game] += row.matches
        role_sets.setdefault(row.game, Counter())[row.role_set] += row.matches
        for side in row.sides:
            sides.setdefault(row.game, Counter())[side] += row.matches
    return {
        game: ServerRecord(count, _most_first(sides.get(game, Counter())), _most_first(role_sets[game]))
        for game, count in _most_first(games).items()
    }


def _game_record(tallies: Sequence[Tally]) -> GameRecord:
    played = [(tally, seat) for tally in tallies for seat in tally.seats]

    def apart(what: Callable[[tuple[Tally, TallySeatRow]], str | None]) -> dict[str, Record]:
        return {name: _record([seat for _, seat in some]) for name, some in _grouped(played, what).items()}

    return GameRecord(
        all=_record([seat for _, seat in played]),
        sides=apart(lambda one: one[1].side),
        roles=apart(lambda one: one[1].role),
        role_sets=apart(lambda one: one[0].row.role_set),
    )


def _record(seats: Sequence[TallySeatRow]) -> Record:
    results = Counter(seat.result for seat in seats)
    return Record(len(seats), sum(results[one] for one in WINS), results["drawn"])


def _most_first(counted: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def _grouped(items: Iterable[Item], name: Callable[[Item], str | None]) -> dict[str, list[Item]]:
    """Items by name, the largest group first; those without a name are left out."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        found = name(item)
        if found is not None:
            groups.setdefault(found, []).append(item)
    return dict(sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])))
