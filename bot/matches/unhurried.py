"""People who need longer: at a table with one of them every clock has at least a minute.

Every clock, and for everybody: a question that takes longer than others would tell whom it is put to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.games.table_options import MAY_BE_LONGER
from bot.store import inbox, people
from bot.store.database import Store

LEAST_S = 60
"""Seconds that whoever needs longer has for everything."""


def may_be_longer(options: Mapping[str, Any]) -> bool:
    """Whether time may be given at a table with these options. Stored matches without the option allow it."""
    return bool(options.get(MAY_BE_LONGER, True))


class Unhurried:
    """Knows these people. They are few, so all are kept in memory. Where several processes play, each tells the others
    of a change: they read anew."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._people: set[int] = set()
        self._changes = 0

    async def start_up(self) -> None:
        """Raises StoreError."""
        before = None
        while before != self._changes:  # else somebody has asked for it while this was read
            before = self._changes
            async with self._store.reading() as connection:
                found = await people.unhurried(connection)
        self._people = found

    def has(self, user_id: int) -> bool:
        return user_id in self._people

    async def change(self, user_id: int, wanted: bool) -> None:
        """Note whether this person needs longer: it counts for whatever is asked from now on. Raises StoreError."""
        now = self._now_ms()

        async def work(connection: Any) -> None:
            await people.set_unhurried(connection, user_id, wanted, now)
            if not self._store.slot.is_whole:
                await inbox.tell_of_people(connection)

        await self._store.write(work)
        if wanted:
            self._changes += 1
            self._people.add(user_id)
        else:
            self.drop(user_id)

    def drop(self, user_id: int) -> None:
        """This person does not need longer, or not any more: nothing is kept of them."""
        self._changes += 1
        self._people.discard(user_id)

    def least_s(self, options: Mapping[str, Any], at_table: Iterable[int | None]) -> int:
        """Seconds that every clock has at least, at a table with these options and people."""
        needed = any(user_id in self._people for user_id in at_table)
        return LEAST_S if needed and may_be_longer(options) else 0
