"""What tests of the games of hidden roles share: which roles are told, and worlds that look the same from outside."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games.hidden_roles.claims import Claim, read_code


def roles_told(told: Any, seats: int, roles: Container[str]) -> Iterator[tuple[int, str]]:
    """Every (seat, role) that stands side by side anywhere in plain data: in a mapping, or in a pair."""
    if isinstance(told, dict):
        about, role = told.get("seat"), told.get("role")
        if type(about) is int and 1 <= about <= seats and isinstance(role, str):
            yield about, role
        for value in told.values():
            yield from roles_told(value, seats, roles)
    elif isinstance(told, list | tuple):
        if len(told) == 2 and type(told[0]) is int and isinstance(told[1], str) and told[1] in roles:
            yield told[0], told[1]
        for value in told:
            yield from roles_told(value, seats, roles)


class Scripted:
    """A match that a script plays: it asks what is open, and answers."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def asked(self) -> list[str]:
        return [question.key for question in self.match.open]

    def first(self, key: str) -> Question:
        return next(question for question in self.match.open if question.key == key)

    def answer(self, question: Question, value: Value) -> None:
        self.match.answer(question.number, question.seat, value)


Roles = tuple[str, ...]
"""The role of every seat, in order."""


def exchanged(roles: Roles, one: int, other: int) -> Roles:
    """The same roles, when these two seats have exchanged theirs."""
    swapped = list(roles)
    swapped[one - 1], swapped[other - 1] = swapped[other - 1], swapped[one - 1]
    return tuple(swapped)


def watchers(roles: Roles, one: int, other: int, team: Callable[[str], bool]) -> list[int]:
    """Everybody to whom an exchange between these two may not show, a bystander among them.

    The roles of a team know each other: when one of the two is of the team, its other members do notice.
    """
    known = team(roles[one - 1]) or team(roles[other - 1])
    return [
        seat
        for seat in range(len(roles) + 1)
        if seat not in (one, other) and not (known and seat and team(roles[seat - 1]))
    ]


def claim_of(question: Question, day: int, value: str) -> Claim:
    """What everybody hears when this is said instead of an answer."""
    kind, about, why, other = read_code(value, question.seat)
    return Claim(
        day=day, occasion=question.occasion, by=question.seat, kind=kind, about=about, why=why, other=other, turn=0
    )
