"""Spells that are cast by day: Sleep and Love (S0-29, R0-17)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.questions import Question, Rule, Seat, first_of
from bot.games.village.bonus.spells import LOVE, SLEEP, Flight, is_cancelled
from bot.games.village.table import VillageTable


def castings(table: VillageTable, flights: list[Flight]) -> Iterator[Rule]:
    """Everybody who holds such a spell today may cast it. Spells that fly are added to `flights`."""
    for seat in table.holders(SLEEP):
        yield cast_sleep(table, seat, flights)
    for seat in table.holders(LOVE):
        yield cast_love(table, seat, flights)


async def cast_sleep(table: VillageTable, me: Seat, flights: list[Flight]) -> None:
    """At any moment of the day, on anybody else."""
    target = None
    while target is None or not table.player(target).alive:  # somebody may have died since the question was asked
        others = tuple(seat for seat in table.living() if seat != me)
        target = (await first_of((Question(me, "day.cast_sleep", (*others, None)),)))[1]
        if target is None:
            return
    await _cast(table, Flight(SLEEP, me, target), me, flights)


async def cast_love(table: VillageTable, me: Seat, flights: list[Flight]) -> None:
    """At any moment of the day, on any two players, oneself too. An empty answer keeps the card for another day."""
    targets = [me]
    while len(targets) == 1 or not all(table.player(seat).alive for seat in targets):  # love is between two who live
        targets = (await first_of((Question(me, "day.cast_love", table.living(), "several", least=0, most=2),)))[1]
    if targets:
        await _cast(table, Flight(LOVE, me, *targets), me, flights)


async def _cast(table: VillageTable, flight: Flight, me: Seat, flights: list[Flight]) -> None:
    """The card is played, and the spell flies, unless a jinx eats it (R0-11)."""
    table.player(me).bonus_spent = True
    if is_cancelled(table, me):
        return
    flights.append(flight)
    await flight.fly(table)
