"""How even the sides of built-in role sets are, as it was measured with computer players, and what follows from it.

Each game keeps its table as data (`bot/games/mafia/balance.py`); `tests/benchmarks/balance.py` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bot.engine.rulebook import DRAWN, Wins

TOLERANCE = 10
"""So many of a hundred games from its fair share, and a side is still as strong as the others: 40 to 60 of two."""

Players = Literal["normal", "best"]
"""Who played: all of them normal computer players, or all of them the best."""
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


def won(wins: Wins, players: Players = "best") -> int:
    """How many games a side won among such players; where they have not played, among the others."""
    first, second = (wins.best, wins.normal) if players == "best" else (wins.normal, wins.best)
    return next(games for games in (first, second, 0) if games is not None)


def have_played(shares: Shares, players: Players) -> bool:
    """Whether such players have played at this table."""
    return bool(shares) and all(getattr(wins, players) is not None for wins in shares.values())


def is_range(wins: Wins) -> bool:
    """Whether games with better and worse players were played: a side won fewer of them, or more, than where all are
    alike."""
    alike = [games for games in (wins.normal, wins.best) if games is not None]
    return wins.least < min(alike) or wins.most > max(alike)


def off(shares: Shares, players: Players = "best") -> int:
    """How many of a hundred games among such players the side farthest from it is from its fair share."""
    return max(abs(won(shares[side], players) - fair_share(shares)) for side in sides_of(shares))


def is_even(shares: Shares, players: Players = "best") -> bool:
    """Whether each side wins about its fair share."""
    return off(shares, players) <= TOLERANCE


def favoured(shares: Shares, players: Players = "best") -> str | None:
    """The side that this table favours among such players; None where it is even."""
    if is_even(shares, players):
        return None
    return max(sides_of(shares), key=lambda side: won(shares[side], players))
