"""How a game of an earlier version asks for one of very many: by two questions, none with more than 25
choices.

Its journal holds answers to the first of them (`<key>.straw`, `<key>.moment`), and it goes on like that to its end.
Every new game asks once (`GrimmForestOptions.in_two_steps`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import Question, Seat, put
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.fable import FABLES, MOMENTS
from bot.games.grimm_forest.goods import STRAW, goods_of
from bot.games.grimm_forest.table import GrimmForestTable

CHOICES_MOST = 25


async def with_one_amount_of_straw(
    table: GrimmForestTable, seat: Seat, key: str, words: Sequence[str], *, in_time: int, **values: Any
) -> list[str]:
    """Of very many mixtures those with as much Straw as is chosen first."""
    if len(words) <= CHOICES_MOST:
        return list(words)
    amounts = sorted({goods_of(word)[STRAW] for word in words}, reverse=True)
    count = len(words[0])
    straw = await choose(table, seat, f"{key}.straw", amounts, in_time=in_time, count=count, **values)
    return [word for word in words if goods_of(word)[STRAW] == straw]


async def of_one_moment(
    table: GrimmForestTable, seat: Seat, key: str, names: Sequence[str], **values: Any
) -> list[str]:
    """Of very many Fables those that act at the moment that is chosen first."""
    if len(names) <= CHOICES_MOST:
        return list(names)
    moment = await choose(table, seat, f"{key}.moment", moments_of(names), **values)
    return [name for name in names if FABLES[name].when == moment]


def moment_before_fable(question: Question) -> Question:
    """In place of a question for one of very many Fables, or none, that for the moment at which it acts."""
    if len(question.choices) <= CHOICES_MOST:
        return question
    names = [name for name in question.choices if name is not None]
    moments = (*moments_of(names), *([None] if None in question.choices else []))
    key = f"{question.key}.moment"
    return put(question.seat, key, moments, within=question.within, default=moments[-1])


async def fable_at(table: GrimmForestTable, seat: Seat, answer: str | None) -> str | None:
    """The Fable of the own hand that is meant when the answer is a moment."""
    if answer not in MOMENTS:
        return answer
    hand = sorted({name for name in table.pigs[seat].fables if FABLES[name].when == answer})
    return str(await choose(table, seat, "gather.fable", hand))


def moments_of(names: Sequence[str]) -> list[str]:
    """When these Fables act, in the order of a round."""
    return [moment for moment in MOMENTS if any(FABLES[name].when == moment for name in names)]
