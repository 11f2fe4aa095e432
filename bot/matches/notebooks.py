"""The private notebooks of players: what they write, and whom they trust or suspect. Their owners alone read them.

When the match is over, those stand in its recap whose owners have agreed: in the story that is read aloud. It is made
anew each time, so that consent can be taken back. The file with the proof never holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.snapshot import MatchSnapshot
from bot.store import notebooks
from bot.store.database import Store
from bot.store.notebooks import NotebookRow

MARKS: Final = ("trust", "doubt", "suspect")
WORDS_MOST: Final = 1_500
"""Characters of a notebook."""


@dataclass(frozen=True)
class Notebook:
    """What a player keeps for themselves in one match.

    marks      seat -> one of MARKS
    handed_on  whether whoever takes the seat over gets a copy
    in_recap   whether it may stand in the recap
    """

    words: str
    marks: Mapping[Seat, str]
    handed_on: bool
    in_recap: bool = False


class Notebooks:
    """Reads and writes them. Everything here raises StoreError when the store cannot be reached."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, match_id: int, user_id: int) -> Notebook:
        """The notebook of this person, who sits at this table; an empty one where nothing was written."""
        async with self._store.reading() as connection:
            row = await notebooks.of(connection, match_id, user_id)
        return _notebook(row)

    async def keeps_something(self, match_id: int, user_id: int) -> bool:
        """Whether this person has written or marked something that would not stand in the recap."""
        notebook = await self.read(match_id, user_id)
        return bool(notebook.words or notebook.marks) and not notebook.in_recap

    async def for_recap(self, match: MatchSnapshot) -> dict[Seat, Notebook]:
        """Those that may stand in the recap, of people who had a seat at the end; none before the match is over."""
        if not match.over:
            return {}
        async with self._store.reading() as connection:
            rows = await notebooks.for_recap(connection, match.id)
        found = {match.seat_of(row.user_id): _notebook(row) for row in rows}
        return {seat: found[seat] for seat in match.seats if seat in found}

    async def write(self, match_id: int, user_id: int, words: str) -> None:
        """Let it say this from now on."""
        await self._change(match_id, user_id, lambda row: replace(row, words=words[:WORDS_MOST]))

    async def mark(self, match_id: int, user_id: int, seat: Seat, mark: str | None) -> None:
        """Mark this seat; None: take the mark off. Raises Refused for a mark that there is not."""
        if mark is not None and mark not in MARKS:
            raise Refused("forged")

        def marked(row: NotebookRow) -> NotebookRow:
            others = {other: one for other, one in row.marks.items() if other != str(seat)}
            return replace(row, marks=others if mark is None else {**others, str(seat): mark})

        await self._change(match_id, user_id, marked)

    async def hand_on(self, match_id: int, user_id: int, wanted: bool) -> None:
        """Whether whoever takes the seat over gets a copy."""
        await self._change(match_id, user_id, lambda row: replace(row, handed_on=wanted))

    async def show_in_recap(self, match_id: int, user_id: int, wanted: bool) -> None:
        """Whether everybody who may read the recap may read this notebook in it."""
        await self._change(match_id, user_id, lambda row: replace(row, in_recap=wanted))

    async def _change(self, match_id: int, user_id: int, change: Callable[[NotebookRow], NotebookRow]) -> None:
        async def work(connection: Any) -> None:
            await notebooks.put(connection, change(await notebooks.of(connection, match_id, user_id)))

        await self._store.write(work)


def _notebook(row: NotebookRow) -> Notebook:
    marks = {int(seat): mark for seat, mark in row.marks.items()}
    return Notebook(row.words, marks, row.handed_on, row.in_recap)
