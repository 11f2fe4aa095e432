"""The games that somebody has played, whether they were played to the end or somebody ended them, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.questions import Seat
from bot.engine.rulebook import OVER, Outcome
from bot.matches.counting import roles_of
from bot.matches.statistics import Sees
from bot.store import journals, matches, seating
from bot.store.database import Store
from bot.store.matches import MatchRow

ON_PAGE = 5


@dataclass(frozen=True)
class Played:
    """A match that is over, and what became of somebody in it.

    role    which one they had; None in a game without roles
    result  as the outcome names it; None of a match that was ended without one
    """

    row: MatchRow
    seat: Seat
    role: str | None
    result: str | None


@dataclass(frozen=True)
class HistoryPage:
    """A page of somebody's games, the newest first; `number` counts from 0."""

    games: list[Played]
    number: int
    pages: int


class History:
    """Reads what somebody has played. Raises StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, guild_id: int, user_id: int, sees: Sees, number: int) -> HistoryPage:
        """The page of this number, or the nearest there is, of their games in a server of which they may know."""
        async with self._store.reading() as connection:
            rows = await matches.matches_of_user(connection, user_id, live=False)
            here = [
                row
                for row in reversed(rows)
                if row.guild_id == guild_id and row.replaced_by is None and sees(row.channel_id)
            ]
            pages = max(1, -(-len(here) // ON_PAGE))
            number = min(max(number, 0), pages - 1)
            shown = here[number * ON_PAGE :][:ON_PAGE]
            return HistoryPage([await _played(connection, row, user_id) for row in shown], number, pages)


async def _played(connection: Any, row: MatchRow, user_id: int) -> Played:
    found = await seating.seat_of(connection, row.id, user_id)
    seat = found.seat if found is not None else 0
    roles = roles_of(await journals.last_content(connection, row.id, OVER))
    outcome = None if row.outcome is None else Outcome.model_validate_json(row.outcome)
    return Played(row, seat, roles.get(seat), None if outcome is None else outcome.results.get(seat))
