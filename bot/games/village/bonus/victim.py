"""Victim: may give their own life at any time; the role is never shown, and nobody can save them (S0-26, R0-18, M0-17).

A toad may still give its life; a sleeper may not.
"""

from __future__ import annotations

from bot.engine.questions import Seat, first_of, put
from bot.games.village.bonus_card import BonusCard
from bot.games.village.death import bury
from bot.games.village.hours import Hour
from bot.games.village.table import Player, VillageTable
from bot.games.village.tonight import Cause, Tonight

SACRIFICE = "sacrifice"
SACRIFICED = Cause("sacrificed", Hour.SACRIFICE, is_shown=False)


async def sacrifice_by_night(tonight: Tonight, me: Seat) -> None:
    """While the night's panels are open they may decide to be dead at dawn."""
    answer = (await first_of((put(me, "night.sacrifice", (SACRIFICE, None)),)))[1]
    if answer == SACRIFICE:
        tonight.sacrificed.append(me)


async def die(tonight: Tonight) -> None:
    for seat in tonight.sacrificed:
        tonight.kill(seat, SACRIFICED)


async def sacrifice_by_day(table: VillageTable, me: Seat) -> bool:
    """The public learns that they did it, never who they were. The day goes on without them, if the game does."""
    answer = (await first_of((put(me, "day.sacrifice", (SACRIFICE, None)),)))[1]
    if answer != SACRIFICE:
        return False
    bury(table, me, SACRIFICED.end, reveal=SACRIFICED.is_shown)
    table.announce("day.sacrificed", seat=me)
    return True


def is_awake(player: Player) -> bool:
    return player.alive and not player.asleep


VICTIM = BonusCard(
    "victim",
    is_trait=True,
    by_night=sacrifice_by_night,
    hour=Hour.SACRIFICE,
    wakes=die,
    dies_by_day=sacrifice_by_day,
    needs={"day.sacrifice": is_awake},
)
