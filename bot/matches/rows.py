"""Stored rows of a match as the engine knows them."""

from __future__ import annotations

from bot.engine.announcements import EVERYONE, Announcement
from bot.engine.match import Entry
from bot.store.journals import AnnouncementRow, JournalRow


def announcement_of(row: AnnouncementRow) -> Announcement:
    """A stored announcement as the engine knows it."""
    audience = EVERYONE if row.audience == EVERYONE else tuple(row.audience)
    return Announcement(row.number, audience, row.key, row.content)


def entry_of(line: JournalRow) -> Entry:
    """A stored answer as the engine knows it."""
    return Entry.model_validate({name: getattr(line, name) for name in Entry.model_fields})
