"""The Fairy Godmother: sees who is about to die and may heal one of them, once a game (S0-16).

She is asked in her own hour, when it is known who is dying; while the panels of the others are open she notes a
suspicion like a villager.
"""

from __future__ import annotations

from bot.engine.questions import put, timer
from bot.games.village.cards import TOWN
from bot.games.village.hours import Hour, secret_hour
from bot.games.village.role import Role
from bot.games.village.tonight import Tonight


async def heal(tonight: Tonight) -> None:
    """She may heal one of all she is shown, of whatever they are dying; to decline spends nothing."""
    table = tonight.table
    dying = tuple(sorted(tonight.dying))
    holders = [seat for seat in table.living() if dying and FAIRY_GODMOTHER.is_ready(table, seat)]
    questions = [put(seat, "night.heal", (*dying, None)) for seat in holders]
    clock = timer("clock.healing", table.options.healing_seconds)
    for question, healed in await secret_hour(table, clock, questions):
        if FAIRY_GODMOTHER.works(tonight, question.seat):
            tonight.dying.pop(healed, None)


FAIRY_GODMOTHER = Role("fairy_godmother", TOWN, hour=Hour.HEALING, wakes=heal, once=True)
