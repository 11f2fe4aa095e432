"""The team that wakes together: each points at a victim, sees where the others point, and may point elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.questions import Question, Seat, first_of, put
from bot.games.hidden_roles.people import PeopleTable

PICKS_MOST = 5
"""How often one of the team may change the victim in a night, so that a night of wavering still ends."""


async def point_at_victim(
    table: PeopleTable, team: Sequence[Seat], targets: Sequence[Seat], is_settled: Callable[[], bool]
) -> None:
    """Until everybody of the team has pointed and `is_settled`, or nobody may change any more; see `table.picks`.

    Members who have pointed already, because the night was interrupted, may go on from there.
    """
    picks = table.picks
    changes = dict.fromkeys(team, 0)
    open_ = [_question(table, seat, targets) for seat in team]
    while open_ and not (len(picks) == len(team) and is_settled()):
        question, victim = await first_of(open_)
        seat = question.seat
        changes[seat] += 1
        open_.remove(question)
        point(table, team, seat, victim)
        if changes[seat] < PICKS_MOST:
            open_.append(_question(table, seat, targets))


def point(table: PeopleTable, team: Sequence[Seat], seat: Seat, victim: Seat) -> None:
    """One of the team points at a victim, and the others of it see that."""
    table.picks[seat] = victim
    if len(team) > 1:
        table.tell(team, "night.picked", by=seat, victim=victim)


def _question(table: PeopleTable, seat: Seat, targets: Sequence[Seat]) -> Question:
    values = {"picked": table.picks[seat]} if seat in table.picks else None
    return put(seat, "night.victim", targets, values=values)
