"""What a role card is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.games.village.cards import Side

if TYPE_CHECKING:
    from bot.engine.questions import Question, Seat
    from bot.games.village.plans import Plans

NightQuestion = Callable[["Seat", "Plans"], "Question"]


@dataclass(frozen=True)
class Role:
    """A role card.

    at_night   what the holder is asked while everybody's night panel is open; None: the holder notes a suspicion
    once       the power is spent when it is used
    """

    name: str
    side: Side
    at_night: NightQuestion | None = None
    once: bool = False
