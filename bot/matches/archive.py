"""Reading what matches have left in the store: places, announcements, journals, logs and recaps."""

from __future__ import annotations

import json

from bot.engine.announcements import EVERYONE, Announcement
from bot.engine.match import Entry
from bot.engine.questions import CHANCE, MIRROR
from bot.games import GAMES
from bot.matches.dealing import deals_before
from bot.recaps import Recap
from bot.store import journals, loading, matches, seating, table_log
from bot.store.database import Store
from bot.store.journals import AnnouncementRow, JournalRow
from bot.store.matches import MatchRow
from bot.store.table_log import LogRow


class NoRecap(ValueError):
    """A match that is still played has no recap: it would hold the seed."""


def announcement_of(row: AnnouncementRow) -> Announcement:
    """A stored announcement as the engine knows it."""
    audience = EVERYONE if row.audience == EVERYONE else tuple(row.audience)
    return Announcement(row.number, audience, row.key, row.content)


def entry_of(line: JournalRow) -> Entry:
    """A stored answer as the engine knows it."""
    return Entry.model_validate({name: getattr(line, name) for name in Entry.model_fields})


class Archive:
    """Everything about matches that is only read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def row(self, match_id: int) -> MatchRow:
        async with self._store.reading() as connection:
            return await matches.get(connection, match_id)

    async def announcements(self, match_id: int, since: int = 0) -> list[Announcement]:
        """What was announced from number `since` on, to whomever."""
        async with self._store.reading() as connection:
            return [announcement_of(row) for row in await journals.announcements_of(connection, match_id, since)]

    async def journal(self, match_id: int) -> list[Entry]:
        """The answers of all rounds."""
        async with self._store.reading() as connection:
            return [entry_of(line) for line in await journals.entries_of(connection, match_id)]

    async def decisions(self, match_id: int) -> list[Entry]:
        """The answers people gave since the last checkpoint: the places a rewind can go back to."""
        async with self._store.reading() as connection:
            saved = await loading.load(connection, match_id)
        return [entry_of(line) for line in saved.journal if line.seat not in (MIRROR, CHANCE)]

    async def log(self, match_id: int) -> list[LogRow]:
        async with self._store.reading() as connection:
            return await table_log.lines_of(connection, match_id)

    async def live_in(self, channel_id: int) -> list[int]:
        """The live matches of a thread or channel."""
        async with self._store.reading() as connection:
            return await matches.by_thread(connection, channel_id)

    async def live_places(self) -> list[tuple[int, int]]:
        """(match, thread or channel) of every live match."""
        async with self._store.reading() as connection:
            return await matches.live_places(connection)

    async def with_computers(self) -> list[int]:
        async with self._store.reading() as connection:
            return await matches.with_computers(connection)

    async def tables_of(self, user_id: int) -> list[int]:
        """The live matches in which this person has a seat."""
        async with self._store.reading() as connection:
            return [row.id for row in await matches.matches_of_user(connection, user_id)]

    async def finished_of(self, guild_id: int) -> list[MatchRow]:
        """The matches of a server that came to an outcome, oldest first."""
        async with self._store.reading() as connection:
            rows = await matches.of_guild(connection, guild_id, live=False)
        return [row for row in rows if row.outcome is not None]

    async def recap(self, match_id: int) -> Recap:
        """Everything needed to check a finished match. Raises NoRecap while it is played."""
        async with self._store.reading() as connection:
            row = await matches.get(connection, match_id)
            seats = await seating.seats_of(connection, match_id)
            log = await table_log.lines_of(connection, match_id)
        if row.outcome is None:
            raise NoRecap(f"match {match_id} is not over")
        journal = await self.journal(match_id)
        said = await self.announcements(match_id)
        return Recap(
            game=row.game,
            options=GAMES[row.game].options.model_validate(row.options).model_dump(mode="json"),
            seats=row.seats,
            names=tuple(seat.name for seat in seats),
            role_set=row.role_set,
            seed=row.seed,
            commitment=row.commitment,
            journal=tuple(journal),
            announcements=tuple((line.number, line.audience, line.key, line.values) for line in said),
            outcome=json.loads(row.outcome),
            instead_of=deals_before(log),
        )
