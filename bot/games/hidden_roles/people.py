"""People with a secret card: who lives, what each has learnt, how somebody left."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bot.engine.questions import Seat
from bot.engine.rulebook import Table


@dataclass(slots=True)
class Fact:
    """Something a seat has learnt in secret, as the announcement that told it."""

    night: int
    key: str
    values: dict[str, Any]


@dataclass(slots=True)
class Person:
    """One seat of a game of hidden roles.

    end, end_night  how they left, a wording key, and in which night or on which day
    suspicions      whom they noted each night (so that every night panel looks alike)
    """

    seat: Seat
    role: str = ""
    alive: bool = True
    end: str | None = None
    end_night: int = 0
    learnt: list[Fact] = field(default_factory=list)
    suspicions: list[Seat | None] = field(default_factory=list)


class PeopleTable(Table, ABC):
    """Base of the tables of hidden roles. A subclass has `players`, knows their sides, and counts the nights.

    sides  the side of each card
    """

    sides: ClassVar[Mapping[str, str]]
    players: dict[Seat, Any]
    picks: dict[Seat, Seat]

    @property
    @abstractmethod
    def round_number(self) -> int:
        """Which night (and the day that belongs to it) it is."""

    def side_of(self, seat: Seat) -> str:
        """The side of the card that this seat holds."""
        return self.sides[self.players[seat].role]

    def living(self) -> list[Seat]:
        return [seat for seat, player in self.players.items() if player.alive]

    def living_of(self, side: str) -> list[Seat]:
        """The living who are on this side."""
        sides = self.sides
        return [seat for seat, player in self.players.items() if player.alive and sides[player.role] == side]

    def learn(self, seat: Seat, key: str, **values: Any) -> None:
        """Tell one seat a secret and keep it in what that seat knows."""
        self.players[seat].learnt.append(Fact(self.round_number, key, values))
        self.tell((seat,), key, **values)


def deal_roles(table: PeopleTable, roles: Sequence[str], team: str) -> None:
    """One card for each seat, told to it alone; who is on the side `team` is told the others of it."""
    for player, role in zip(table.players.values(), roles, strict=True):
        player.role = role
    together = [seat for seat in table.players if table.side_of(seat) == team]
    for seat, player in table.players.items():
        table.tell((seat,), "role.dealt", role=player.role)
        if len(together) > 1 and seat in together:
            mates = [[mate, table.players[mate].role] for mate in together if mate != seat]
            table.tell((seat,), "role.team", mates=mates)
