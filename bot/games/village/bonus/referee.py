"""The Mirror referees what is acted: the Drunk slurs all game, the Town Idiot bursts out laughing every day (S0-26).

Only people can hear whether they do. So the Mirror reminds them, and the village may call a foul: when more than half
of the others call it, whoever forgot his part has forgotten his vote for this day as well.
"""

from __future__ import annotations

from bot.engine.questions import Question, Seat, first_of
from bot.games.village.cards import ACTED
from bot.games.village.table import VillageTable


def actors(table: VillageTable) -> list[Seat]:
    """Who has a part to act today; without a voice, nobody has."""
    return [
        seat for seat, player in table.players.items() if player.bonus in ACTED and player.is_able and not player.muted
    ]


def remind(table: VillageTable) -> None:
    """Everybody with a part is told so, alone."""
    for seat in actors(table):
        table.tell((seat,), "day.act", trait=table.player(seat).bonus)


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
        calls[actor].append(caller)
        needed = calls_needed(len(table.able()))
        if len(calls[actor]) < needed:
            table.announce("day.foul_called", by=caller, seat=actor, calls=len(calls[actor]), needed=needed)
        elif not table.player(actor).fouled:
            table.player(actor).fouled = True
            table.announce("day.foul", seat=actor, trait=table.player(actor).bonus)
        again = _question(table, caller, calls)
        open_ += [again] if again else []


def _question(table: VillageTable, caller: Seat, calls: dict[Seat, list[Seat]]) -> Question | None:
    left = tuple(actor for actor, by in calls.items() if actor != caller and caller not in by)
    left = tuple(actor for actor in left if not table.player(actor).fouled)
    return Question(caller, "day.foul", (*left, None), occasion=f"foul.{table.night}") if left else None
