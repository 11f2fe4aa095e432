"""What has happened in each match: its answers and announcements, and the table at the last checkpoint.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
Announcements, journal entries and heads count from 0: ``announced`` and ``head`` are also the next number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from bot.store import deliveries, schema
from bot.store.asking import Connection
from bot.store.deadlines import DeadlineRow
from bot.store.errors import AlreadyAnswered, Conflict
from bot.store.matches import LIVE, Status, status_changes
from bot.store.portable import all_rows, one_row, select_rows

NEVER_REACHED: Final = 2**31 - 1
"""The largest number that a column can hold: no match has as many announcements."""


@dataclass(frozen=True)
class SnapshotRow:
    """The table at a checkpoint; ``body`` is whatever text the caller saved."""

    match: int
    checkpoint: int
    body: str


@dataclass(frozen=True)
class JournalRow:
    """One answer. ``value`` is a plain JSON value; ``interaction_id`` is unique, and None for chance and time."""

    match: int
    checkpoint: int
    number: int
    question: int
    seat: int
    key: str
    value: Any
    signature: str
    digest: str
    at_ms: int
    interaction_id: int | None = None


@dataclass(frozen=True)
class VoidedRow(JournalRow):
    """An answer that no longer counts, with when and why it was taken back."""

    voided_ms: int = 0
    reason: str = ""


@dataclass(frozen=True)
class AnnouncementRow:
    """``audience`` and ``content`` are plain JSON values."""

    match: int
    number: int
    audience: Any
    key: str
    content: Any
    at_ms: int


@dataclass(frozen=True)
class Write:
    """What one answer changed, to be written in one go.

    ``checkpoint`` and ``head`` say where the match stood before; ``entries`` are numbered from ``head`` in that
    checkpoint, and from 0 in those after it (draws of chance at the beginning of a round). With a ``snapshot`` the
    match moves to the snapshot's checkpoint, its head counts the entries of that one, the deadlines of the old
    checkpoint go, and ``deadlines`` belong to the new one. ``announced`` is the total afterwards.
    ``opened`` says that there are new questions to send even if there is nothing to announce.
    """

    match: int
    checkpoint: int
    head: int
    at_ms: int
    announced: int
    entries: tuple[JournalRow, ...] = ()
    announcements: tuple[AnnouncementRow, ...] = ()
    deadlines: tuple[DeadlineRow, ...] = ()
    cleared: tuple[int, ...] = ()
    snapshot: SnapshotRow | None = None
    status: Status | None = None
    outcome: str | None = None
    opened: bool = False


_match = schema.match.c
_journal = schema.journal.c
_announcement = schema.announcement.c
_deadline = schema.deadline.c

_SNAPSHOT = select_rows(SnapshotRow, schema.snapshot).where(schema.snapshot.c.match == bindparam("match"))
_JOURNAL = select_rows(JournalRow, schema.journal)
_ENTRIES = _JOURNAL.where(_journal.match == bindparam("match")).order_by(_journal.checkpoint, _journal.number)
_ROUND = _JOURNAL.where(_journal.match == bindparam("match"), _journal.checkpoint == bindparam("checkpoint")).order_by(
    _journal.number
)
_VOIDED = select_rows(VoidedRow, schema.voided)
_ANNOUNCEMENTS = (
    select_rows(AnnouncementRow, schema.announcement)
    .where(
        _announcement.match == bindparam("match"),
        _announcement.number >= bindparam("since"),
        _announcement.number < bindparam("before"),
    )
    .order_by(_announcement.number)
)

_IS_LIVE = _match.status.in_([literal(status) for status in LIVE])
"""As literals: a list of values is written out anew at each click."""
_MOVE_MATCH = update(schema.match).where(
    _match.id == bindparam("of_match"),
    _match.checkpoint == bindparam("at_checkpoint"),
    _match.head == bindparam("at_head"),
    _IS_LIVE,
)
_DELETE_DEADLINE = delete(schema.deadline).where(
    _deadline.match == bindparam("of_match"), _deadline.question == bindparam("of_question")
)
_DELETE_DEADLINES = delete(schema.deadline).where(_deadline.match == bindparam("of_match"))
_CHANGE_SNAPSHOT = update(schema.snapshot).where(schema.snapshot.c.match == bindparam("of_match"))
_INSERT_SNAPSHOT = insert(schema.snapshot)
_INSERT_JOURNAL = insert(schema.journal)
_INSERT_ANNOUNCEMENT = insert(schema.announcement)
_INSERT_DEADLINE = insert(schema.deadline)


async def append(connection: Connection, write: Write) -> None:
    """Write what one answer changed.

    Raises Conflict or AlreadyAnswered, and then the caller's transaction must be undone. (``Store.write`` does so by
    itself when the exception leaves the work.)
    """
    _look_over(write)
    place = {"of_match": write.match, "at_checkpoint": write.checkpoint, "at_head": write.head}
    moved = await connection.execute(_MOVE_MATCH, {**place, **_changes(write)})
    if moved.rowcount != 1:
        if await _was_answered(connection, write.entries):
            raise AlreadyAnswered(f"match {write.match}")
        raise Conflict(f"match {write.match} is not at checkpoint {write.checkpoint}, head {write.head}, or not live")
    try:
        if write.entries:
            await connection.execute(_INSERT_JOURNAL, _values(write.entries))
        if write.announcements:
            await connection.execute(_INSERT_ANNOUNCEMENT, _values(write.announcements))
    except IntegrityError as error:
        if "interaction_id" in str(error.orig):
            raise AlreadyAnswered(f"match {write.match}") from error
        raise Conflict(f"match {write.match} already has an entry or announcement of that number") from error
    await _write_deadlines(connection, write)
    if write.snapshot is not None:
        await _save_snapshot(connection, write.snapshot)


def _look_over(write: Write) -> None:
    """Refuse a write that contradicts itself: it would be a mistake of the program, and very hard to find later."""
    place = (write.checkpoint, write.head)
    for entry in write.entries:
        if entry.match != write.match or (entry.checkpoint, entry.number) not in (place, (entry.checkpoint, 0)):
            raise ValueError(f"entry {entry.checkpoint}/{entry.number} does not follow {place[0]}/{place[1]}")
        if entry.checkpoint < place[0]:
            raise ValueError(f"entry {entry.checkpoint}/{entry.number} goes back behind checkpoint {place[0]}")
        place = (entry.checkpoint, entry.number + 1)
    for number, said in enumerate(write.announcements, write.announced - len(write.announcements)):
        if (said.match, said.number) != (write.match, number):
            raise ValueError(f"announcement {said.number} does not lead to a total of {write.announced}")
    checkpoint = write.checkpoint if write.snapshot is None else write.snapshot.checkpoint
    if write.snapshot is not None and (write.snapshot.match != write.match or checkpoint < write.checkpoint):
        raise ValueError(f"snapshot {checkpoint} comes before checkpoint {write.checkpoint}")
    if place[0] > checkpoint:
        raise ValueError(f"there is an entry of checkpoint {place[0]} and no snapshot of it")
    for deadline in write.deadlines:
        if (deadline.match, deadline.checkpoint) != (write.match, checkpoint):
            raise ValueError(f"the deadline of question {deadline.question} is not of checkpoint {checkpoint}")


def _head_after(write: Write) -> int:
    """How many answers the journal of the checkpoint holds where the write ends."""
    if write.snapshot is None or write.snapshot.checkpoint == write.checkpoint:
        return write.head + len(write.entries)
    return sum(entry.checkpoint == write.snapshot.checkpoint for entry in write.entries)


def _changes(write: Write) -> dict[str, Any]:
    changes: dict[str, Any] = {"announced": write.announced, "head": _head_after(write)}
    if write.snapshot is not None:
        changes["checkpoint"] = write.snapshot.checkpoint
    if write.announcements or write.opened:
        changes["unsent"] = True
    if write.status is not None:
        changes |= status_changes(write.status, write.at_ms)
    if write.outcome is not None:
        changes["outcome"] = write.outcome
    return changes


async def _was_answered(connection: Connection, entries: Iterable[JournalRow]) -> bool:
    interactions = [entry.interaction_id for entry in entries if entry.interaction_id is not None]
    if not interactions:
        return False
    found = await connection.execute(select(_journal.number).where(_journal.interaction_id.in_(interactions)))
    return found.first() is not None


async def _write_deadlines(connection: Connection, write: Write) -> None:
    if write.snapshot is not None or write.status in ("over", "ended"):
        await connection.execute(_DELETE_DEADLINES, {"of_match": write.match})
    else:
        replaced = {*write.cleared, *(deadline.question for deadline in write.deadlines)}
        if replaced:
            rows = [{"of_match": write.match, "of_question": question} for question in sorted(replaced)]
            await connection.execute(_DELETE_DEADLINE, rows)
    if write.deadlines:
        await connection.execute(_INSERT_DEADLINE, _values(write.deadlines))


async def _save_snapshot(connection: Connection, row: SnapshotRow) -> None:
    new = {"of_match": row.match, "checkpoint": row.checkpoint, "body": row.body}
    if (await connection.execute(_CHANGE_SNAPSHOT, new)).rowcount == 0:
        await connection.execute(_INSERT_SNAPSHOT, dict(vars(row)))


def _values(rows: Iterable[Any]) -> list[dict[str, Any]]:
    # Not dataclasses.asdict: that copies every value deeply, and this is the hot path.
    return [dict(vars(row)) for row in rows]


async def rewind(
    connection: Connection,
    match: int,
    checkpoint: int,
    keep_entries: int,
    announced: int,
    reason: str,
    at_ms: int,
) -> int:
    """Go back to the first ``keep_entries`` answers and ``announced`` announcements; how many answers were voided.

    The answers taken back stay in ``voided``. All deadlines go; the caller sets new ones. What was delivered counts
    only as far as it still holds: each recipient's ledger gets a line that says so, with no question delivered.
    Raises Conflict when the match is not in that checkpoint or has not come that far.
    """
    moved = await connection.execute(
        update(schema.match)
        .where(
            _match.id == match,
            _match.checkpoint == checkpoint,
            _match.head >= keep_entries,
            _match.announced >= announced,
        )
        .values(head=keep_entries, announced=announced, unsent=True)
    )
    if moved.rowcount != 1:
        raise Conflict(f"match {match} is not at checkpoint {checkpoint} with {keep_entries} answers or more")
    gone = (_journal.match == match, _journal.checkpoint == checkpoint, _journal.number >= keep_entries)
    rows = await all_rows(connection, JournalRow, _JOURNAL.where(*gone).order_by(_journal.number))
    await _void(connection, rows, reason, at_ms)
    await connection.execute(
        delete(schema.announcement).where(_announcement.match == match, _announcement.number >= announced)
    )
    await connection.execute(delete(schema.deadline).where(_deadline.match == match))
    await deliveries.take_back(connection, match, checkpoint=checkpoint, announced=announced, at_ms=at_ms)
    return len(rows)


async def take_out(
    connection: Connection, match: int, checkpoint: int, head: int, numbers: Collection[int], reason: str,
    at_ms: int,
) -> None:  # fmt: skip
    """Take these answers back, and nothing that came after them: what was announced stays, and so do all clocks.

    They stay in ``voided``. Their seats have been delivered no question. Nobody else's ledger gets a line. Without
    numbers everything is as it was, but that the match counts as not sent all the same. Raises Conflict when the match
    is not in that checkpoint with ``head`` answers.
    """
    moved = await connection.execute(
        update(schema.match)
        .where(_match.id == match, _match.checkpoint == checkpoint, _match.head == head)
        .values(head=head - len(numbers), unsent=True)
    )
    if moved.rowcount != 1:
        raise Conflict(f"match {match} is not at checkpoint {checkpoint} with {head} answers")
    of_round = await all_rows(connection, JournalRow, _ROUND, {"match": match, "checkpoint": checkpoint})
    gone = [row for row in of_round if row.number in numbers]
    await _void(connection, gone, reason, at_ms)
    await _close_the_gaps(connection, [row for row in of_round if row.number not in numbers])
    for seat in sorted({row.seat for row in gone}):
        await deliveries.ask_anew(connection, match, seat, checkpoint=checkpoint, at_ms=at_ms)


async def _void(connection: Connection, rows: Sequence[JournalRow], reason: str, at_ms: int) -> None:
    if not rows:
        return
    await connection.execute(
        insert(schema.voided), [{**vars(row), "voided_ms": at_ms, "reason": reason} for row in rows]
    )
    gone = {row.number for row in rows}
    where = (_journal.match == rows[0].match, _journal.checkpoint == rows[0].checkpoint, _journal.number.in_(gone))
    await connection.execute(delete(schema.journal).where(*where))


async def _close_the_gaps(connection: Connection, rows: Sequence[JournalRow]) -> None:
    """Number the answers of a round, in their order, from 0 on."""
    for number, row in enumerate(rows):
        if row.number != number:
            where = (_journal.match == row.match, _journal.checkpoint == row.checkpoint, _journal.number == row.number)
            await connection.execute(update(schema.journal).where(*where).values(number=number))


async def entries_of(connection: Connection, match: int) -> list[JournalRow]:
    """The answers of all rounds, in order."""
    return await all_rows(connection, JournalRow, _ENTRIES, {"match": match})


async def voided_of(connection: Connection, match: int) -> list[VoidedRow]:
    """The answers that were taken back, in the order in which that happened."""
    query = _VOIDED.where(schema.voided.c.match == match).order_by(schema.voided.c.id)
    return await all_rows(connection, VoidedRow, query)


async def announcements_of(
    connection: Connection, match: int, since: int = 0, before: int = NEVER_REACHED
) -> list[AnnouncementRow]:
    """The announcements from number ``since`` on, up to and without ``before``."""
    if since >= before:
        return []
    asked = {"match": match, "since": since, "before": before}
    return await all_rows(connection, AnnouncementRow, _ANNOUNCEMENTS, asked)


async def last_content(connection: Connection, match: int, key: str) -> Any:
    """What the last announcement of this key said; None where there was none."""
    told = select(_announcement.content).where(_announcement.match == match, _announcement.key == key)
    return (await connection.execute(told.order_by(_announcement.number.desc()).limit(1))).scalar()


async def round_of(connection: Connection, match: int, checkpoint: int) -> list[JournalRow]:
    """The answers since a checkpoint, in order."""
    return await all_rows(connection, JournalRow, _ROUND, {"match": match, "checkpoint": checkpoint})


async def snapshot_of(connection: Connection, match: int) -> SnapshotRow | None:
    """The table at the last checkpoint."""
    return await one_row(connection, SnapshotRow, _SNAPSHOT, {"match": match})
