"""Whom the Maniac names at a table where few name anybody: nobody where it need not, and whoever answers to that.

Without a vote two leave each night, and one of them may be the Maniac. Where nobody names anybody, there is a vote only
if the one whom it names names it in turn; that is worth it where the others would rather vote for that one.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Seat
from bot.games.mafia.players.weighing import StrongSituation

WEIGHED_MOST = 3
"""So many of those who speak later are thought of."""


def wants_named_by_maniac(now: StrongSituation, free: Sequence[Seat], usual: Seat | None) -> Seat | None:
    """Whom of these the Maniac names; `usual`: whom a black card would that has mates."""
    if now.needed < 2 or (now.nominees and not (now.are_few and now.me in now.nominees)):
        return usual
    if now.are_few or not now.speak_later:
        return None
    return provoked(now, free) if may_answer(now) else usual


def may_answer(now: StrongSituation) -> bool:
    """Whether whoever is named may name in turn who has named them: nobody can know yet, or it has happened."""
    named = now.view.nominations
    return now.view.day == 1 or any((day, of, by) in named for day, by, of in named)


def provoked(now: StrongSituation, free: Sequence[Seat]) -> Seat | None:
    """The next to speak of whom the others would rather be rid than of the Maniac, if the two named each other."""
    later = [seat for seat in now.speak_later if seat in free]
    return next((seat for seat in later[:WEIGHED_MOST] if now.would_outlive(seat)), None)
