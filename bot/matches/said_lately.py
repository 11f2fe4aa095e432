"""What was announced lately in the matches that are awake: whatever is sent or pressed asks for it, the disk is slower.

Kept is only what is durable, and only the end of what a match has said, without a gap. Who asks for more reads it from
the disk, and may hand it in here.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence

from bot.engine.announcements import Announcement
from bot.matches.rows import announcement_of
from bot.store.journals import AnnouncementRow

MATCHES_MOST = 500
EACH_MOST = 100
"""Announcements that are kept of a match."""


class SaidLately:
    """The last announcements of each match, oldest first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, list[Announcement]] = OrderedDict()
        self.turned = 0
        """How often something was forgotten: what was read from the disk before that may be out of date."""

    def between(self, match_id: int, since: int, before: int) -> list[Announcement] | None:
        """The announcements from number `since` on, up to and without `before`; None where not all of them are kept."""
        kept = self._kept.get(match_id)
        if not kept or since < kept[0].number or before > kept[-1].number + 1:
            return None
        first = kept[0].number
        return kept[since - first : max(since, before) - first]

    def note_written(self, match_id: int, rows: Sequence[AnnouncementRow]) -> None:
        """These are durable now, and the newest of this match."""
        kept = self._kept.get(match_id)
        if not kept or not rows:
            return
        if rows[0].number != kept[-1].number + 1:  # others have come in between
            del self._kept[match_id]
            return
        kept += [announcement_of(_as_stored(row)) for row in rows]
        del kept[:-EACH_MOST]

    def note_read(self, match_id: int, said: Sequence[Announcement], turned: int) -> None:
        """These were read from the disk, one after the other; `turned` is what it was before that."""
        if turned != self.turned or not said:
            return
        kept, newest = self._kept.get(match_id), list(said)
        if kept and said[-1].number < kept[0].number - 1:
            return  # a gap would be between them
        if kept:
            newest += [one for one in kept if one.number > said[-1].number]
        self._kept[match_id] = newest[-EACH_MOST:]
        self._kept.move_to_end(match_id)
        if len(self._kept) > MATCHES_MOST:
            self._kept.popitem(last=False)

    def forget(self, match_id: int) -> None:
        """What this match has said may be another than is kept: it has gone back, or somebody was forgotten."""
        self.turned += 1
        self._kept.pop(match_id, None)


def _as_stored(row: AnnouncementRow) -> AnnouncementRow:
    """The row as it would be read from the disk: what the rules said is theirs, and may have tuples in it."""
    audience, content = json.loads(json.dumps([row.audience, row.content]))
    return AnnouncementRow(row.match, row.number, audience, row.key, content, row.at_ms)
