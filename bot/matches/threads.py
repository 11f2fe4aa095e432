"""What is known of the threads in which something was opened: Discord forgets those that are archived.

Written down before anything is opened there, and kept in mind: who may see a game is asked at every look at statistics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.store import threads
from bot.store.database import Store
from bot.store.threads import ThreadRow


@dataclass(frozen=True)
class KnownThread:
    """A thread is seen by who sees the channel `parent_id`; a private one by those who were asked in."""

    parent_id: int
    is_private: bool


KnownThreads = Mapping[int, KnownThread]
"""By their ids."""


class ThreadBook:
    """The known threads. Raises StoreTrouble where it reads or writes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, KnownThread] = {}
        self.known: KnownThreads = MappingProxyType(self._known)
        self.unread: set[int] = set()
        """Channels or threads of games from before this was kept, until Discord tells what they are."""

    async def start_up(self) -> None:
        """Learn what was written down."""
        async with self._store.reading() as connection:
            rows = await threads.everything(connection)
        self.unread |= {row.id for row in rows if row.parent_id is None}
        for row in rows:
            if row.parent_id is not None:
                self._known[row.id] = KnownThread(row.parent_id, row.kind == "private")

    async def note(self, thread_id: int, guild_id: int, parent_id: int, *, is_private: bool) -> None:
        """Write down a thread, unless it is known already."""
        found = KnownThread(parent_id, is_private)
        if self._known.get(thread_id) == found:
            return
        row = ThreadRow(thread_id, guild_id, "private" if is_private else "public", parent_id)
        await self._store.write(lambda connection: threads.put(connection, row))
        self._known[thread_id] = found
        self.unread.discard(thread_id)

    async def forget(self, thread_id: int) -> None:
        """This thread was deleted, or is none."""
        if thread_id not in self._known and thread_id not in self.unread:
            return
        await self._store.write(lambda connection: threads.remove(connection, thread_id))
        self._known.pop(thread_id, None)
        self.unread.discard(thread_id)
