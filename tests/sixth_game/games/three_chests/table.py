"""The table as plain data: whose turn it is to hide, where the coin lies, and who has found how many."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.questions import Seat
from bot.engine.rulebook import Table
from bot.games.three_chests.options import ChestOptions


@dataclass
class ChestTable(Table):
    """hidden: the chest with the coin, while it lies there; found: coins by seat; hiders: who has yet to hide one."""

    options: ChestOptions
    found: dict[Seat, int]
    hiders: list[Seat]
    hider: Seat | None = None
    hidden: str | None = None
    guesses: dict[Seat, str] = field(default_factory=dict)
