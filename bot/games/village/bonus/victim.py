"""Victim: may give their own life at any time; the role is never shown (S0-26, R0-18)."""

from __future__ import annotations

from bot.engine.questions import Question, Rule, Seat, first_of
from bot.games.village.hours import Hour
from bot.games.village.table import VillageTable
from bot.games.village.tonight import Cause, Tonight

VICTIM = "victim"
SACRIFICE = "sacrifice"
SACRIFICED = Cause("sacrificed", Hour.SACRIFICE, is_shown=False)


def sacrifices_by_night(tonight: Tonight) -> list[Rule]:
    """What goes on beside the night's panels, for whoever holds the card."""
    return [sacrifice_by_night(tonight, seat) for seat in tonight.table.holders(VICTIM)]


async def sacrifice_by_night(tonight: Tonight, me: Seat) -> None:
    """While the night's panels are open they may decide to be dead at dawn."""
    answer = (await first_of((Question(me, "night.sacrifice", (SACRIFICE, None)),)))[1]
    if answer == SACRIFICE:
        tonight.sacrificed.append(me)


def sacrifices(tonight: Tonight) -> None:
    """Nobody can save them."""
    for seat in tonight.sacrificed:
        tonight.kill(seat, SACRIFICED)


async def sacrificed_by_day(table: VillageTable, me: Seat) -> bool:
    """Wait until they do it today. The public learns that they did, never who they were."""
    answer = (await first_of((Question(me, "day.sacrifice", (SACRIFICE, None)),)))[1]
    return bool(answer == SACRIFICE)
