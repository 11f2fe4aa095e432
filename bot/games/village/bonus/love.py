"""Love: cast by day on any two, it ties their hearts together until the next dawn is over (S0-29, R0-17, M0-25).

Its halves fly one after the other (M0-14). The two know of each other, and who cast it sees where it went (M0-19).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Seat, first_of, put
from bot.games.village.bonus_card import HEARTBREAK, BonusCard, Spell, Tie
from bot.games.village.table import VillageTable


async def aim(table: VillageTable, me: Seat) -> Sequence[Seat]:
    """At any moment of the day, on any two players, oneself too. An empty answer keeps the card for another day."""
    targets = [me]
    while len(targets) == 1 or not all(table.players[seat].alive for seat in targets):  # love is between two who live
        targets = (await first_of((put(me, "day.cast_love", table.living(), "several", least=0, most=2),)))[1]
    return targets


def fall_in_love(table: VillageTable, caster: Seat | None, targets: Sequence[Seat]) -> None:
    one, other = targets
    table.romances.append([one, other])
    table.learn(one, "spell.in_love", beloved=other)
    table.learn(other, "spell.in_love", beloved=one)
    if caster is not None and caster not in targets:
        table.learn(caster, "spell.joined", one=one, other=other)


def in_love(table: VillageTable) -> list[list[Seat]]:
    return table.romances


def end_romances(table: VillageTable) -> None:
    table.romances = []


LOVE = BonusCard("love", spell=Spell("love", fall_in_love, aim), tie=Tie(in_love, HEARTBREAK), at_dawn=end_romances)
