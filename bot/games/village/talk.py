"""Free talk: who is nominated, and who wants the vote (S0-21, M0-4, M0-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import Choice, Question, Seat, put
from bot.games.hidden_roles.claims import AGAINST, is_claim, make_claim
from bot.games.village.bonus import BONUS, in_deck
from bot.games.village.claimable import may_say
from bot.games.village.claims import SAID, phrases
from bot.games.village.daylight import Day
from bot.games.village.table import Nomination, VillageTable
from bot.games.village.taking_part import can_answer
from bot.games.village.values import READY

IN_TALK = {card.in_talk.key: card.in_talk for card in BONUS.values() if card.in_talk is not None}
"""What bonus cards can do while the village talks, by the questions they ask."""


async def talk(table: VillageTable, day: Day) -> list[Seat]:
    """Free talk. Anyone able may nominate once, with a reason; more than half of them call the vote.

    The vote also opens by itself when the warning sounds and somebody has been nominated.
    """
    occasion = f"call.{table.night}"
    choices = (*table.living(), READY)
    waiting = [call(table, seat, choices, occasion, phrases(table.cast)) for seat in table.able()]
    for card in in_deck(table):
        if card.in_talk is not None:
            waiting += card.in_talk.asks(table)
    nominees: list[Seat] = []
    ready: set[Seat] = set()
    needed = needed_to_call(table)
    while True:
        question, value = await day.first_of(waiting)
        if question is None:
            waiting = [again for open_ in waiting if (again := still_offered(table, open_))]
            nominees[:] = [seat for seat in nominees if table.players[seat].alive]
            ready.intersection_update(table.able())
            needed = needed_to_call(table)
            if len(ready) >= needed:
                return nominees
            continue
        if question is day.warning:
            if nominees:
                return nominees
            continue
        waiting.remove(question)
        seat = question.seat
        if question.key in IN_TALK:
            if value is not None:
                IN_TALK[question.key].does(table, seat, value)
                needed = needed_to_call(table)
            continue
        if is_claim(value):
            make_claim(table, table.claims, table.night, occasion, seat, value)
            waiting.append(call(table, seat, question.choices, occasion, question.values))
            continue
        choice, reason = value
        if choice == READY:
            ready.add(seat)
            table.announce("day.ready", seat=seat, ready=len(ready), needed=needed)
            if len(ready) >= needed:
                return nominees
            continue
        waiting.append(call(table, seat, (READY,), occasion))
        nominate(table, nominees, seat, choice, reason)


def call(
    table: VillageTable, seat: Seat, choices: Sequence[Choice], occasion: str, values: dict[str, Any] | None = None
) -> Question:
    """Whom to nominate, or whether to vote; whoever has a voice may claim something as well."""
    says = may_say(table, seat, occasion)
    return put(seat, "day.call", choices, "reasoned", values=values, occasion=occasion, says=says)


def still_offered(table: VillageTable, question: Question) -> Question | None:
    """The question as it can be answered now that somebody has died or fallen asleep; None when it cannot be."""
    if not can_answer(table, question):
        return None
    within_reach = table.able() if question.key in IN_TALK else table.living()
    choices = tuple(choice for choice in question.choices if choice in (READY, None) or choice in within_reach)
    if choices == question.choices:
        return question
    if choices == (None,):
        return None
    return put(
        question.seat,
        question.key,
        choices,
        question.kind,
        values=question.values,
        occasion=question.occasion,
        says=question.says,
    )


def needed_to_call(table: VillageTable) -> int:
    """How many must want to vote: more than half of those able."""
    return len(table.able()) // 2 + 1


def has_said_why(table: VillageTable, by: Seat, nominee: Seat) -> bool:
    """Whether somebody has spoken against this nominee today."""
    today = [said for said in table.claims if said.day == table.night and said.kind in AGAINST]
    return (by, nominee) in [(said.by, said.about) for said in today]


def nominate(table: VillageTable, nominees: list[Seat], by: Seat, nominee: Seat, reason: str | None) -> None:
    """Somebody is named; whoever stands already is seconded."""
    if table.players[by].muted:
        reason = None  # a reason would be speech (R0-14)
    elif reason is None and has_said_why(table, by, nominee):
        reason = SAID
    table.nominations.append(Nomination(table.night, by, nominee, reason))
    if nominee in nominees:
        table.announce("day.seconded", by=by, nominee=nominee, reason=reason)
    else:
        nominees.append(nominee)
        table.announce("day.nominated", by=by, nominee=nominee, reason=reason)
