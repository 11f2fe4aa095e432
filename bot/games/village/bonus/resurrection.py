"""Resurrection: before day is called its holder is shown who is about to die, and may choose one to live (S0-29)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, ask_all, timer
from bot.games.village.death import spell_fails
from bot.games.village.plans import Plans
from bot.games.village.table import VillageTable


async def resurrections(table: VillageTable, plans: Plans, dying: dict[Seat, set[str]]) -> None:
    """After the Fairy Godmother, in the order of the seats, each shown what is then still dying (R0-5).

    The hour passes as often as the deck has the card, whoever holds it: nobody knows whether it has been used.
    """
    quick = table.options.quick_nights
    holders = table.holders("resurrection")
    for turn in range(table.deck.get("resurrection", 0)):
        shown = tuple(sorted(dying))
        questions = [Question(seat, "night.resurrect", (*shown, None)) for seat in holders[turn : turn + 1] if shown]
        if quick and not questions:
            continue
        clock = timer("clock.resurrection", table.options.resurrection_seconds)
        for question, chosen in zip(questions, await ask_all(questions, clock, linger=not quick), strict=True):
            if chosen is not None:
                table.player(question.seat).bonus_spent = True
                if spell_fails(table, question.seat):
                    plans.learns(question.seat, "spell.cancelled", card="resurrection")
                else:
                    dying.pop(chosen, None)
