"""Reading what matches have left in the store: places, announcements, journals, logs and recaps."""

from __future__ import annotations

from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import CHANCE, MIRROR
from bot.matches.elsewhere import may_look
from bot.matches.passed_over import TAKEN_BACK
from bot.matches.recapping import recap_of
from bot.matches.rows import announcement_of, entry_of
from bot.matches.said_lately import SaidLately
from bot.recaps.recap import Recap
from bot.store import deliveries, journals, loading, matches, table_log
from bot.store.database import Store
from bot.store.journals import AnnouncementRow
from bot.store.matches import MatchRow
from bot.store.table_log import LogRow


class Archive:
    """Everything about matches that is only read."""

    def __init__(self, store: Store, lately: SaidLately | None = None) -> None:
        self._store = store
        self._lately = lately or SaidLately()

    async def row(self, match_id: int) -> MatchRow:
        async with self._store.reading() as connection:
            return await matches.get(connection, match_id)

    async def announcements(
        self, match_id: int, since: int = 0, before: int = journals.NEVER_REACHED
    ) -> list[Announcement]:
        """What was announced from number `since` on, up to and without `before`, to whomever."""
        if since >= before:
            return []
        lately, turned = self._lately.between(match_id, since, before), self._lately.turned
        if lately is not None:
            return lately
        rows = await self._store.read(lambda connection: journals.announcements_of(connection, match_id, since, before))
        said = [announcement_of(row) for row in rows]
        if not may_look():  # what another process plays changes there
            self._lately.note_read(match_id, said, turned)
        return said

    async def told_by(self, match_id: int, recipient: int, message_id: int, before: int) -> list[Announcement]:
        """What was announced, to whomever, since the message before this one, up to the newest that this one told; and
        before number `before`."""

        async def read(connection: Any) -> list[AnnouncementRow]:
            after, upto = await deliveries.told_by(connection, match_id, recipient, message_id)
            return await journals.announcements_of(connection, match_id, after + 1, min(upto + 1, before))

        return [announcement_of(row) for row in await self._store.read(read)]

    async def told_by_and_since(
        self, match_id: int, recipient: int, message_id: int, since: int, before: int
    ) -> tuple[list[Announcement], list[Announcement]]:
        """What `told_by` gives, and what was announced from number `since` on, up to and without `before`: read
        together, since every press on a panel asks for both."""

        async def read(connection: Any) -> tuple[list[AnnouncementRow], list[AnnouncementRow]]:
            after, upto = await deliveries.told_by(connection, match_id, recipient, message_id)
            told = await journals.announcements_of(connection, match_id, after + 1, min(upto + 1, before))
            return told, await journals.announcements_of(connection, match_id, since, before)

        told, new = await self._store.read(read)
        return [announcement_of(row) for row in told], [announcement_of(row) for row in new]

    async def journal(self, match_id: int) -> list[Entry]:
        """The answers of all rounds."""
        async with self._store.reading() as connection:
            return [entry_of(line) for line in await journals.entries_of(connection, match_id)]

    async def decisions(self, match_id: int) -> list[Entry]:
        """The answers people gave since the last checkpoint: the places a rewind can go back to."""
        async with self._store.reading() as connection:
            saved = await loading.load(connection, match_id)
        return [entry_of(line) for line in saved.journal if line.seat not in (MIRROR, CHANCE)]

    async def times_gone_back(self, match_id: int) -> int:
        """How often answers of this match were taken back: between two times that is the same, some are only added."""
        async with self._store.reading() as connection:
            return await table_log.times(connection, match_id, TAKEN_BACK)

    async def log(self, match_id: int) -> list[LogRow]:
        async with self._store.reading() as connection:
            return await table_log.lines_of(connection, match_id)

    async def live_in(self, channel_id: int) -> list[int]:
        """The live matches of a thread or channel."""
        async with self._store.reading() as connection:
            return await matches.by_thread(connection, channel_id)

    async def live_places(self) -> list[tuple[int, int]]:
        """(match, thread or channel) of every live match of this slot."""
        async with self._store.reading() as connection:
            return await matches.live_places(connection, self._store.slot)

    async def with_computers(self) -> list[int]:
        async with self._store.reading() as connection:
            return await matches.with_computers(connection, self._store.slot)

    async def tables_of(self, user_id: int) -> list[int]:
        """The live matches in which this person has a seat."""
        async with self._store.reading() as connection:
            return [row.id for row in await matches.matches_of_user(connection, user_id)]

    async def finished_tables_of(self, user_id: int) -> list[int]:
        """The matches that are over in which this person had a seat at the end."""
        async with self._store.reading() as connection:
            return [row.id for row in await matches.matches_of_user(connection, user_id, live=False)]

    async def live_of(self, guild_id: int) -> list[MatchRow]:
        """The live matches of a server, oldest first."""
        async with self._store.reading() as connection:
            return await matches.of_guild(connection, guild_id)

    async def finished_of(self, guild_id: int) -> list[MatchRow]:
        """The matches of a server that are over, oldest first, those among them that somebody ended."""
        async with self._store.reading() as connection:
            rows = await matches.of_guild(connection, guild_id, live=False)
        return [row for row in rows if row.replaced_by is None]

    async def recap(self, match_id: int) -> Recap:
        """Everything needed to check a match that is over. Raises NoRecap while it is played."""
        async with self._store.reading() as connection:
            return await recap_of(connection, match_id)
