"""Victim: may give his own life at any time; his role is never shown (S0-26, R0-18)."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.questions import Question, Seat, first_of
from bot.games.village.table import VillageTable

SACRIFICE = "sacrifice"


async def sacrifice_by_night(me: Seat, note: Callable[[Seat], None]) -> None:
    """While the night's panels are open he may decide to be dead at dawn."""
    answer = (await first_of((Question(me, "night.sacrifice", (SACRIFICE, None)),)))[1]
    if answer == SACRIFICE:
        note(me)


async def sacrificed_by_day(table: VillageTable, me: Seat) -> bool:
    """Wait until he does it today. The public learns that he did, never who he was."""
    answer = (await first_of((Question(me, "day.sacrifice", (SACRIFICE, None)),)))[1]
    return bool(answer == SACRIFICE)
