"""Resurrection: before day is called its holder is shown who is about to die, and may choose one to live (S0-29)."""

from __future__ import annotations

from bot.engine.questions import put, timer
from bot.games.village.bonus_card import BonusCard
from bot.games.village.death import spell_fails
from bot.games.village.hours import Hour, secret_hour
from bot.games.village.tonight import Tonight


async def resurrections(tonight: Tonight) -> None:
    """When others have been healed, in the order of the seats, each shown what is then still dying (R0-5).

    The hour passes as often as the deck has the card, whoever holds it: nobody knows whether it has been used.
    """
    table = tonight.table
    holders = table.holders("resurrection")
    for turn in range(table.deck.get("resurrection", 0)):
        dying = tuple(sorted(tonight.dying))
        questions = [put(seat, "night.resurrect", (*dying, None)) for seat in holders[turn : turn + 1] if dying]
        clock = timer("clock.resurrection", table.options.resurrection_seconds)
        for question, chosen in await secret_hour(table, clock, questions):
            table.players[question.seat].bonus_spent = True
            if spell_fails(table, question.seat):
                tonight.learns(question.seat, "spell.cancelled", card="resurrection")
            else:
                tonight.dying.pop(chosen, None)


RESURRECTION = BonusCard("resurrection", hour=Hour.RETURN, wakes=resurrections)
