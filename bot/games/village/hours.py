"""The order of the night and of the dawn, and how long an hour lasts in which only some are asked (R0-5)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, auto

from bot.engine.questions import Question, Seat, Value, ask_all, first_of
from bot.games.village.table import VillageTable


class Hour(IntEnum):
    """When something takes effect at night. `night.play_night` goes through the hours in this order."""

    TEAM = auto()
    SECOND_KILL = auto()
    JINX = auto()
    CURSE = auto()
    PEEK = auto()
    ASSASSINATION = auto()
    PROTECTION = auto()
    INVESTIGATION = auto()
    HEALING = auto()
    RETURN = auto()
    SILENCE = auto()
    SACRIFICE = auto()
    LAST_SHOT = auto()
    HEARTBREAK = auto()


class Dawn(IntEnum):
    """What the night leaves for the dawn to tell. `night.dawn` goes through it in this order."""

    PROTECTED = auto()
    CAPTURED = auto()
    VANISHED = auto()
    SHOT = auto()
    SILENCED = auto()
    CURSED = auto()


async def secret_hour(
    table: VillageTable, clock: Question, questions: Sequence[Question]
) -> list[tuple[Question, Value]]:
    """Ask these questions, and return which were answered with something, and with what.

    The hour lasts until its clock has run out, even when nobody is asked: its length tells nothing. At a table with
    quick nights it lasts only as long as somebody thinks.
    """
    is_quick = table.options.quick_nights
    if not questions:
        if not is_quick:
            await first_of((clock,))
        return []
    answers = await ask_all(questions, clock, wait_full=not is_quick)
    return [answered for answered in zip(questions, answers, strict=True) if answered[1] is not None]


async def hour_of_hearts(
    table: VillageTable, clock: Question, questions: Sequence[Question], ties: list[list[Seat]]
) -> None:
    """Ask these hearts, and add the ties that they choose when the hour is over (R0-4)."""
    for question, chosen in await secret_hour(table, clock, questions):
        ties.append([question.seat, chosen])
        table.learn(question.seat, f"{question.key}.chosen", beloved=chosen)
