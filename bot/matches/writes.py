"""From what has happened in a match to the rows that are written for it."""

from __future__ import annotations

from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Changes, Entry, Match
from bot.matches.quiet_hours import QuietHours
from bot.matches.timekeeper import Reading
from bot.store.deadlines import DeadlineRow
from bot.store.journals import AnnouncementRow, JournalRow, SnapshotRow, Write


def write_of(
    match_id: int,
    before: tuple[int, int],
    match: Match,
    changes: Changes,
    deadlines: dict[int, int],
    now: Reading,
    interaction_id: int | None = None,
    *,
    least_s: int,
    quiet: QuietHours | None,
) -> tuple[Write, dict[int, int]]:
    """The rows for these changes, and all deadlines that hold after them.

    before     checkpoint and number of answers that the match had
    deadlines  those that held, question number -> time that counts; a question that stays open keeps its own
    now        on both clocks
    least_s    seconds that every new clock has at least
    quiet      the hours in which no new clock runs out
    """
    snapshot = changes.snapshot
    moved = snapshot is not None and snapshot.checkpoint != before[0]
    kept = {} if moved else deadlines
    due = _due(match, kept, now, least_s, quiet)
    fresh = [number for number in due if number not in kept]
    outcome = match.outcome
    write = Write(
        match=match_id,
        checkpoint=before[0],
        head=before[1],
        at_ms=now.at_ms,
        announced=match.announced,
        entries=_entries(match_id, changes, now.at_ms, interaction_id),
        announcements=tuple(_announcement(match_id, said, now.at_ms) for said in changes.announcements),
        deadlines=tuple(DeadlineRow(match_id, number, match.checkpoint, due[number]) for number in fresh),
        cleared=tuple(number for number in kept if number not in due),
        snapshot=SnapshotRow(match_id, snapshot.checkpoint, snapshot.model_dump_json()) if snapshot else None,
        status="over" if outcome is not None else None,
        outcome=outcome.model_dump_json() if outcome is not None else None,
        opened=True,
    )
    return write, due


def _due(match: Match, kept: dict[int, int], now: Reading, least_s: int, quiet: QuietHours | None) -> dict[int, int]:
    clocks = [(question, question.within) for question in match.open if question.within is not None]
    warnings = match.game.warnings
    seconds = {one.number: within if one.key in warnings else max(within, least_s) for one, within in clocks}
    due = {number: now.play_ms + seconds[number] * 1000 for number in seconds}
    if quiet is not None:
        lag_ms = now.at_ms - now.play_ms
        due = {number: quiet.moved(at + lag_ms) - lag_ms for number, at in due.items()}
    return {number: kept.get(number, at) for number, at in due.items()}


def _entries(match_id: int, changes: Changes, now_ms: int, interaction_id: int | None) -> tuple[JournalRow, ...]:
    """The lines of the journal; the click belongs to the first of them, the rest followed from it."""
    return tuple(
        _entry(match_id, entry, now_ms, interaction_id if place == 0 else None)
        for place, entry in enumerate(changes.entries)
    )


def _entry(match_id: int, entry: Entry, at_ms: int, interaction_id: int | None) -> JournalRow:
    return JournalRow(match=match_id, **entry.model_dump(), at_ms=at_ms, interaction_id=interaction_id)


def _announcement(match_id: int, said: Announcement, now_ms: int) -> AnnouncementRow:
    audience: Any = said.audience if said.is_public else list(said.audience)
    return AnnouncementRow(match_id, said.number, audience, said.key, said.values, now_ms)
