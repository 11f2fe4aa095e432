"""The stake, and whom a death by day takes along (S0-5, R0-9, R0-10)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.village import hearts
from bot.games.village.death import BURNED, bury, shown_role
from bot.games.village.roles import ROLES
from bot.games.village.table import VillageTable


async def burn(table: VillageTable, seat: Seat) -> None:
    """The village burns somebody; their card is shown, and others may follow them (S0-5, R0-9)."""
    bury(table, seat, BURNED, reveal=True)
    table.announce("day.burned", seat=seat, role=shown_role(table, seat))
    await aftermath(table, seat)


async def aftermath(table: VillageTable, dead: Seat) -> None:
    """Hearts that break with this death, and whom the dead still take along, to the fixed point (R0-9, R0-10)."""
    fallen = [dead]
    while fallen:
        seat = fallen.pop(0)
        for other, end in list(hearts.tied_to(table, seat)):
            if table.players[other].alive:
                bury(table, other, end, reveal=True)
                table.announce(f"day.{end}", seat=other, role=shown_role(table, other))
                fallen.append(other)
        last_act = ROLES[table.players[seat].role].last_act
        if last_act is not None:
            fallen += await last_act.by_day(table, seat)
