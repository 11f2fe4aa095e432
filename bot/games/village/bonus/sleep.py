"""Sleep: cast by day, it puts somebody to sleep until the next dawn (S0-29, R0-14, R0-17)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Seat, first_of, put
from bot.games.village.bonus_card import BonusCard, Spell
from bot.games.village.table import VillageTable


def two_of_them(seats: int) -> int:
    return 2


async def aim(table: VillageTable, me: Seat) -> Sequence[Seat]:
    """At any moment of the day, on anybody else."""
    target: Seat | None = None
    while target is None or not table.players[target].alive:  # somebody may have died since the question was asked
        others = tuple(seat for seat in table.living() if seat != me)
        target = (await first_of((put(me, "day.cast_sleep", (*others, None)),)))[1]
        if target is None:
            return ()
    return (target,)


def fall_asleep(table: VillageTable, caster: Seat | None, targets: Sequence[Seat]) -> None:
    (target,) = targets
    if not table.players[target].asleep:
        table.players[target].asleep = True
        table.announce("spell.sleep", seat=target)


def wake(table: VillageTable) -> None:
    for seat, player in table.players.items():
        if player.asleep:
            player.asleep = False
            if player.alive:
                table.announce("dawn.awake", seat=seat)


SLEEP = BonusCard("sleep", copies=two_of_them, spell=Spell("sleep", fall_asleep, aim), at_dawn=wake)
