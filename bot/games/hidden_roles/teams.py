"""Small sums over teams: what computer players who think in worlds share."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.questions import Seat


def bits(seats: Iterable[Seat]) -> int:
    """These seats as one number, in which each has a bit."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found


def likelier(liking: float, is_mate: bool, mates: int, count: int) -> float:
    """How much more likely than blindly somebody takes this one of so many, who likes `mates` of them so much."""
    return (liking if is_mate else 1.0) * count / (count - mates + liking * mates)
