"""The tables that the scenarios play at, one for each game; computers in some of the seats keep the games short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pytest
from _pytest.mark import ParameterSet
from support.sizes import size


@dataclass(frozen=True)
class Table:
    """`names` are the people, the host first; `shown` is about how often somebody is shown something in a game."""

    game: str
    names: tuple[str, ...]
    role_set: str | None
    shown: int


TABLES: Final[Mapping[str, Table]] = {
    one.game: one
    for one in (
        Table("name_duel", ("ann", "ben"), "single", 30),
        Table("village", ("ann", "ben", "cat", "dan"), None, 60),
        Table("mafia", ("ann", "ben", "cat"), "plain", 100),
        Table("grimm_forest", ("ann", "ben"), "beginner", 100),
        Table("trumplestiltskin", ("ann", "ben"), "short_game", 200),
    )
}


def cases(*games: str, seeds: int) -> Sequence[ParameterSet]:
    """These games once for every change; at the full size all of them, each with so many seeds."""
    played = TABLES.values() if size(0, full=1) else [TABLES[game] for game in games]
    numbers = range(1, 1 + size(1, full=seeds))
    return [pytest.param(table, seed, id=f"{table.game}-{seed}") for table in played for seed in numbers]
