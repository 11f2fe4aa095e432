"""Toy games for the engine's own tests: a rule is a plain function of the table, and the table is a slip of paper."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import Chance, SealedChance
from bot.engine.match import Match
from bot.engine.rulebook import Game, Options, Outcome, Table, View

ToyRule = Callable[["ToyTable"], Coroutine[Any, Any, None]]


class ToyOptions(Options):
    """A toy has none."""


class ToyView(View):
    seat: int
    notes: tuple[Any, ...]
    rounds: int


@dataclass
class ToyTable(Table):
    seats: int
    notes: list[Any] = field(default_factory=list)
    rounds: int = 0


class ToyRulebook:
    """Plays one rule so many rounds."""

    def __init__(self, rule: ToyRule, rounds: int) -> None:
        self.rule = rule
        self.rounds = rounds

    def new_table(self, options: ToyOptions, seats: int) -> ToyTable:
        return ToyTable(seats)

    async def set_up(self, table: ToyTable) -> None:
        table.announce("toy.begins")

    async def play_round(self, table: ToyTable) -> None:
        await self.rule(table)
        table.rounds += 1

    def outcome(self, table: ToyTable) -> Outcome | None:
        if table.rounds < self.rounds:
            return None
        return Outcome(sides=("toy",), seats=(1,), reason="end.toy", results={1: "won"})

    def view(self, table: ToyTable, seat: int) -> ToyView:
        return ToyView(seat=seat, notes=tuple(table.notes), rounds=table.rounds)


def toy(rule: ToyRule, rounds: int = 1) -> Game:
    return Game("toy", "A toy", range(1, 5), ToyOptions, ToyTable, ToyRulebook(rule, rounds), ())


def started(rule: ToyRule, rounds: int = 1, seats: int = 3, chance: Chance | None = None) -> Match:
    return Match.start(toy(rule, rounds), ToyOptions(), seats, chance or SealedChance("toy"))


def answers(match: Match, seat: int, key: str, value: Any) -> None:
    """The seat answers its open question of this key."""
    question = next(question for question in match.open_for(seat) if question.key == key)
    match.answer(question.number, seat, value)


def asked(match: Match) -> list[tuple[int, str]]:
    """Who is asked what, in order."""
    return [(question.seat, question.key) for question in match.open]


def notes(match: Match) -> list[Any]:
    """What the rule has written down."""
    view = match.view(1)
    assert isinstance(view, ToyView)
    return list(view.notes)
