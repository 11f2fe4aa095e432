"""The Mirror referees what is acted: traits that are played with the voice (S0-26).

Only people can hear whether they do. So the Mirror reminds them, and the village may call a foul: when more than half
of the others call it, whoever forgot their part has forgotten their vote for this day as well.
"""

from __future__ import annotations

from bot.engine.questions import Question, Seat, first_of, put
from bot.games.village.bonus import BONUS
from bot.games.village.table import VillageTable


def actors(table: VillageTable) -> list[Seat]:
    """The players who have a part to act today; without a voice, nobody has."""
    return [
        seat
        for seat, player in table.players.items()
        if BONUS[player.bonus].is_acted and player.is_able and not player.muted
    ]


def remind(table: VillageTable) -> None:
    """Everybody with a part is told so, alone; and where nobody calls fouls, that it is for the fun of it."""
    unjudged = {} if table.options.foul_votes else {"unjudged": True}
    for seat in actors(table):
        table.tell((seat,), "day.act", trait=table.players[seat].bonus, **unjudged)


def calls_needed(able: int) -> int:
    """More than half of the others, where so many are able."""
    return (able - 1) // 2 + 1


async def referee(table: VillageTable) -> None:
    """All day long everybody able may call one foul on each of the actors."""
    calls = table.foul_calls = {seat: [] for seat in actors(table)}
    open_ = [question for seat in table.able() if (question := _question(table, seat, calls))]
    while open_:
        answered, actor = await first_of(open_)
        open_.remove(answered)
        caller = answered.seat
        if actor is None:
            continue
        if table.players[actor].is_able:  # who is dead, asleep or a toad since the question was asked is let off
            _call(table, caller, actor, calls[actor])
        asked = [*open_, answered]  # a foul that stands is called by nobody else
        open_ = [again for question in asked if (again := _again(table, question, calls))]


def _call(table: VillageTable, caller: Seat, actor: Seat, callers: list[Seat]) -> None:
    """One more calls a foul on this actor; the last one needed costs them their vote."""
    callers.append(caller)
    needed = calls_needed(len(table.able()))
    player = table.players[actor]
    if len(callers) < needed:
        table.announce("day.foul_called", by=caller, seat=actor, calls=len(callers), needed=needed)
    else:
        player.fouled = True
        table.announce("day.foul", seat=actor, trait=player.bonus)


def _again(table: VillageTable, asked: Question, calls: dict[Seat, list[Seat]]) -> Question | None:
    """The question as it can be answered now; the same one, if nothing has changed."""
    again = _question(table, asked.seat, calls)
    return asked if again is not None and again.choices == asked.choices else again


def _question(table: VillageTable, caller: Seat, calls: dict[Seat, list[Seat]]) -> Question | None:
    left = tuple(actor for actor, by in calls.items() if actor != caller and caller not in by)
    left = tuple(actor for actor in left if table.players[actor].is_able and not table.players[actor].fouled)
    return put(caller, "day.foul", (*left, None), occasion=f"foul.{table.night}") if left else None
