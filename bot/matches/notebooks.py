"""The private notebooks of players: what they write, and whom they trust or suspect. Their owners alone read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.questions import Seat
from bot.matches.errors import Refused
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
    """

    words: str
    marks: Mapping[Seat, str]
    handed_on: bool


class Notebooks:
    """Reads and writes them. Everything here raises StoreError when the store cannot be reached."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, match_id: int, user_id: int) -> Notebook:
        """The notebook of this person, who sits at this table; an empty one where nothing was written."""
        async with self._store.reading() as connection:
            row = await notebooks.of(connection, match_id, user_id)
        return Notebook(row.words, {int(seat): mark for seat, mark in row.marks.items()}, row.handed_on)

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

    async def _change(self, match_id: int, user_id: int, change: Callable[[NotebookRow], NotebookRow]) -> None:
        async def work(connection: Any) -> None:
            await notebooks.put(connection, change(await notebooks.of(connection, match_id, user_id)))

        await self._store.write(work)
