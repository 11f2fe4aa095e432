"""How even the sides of built-in role sets are, as it was measured with computer players, and what follows from it.

Each game keeps its table as data (`bot/games/mafia/balance.py`); `tests/benchmarks/balance.py` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.rulebook import DRAWN, Wins

TOLERANCE = 10
"""So many of a hundred games from its fair share, and a side is still as strong as the others: 40 to 60 of two."""

Shares = Mapping[str, Wins]
"""How many of a hundred games each side won. Each number is rounded, so together they may be 99 or 101."""
Balance = Mapping[tuple[str, int], Shares]
"""The shares at each table: by the name of a built-in role set, and the number of players."""


def sides_of(shares: Shares) -> list[str]:
    """The sides that play for the win at a table."""
    return [side for side in shares if side != DRAWN]


def fair_share(shares: Shares) -> int:
    """How many of a hundred games each side would win if all were equally strong."""
    return round(100 / len(sides_of(shares)))


def off(shares: Shares) -> int:
    """How many of a hundred games among the best players the side farthest from it is from its fair share."""
    return max(abs(shares[side].best - fair_share(shares)) for side in sides_of(shares))


def is_even(shares: Shares) -> bool:
    """Whether each side wins about its fair share."""
    return off(shares) <= TOLERANCE


def favoured(shares: Shares) -> str | None:
    """The side that this table favours; None where it is even."""
    return None if is_even(shares) else max(sides_of(shares), key=lambda side: shares[side].best)
