"""What is kept of a person, for that person alone: to read, to take away, and to have forgotten while the bot runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from bot.matches.forgetting import forget, stays_of
from bot.matches.keeper import Keeper
from bot.matches.reach import PeopleBook
from bot.store import forgetting, journals, matches, personal
from bot.store.matches import LIVE
from bot.store.personal import KEPT

FORMAT: Final = "magic-mirror-person-1"
"""What the file says it is."""


@dataclass(frozen=True)
class Answer:
    """What somebody did in a game that is over: which question it answered, and when, in epoch milliseconds."""

    match: int
    key: str
    value: Any
    at_ms: int


class Privacy:
    """Everything here is for the person who asks. All of it raises StoreTrouble."""

    def __init__(self, keeper: Keeper, people: PeopleBook) -> None:
        self._keeper = keeper
        self._people = people

    async def counted(self, user_id: int) -> dict[str, int]:
        """How many lines are kept of this person, by the names of what keeps them; nothing is left out but zeros."""
        kept = await self._kept(user_id)
        return {name: len(rows) for name, rows in kept.items() if rows}

    async def export(self, user_id: int) -> dict[str, Any]:
        """All that is kept of this person, as plain JSON values.

        Ids of Discord are texts, as Discord writes them; times are epoch milliseconds. What the person did in a game
        that is still played is not in it: it is in when the game is over.
        """
        kept = await self._kept(user_id)
        answers = [asdict(one) for one in await self._answers(user_id)]
        return {"format": FORMAT, "user_id": str(user_id), "kept": kept, "answers": answers}

    async def forget(self, user_id: int) -> int:
        """Forget this person, all or nothing; in how many games they were. Raises StillHere, changing nothing."""
        async with self._keeper.store.reading() as connection:
            mine = await forgetting.matches_of(connection, user_id)
        played = await forget(self._keeper.store, user_id, self._keeper.now_ms())
        for match_id in mine:
            self._keeper.said_lately.forget(match_id)
            awake = self._keeper.in_memory(match_id)
            if awake is not None:  # it still knows the name
                self._keeper.drop(awake)
        self._people.drop(user_id)
        self._keeper.unhurried.drop(user_id)
        return played

    async def _kept(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        async with self._keeper.store.reading() as connection:
            found = {kept.name: await personal.rows_of(connection, kept, user_id) for kept in KEPT}
        return {name: [_plain(row) for row in rows] for name, rows in found.items()}

    async def _answers(self, user_id: int) -> list[Answer]:
        """What they did on the seats they had, while they had them, in games that are over."""
        found: list[Answer] = []
        async with self._keeper.store.reading() as connection:
            for match_id in await forgetting.matches_of(connection, user_id):
                if (await matches.get(connection, match_id)).status in LIVE:
                    continue
                stays = await stays_of(connection, match_id, user_id)
                lines = await journals.entries_of(connection, match_id)
                mine = [line for line in lines if any(stay.covers(line) for stay in stays)]
                found += [Answer(match_id, line.key, line.value, line.at_ms) for line in mine]
        return found


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as JSON: numbers that many readers of JSON would round become texts."""
    return {name: str(value) if name.endswith("_id") and value is not None else value for name, value in row.items()}
