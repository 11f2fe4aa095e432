"""Matches and everything that hangs on one: seats, snapshot, journal, announcements, deadlines, the table's log.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
Announcements, journal entries and heads count from 0: ``announced`` and ``head`` are also the next number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import deliveries, schema
from bot.store.portable import all_rows, one_row, select_rows

Status = Literal["running", "paused", "over", "ended"]
"""``over``: the rules found an outcome. ``ended``: somebody stopped it. Both are final."""
Player = Literal["human", "random", "thoughtful"]

LIVE: Final = ("running", "paused")
LED: Final = "chair"
"""The action in the table's log when somebody else leads a match; see `schema.match`."""


class Conflict(Exception):
    """The match is not where the caller thinks it is. Nothing was written; load it again."""


class AlreadyAnswered(Exception):
    """This very interaction was written before: it is the same click twice. Nothing was written."""


class UnknownMatch(LookupError):
    """There is no match of that number."""


@dataclass(frozen=True)
class MatchRow:
    id: int
    game: str
    guild_id: int
    channel_id: int
    thread_id: int | None
    host_id: int
    status: Status
    options: Any
    role_set: str
    seats: int
    seed: str
    commitment: str
    checkpoint: int
    head: int
    announced: int
    unsent: bool
    board_message_id: int | None
    created_ms: int
    ended_ms: int | None
    paused_ms: int | None
    resume_ms: int | None
    """When a paused match goes on by itself; None when it waits for somebody."""
    outcome: str | None
    code_version: str
    moderator_id: int | None = None
    """The moderator, who lets the game go on; None when the Mirror's clocks do."""
    moderator_sees: int = 0
    """Whether that person knows all cards: 0 no, 1 may ask for it, 2 does."""


@dataclass(frozen=True)
class SeatRow:
    match: int
    seat: int
    user_id: int | None
    name: str
    player: Player
    strikes: int = 0
    away: bool = False


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
class DeadlineRow:
    match: int
    question: int
    checkpoint: int
    due_ms: int


@dataclass(frozen=True)
class LogRow:
    match: int
    number: int
    at_ms: int
    actor: int
    action: str
    details: Any


@dataclass(frozen=True)
class NewSeat:
    seat: int
    name: str
    user_id: int | None = None
    player: Player = "human"


@dataclass(frozen=True)
class NewMatch:
    """A match before its first answer. ``snapshot`` is the table at checkpoint 0, if there is one yet."""

    game: str
    guild_id: int
    channel_id: int
    host_id: int
    options: Any
    role_set: str
    seed: str
    commitment: str
    code_version: str
    created_ms: int
    seats: tuple[NewSeat, ...]
    thread_id: int | None = None
    snapshot: str | None = None


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


@dataclass(frozen=True)
class SavedMatch:
    """All that is needed to go on: ``journal`` holds the current checkpoint's entries only."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    snapshot: SnapshotRow | None
    journal: tuple[JournalRow, ...]
    deadlines: tuple[DeadlineRow, ...]


_match = schema.match.c
_seat = schema.seat.c
_journal = schema.journal.c
_announcement = schema.announcement.c
_deadline = schema.deadline.c

_MATCHES = select_rows(MatchRow, schema.match)
_SEATS = select_rows(SeatRow, schema.seat)
_SNAPSHOTS = select_rows(SnapshotRow, schema.snapshot)
_JOURNAL = select_rows(JournalRow, schema.journal)
_VOIDED = select_rows(VoidedRow, schema.voided)
_ANNOUNCEMENTS = select_rows(AnnouncementRow, schema.announcement)
_DEADLINES = select_rows(DeadlineRow, schema.deadline)
_LOG = select_rows(LogRow, schema.table_log)

_DELETE_DEADLINE = delete(schema.deadline).where(
    _deadline.match == bindparam("of_match"), _deadline.question == bindparam("of_question")
)
_INSERT_JOURNAL = insert(schema.journal)
_INSERT_ANNOUNCEMENT = insert(schema.announcement)
_INSERT_DEADLINE = insert(schema.deadline)


def _values(rows: Iterable[Any]) -> list[dict[str, Any]]:
    # Not dataclasses.asdict: that copies every value deeply, and this is the hot path.
    return [dict(vars(row)) for row in rows]


# --- beginning and going on ----------------------------------------------------------------------------------------


async def create(connection: AsyncConnection, new: NewMatch) -> int:
    """Write a new match, running, at checkpoint 0; its number is returned."""
    result = await connection.execute(
        insert(schema.match).values(
            game=new.game,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            thread_id=new.thread_id,
            host_id=new.host_id,
            status="running",
            options=new.options,
            role_set=new.role_set,
            seats=len(new.seats),
            seed=new.seed,
            commitment=new.commitment,
            checkpoint=0,
            head=0,
            announced=0,
            unsent=False,
            created_ms=new.created_ms,
            code_version=new.code_version,
        )
    )
    key = result.inserted_primary_key
    assert key is not None
    match = int(key[0])
    if new.seats:
        await connection.execute(insert(schema.seat), [{"match": match, **vars(seat)} for seat in new.seats])
    if new.snapshot is not None:
        await connection.execute(insert(schema.snapshot).values(match=match, checkpoint=0, body=new.snapshot))
    return match


async def append(connection: AsyncConnection, write: Write) -> None:
    """Write one write. Raises Conflict or AlreadyAnswered, and then the caller's transaction must be undone.

    (``Store.write`` does so by itself when the exception leaves the work.)
    """
    _look_over(write)
    moved = await connection.execute(
        update(schema.match)
        .where(
            _match.id == bindparam("of_match"),
            _match.checkpoint == bindparam("at_checkpoint"),
            _match.head == bindparam("at_head"),
            _match.status.in_(LIVE),
        )
        .values(_changes(write)),
        {"of_match": write.match, "at_checkpoint": write.checkpoint, "at_head": write.head},
    )
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
        changes |= _status_changes(write.status, write.at_ms)
    if write.outcome is not None:
        changes["outcome"] = write.outcome
    return changes


def _status_changes(status: Status, at_ms: int, resume_ms: int | None = None) -> dict[str, Any]:
    return {
        "status": status,
        "paused_ms": at_ms if status == "paused" else None,
        "resume_ms": resume_ms if status == "paused" else None,
        "ended_ms": None if status in LIVE else at_ms,
    }


async def _was_answered(connection: AsyncConnection, entries: Iterable[JournalRow]) -> bool:
    interactions = [entry.interaction_id for entry in entries if entry.interaction_id is not None]
    if not interactions:
        return False
    found = await connection.execute(select(_journal.number).where(_journal.interaction_id.in_(interactions)))
    return found.first() is not None


async def _write_deadlines(connection: AsyncConnection, write: Write) -> None:
    if write.snapshot is not None or write.status in ("over", "ended"):
        await connection.execute(delete(schema.deadline).where(_deadline.match == write.match))
    else:
        replaced = {*write.cleared, *(deadline.question for deadline in write.deadlines)}
        if replaced:
            rows = [{"of_match": write.match, "of_question": question} for question in sorted(replaced)]
            await connection.execute(_DELETE_DEADLINE, rows)
    if write.deadlines:
        await connection.execute(_INSERT_DEADLINE, _values(write.deadlines))


async def _save_snapshot(connection: AsyncConnection, row: SnapshotRow) -> None:
    replaced = await connection.execute(
        update(schema.snapshot)
        .where(schema.snapshot.c.match == row.match)
        .values(checkpoint=row.checkpoint, body=row.body)
    )
    if replaced.rowcount == 0:
        await connection.execute(insert(schema.snapshot).values(**vars(row)))


async def rewind(
    connection: AsyncConnection,
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
    if rows:
        voided = [{**vars(row), "voided_ms": at_ms, "reason": reason} for row in rows]
        await connection.execute(insert(schema.voided), voided)
        await connection.execute(delete(schema.journal).where(*gone))
    await connection.execute(
        delete(schema.announcement).where(_announcement.match == match, _announcement.number >= announced)
    )
    await connection.execute(delete(schema.deadline).where(_deadline.match == match))
    await deliveries.take_back(connection, match, checkpoint=checkpoint, announced=announced, at_ms=at_ms)
    return len(rows)


# --- reading -------------------------------------------------------------------------------------------------------


async def get(connection: AsyncConnection, match: int) -> MatchRow:
    """The match's own row. Raises UnknownMatch."""
    row = await one_row(connection, MatchRow, _MATCHES.where(_match.id == match))
    if row is None:
        raise UnknownMatch(f"match {match}")
    return row


async def load(connection: AsyncConnection, match: int) -> SavedMatch:
    """Everything needed to go on with a match. Raises UnknownMatch."""
    row = await get(connection, match)
    snapshots = _SNAPSHOTS.where(schema.snapshot.c.match == match)
    journal = _JOURNAL.where(_journal.match == match, _journal.checkpoint == row.checkpoint)
    due = _DEADLINES.where(_deadline.match == match)
    return SavedMatch(
        row=row,
        seats=tuple(await seats_of(connection, match)),
        snapshot=await one_row(connection, SnapshotRow, snapshots),
        journal=tuple(await all_rows(connection, JournalRow, journal.order_by(_journal.number))),
        deadlines=tuple(await all_rows(connection, DeadlineRow, due.order_by(_deadline.due_ms, _deadline.question))),
    )


async def journal_of(connection: AsyncConnection, match: int) -> list[JournalRow]:
    """The answers of all rounds, in order."""
    query = _JOURNAL.where(_journal.match == match).order_by(_journal.checkpoint, _journal.number)
    return await all_rows(connection, JournalRow, query)


async def voided_of(connection: AsyncConnection, match: int) -> list[VoidedRow]:
    """The answers that were taken back, in the order in which that happened."""
    query = _VOIDED.where(schema.voided.c.match == match).order_by(schema.voided.c.id)
    return await all_rows(connection, VoidedRow, query)


async def announcements_of(connection: AsyncConnection, match: int, since: int = 0) -> list[AnnouncementRow]:
    """The announcements from number ``since`` on."""
    query = _ANNOUNCEMENTS.where(_announcement.match == match, _announcement.number >= since)
    return await all_rows(connection, AnnouncementRow, query.order_by(_announcement.number))


async def running(connection: AsyncConnection) -> list[MatchRow]:
    """Every running match, oldest first. Whole rows: at start-up ``deadlines`` and ``unsent`` are much cheaper."""
    return await all_rows(connection, MatchRow, _MATCHES.where(_match.status == "running").order_by(_match.id))


async def of_guild(connection: AsyncConnection, guild_id: int, *, live: bool = True) -> list[MatchRow]:
    """The matches of a server, oldest first: the live ones, or those that are finished."""
    chosen = _match.status.in_(LIVE) if live else _match.status.not_in(LIVE)
    query = _MATCHES.where(_match.guild_id == guild_id, chosen).order_by(_match.id)
    return await all_rows(connection, MatchRow, query)


async def by_thread(connection: AsyncConnection, channel_id: int) -> list[int]:
    """The numbers of the live matches that are played in this thread or channel."""
    here = (_match.thread_id == channel_id) | (_match.channel_id == channel_id)
    found = await connection.execute(select(_match.id).where(here, _match.status.in_(LIVE)).order_by(_match.id))
    return list(found.scalars())


async def matches_of_user(connection: AsyncConnection, user_id: int, *, live: bool = True) -> list[MatchRow]:
    """The matches in which this person has a seat, oldest first: the live ones, or those that are finished."""
    chosen = _match.status.in_(LIVE) if live else _match.status.not_in(LIVE)
    seated = select(_seat.match).where(_seat.user_id == user_id)
    return await all_rows(connection, MatchRow, _MATCHES.where(_match.id.in_(seated), chosen).order_by(_match.id))


# --- what is still to be done --------------------------------------------------------------------------------------


async def unsent(connection: AsyncConnection) -> list[int]:
    """The numbers of the matches with something that was not delivered yet, finished ones too."""
    # Written out as 1, so that the planner sees that the partial index answers it.
    query = select(_match.id).where(text("unsent = 1")).order_by(_match.id)
    return list((await connection.execute(query)).scalars())


async def mark_sent(
    connection: AsyncConnection, match: int, announced: int, *, checkpoint: int | None = None, head: int | None = None
) -> bool:
    """Say that everything up to ``announced`` (and, when given, up to that head) is delivered.

    False, and nothing is changed, when the match has gone on in the meantime.
    """
    query = update(schema.match).where(_match.id == match, _match.announced == announced).values(unsent=False)
    if checkpoint is not None:
        query = query.where(_match.checkpoint == checkpoint)
    if head is not None:
        query = query.where(_match.head == head)
    return (await connection.execute(query)).rowcount == 1


async def deadlines(connection: AsyncConnection, games: Collection[str] | None = None) -> list[DeadlineRow]:
    """The deadlines of all running matches (of these games), the next one first. Paused matches stand still."""
    query = _DEADLINES.join(schema.match, _match.id == _deadline.match).where(_match.status == "running")
    if games is not None:
        query = query.where(_match.game.in_(games))
    return await all_rows(connection, DeadlineRow, query.order_by(_deadline.due_ms))


async def asleep(connection: AsyncConnection) -> list[tuple[int, int]]:
    """(match, when it goes on by itself) of every paused match that does, the next one first."""
    query = select(_match.id, _match.resume_ms).where(_match.status == "paused", _match.resume_ms.is_not(None))
    found = await connection.execute(query.order_by(_match.resume_ms))
    return [(row[0], row[1]) for row in found]


async def shift_deadlines(connection: AsyncConnection, by_ms: int, match: int | None = None) -> int:
    """Give everybody ``by_ms`` more: in one match, or in all that are running. How many deadlines moved."""
    query = update(schema.deadline).values(due_ms=_deadline.due_ms + by_ms)
    if match is None:
        query = query.where(_deadline.match.in_(select(_match.id).where(_match.status == "running")))
    else:
        query = query.where(_deadline.match == match)
    return (await connection.execute(query)).rowcount


async def floor_deadlines(connection: AsyncConnection, match: int, least_ms: int) -> int:
    """Let no deadline of this match pass before ``least_ms``. How many deadlines moved."""
    query = update(schema.deadline).where(_deadline.match == match, _deadline.due_ms < least_ms)
    return (await connection.execute(query.values(due_ms=least_ms))).rowcount


# --- the match's own columns ---------------------------------------------------------------------------------------


async def _set(connection: AsyncConnection, match: int, changes: dict[str, Any]) -> None:
    changed = await connection.execute(update(schema.match).where(_match.id == match).values(changes))
    if changed.rowcount != 1:
        raise UnknownMatch(f"match {match}")


async def set_status(
    connection: AsyncConnection,
    match: int,
    status: Status,
    at_ms: int,
    outcome: str | None = None,
    *,
    resume_ms: int | None = None,
) -> None:
    """Pause (until ``resume_ms``, or until somebody says so), go on, or finish. A finished match loses its deadlines.

    Raises UnknownMatch.
    """
    changes = _status_changes(status, at_ms, resume_ms)
    if outcome is not None:
        changes["outcome"] = outcome
    await _set(connection, match, changes)
    if status not in LIVE:
        await connection.execute(delete(schema.deadline).where(_deadline.match == match))


async def set_unsent(connection: AsyncConnection, match: int) -> None:
    """Say that there is something to deliver. Raises UnknownMatch."""
    await _set(connection, match, {"unsent": True})


async def set_board(connection: AsyncConnection, match: int, message_id: int | None) -> None:
    """Remember the message that shows the board. Raises UnknownMatch."""
    await _set(connection, match, {"board_message_id": message_id})


async def set_thread(connection: AsyncConnection, match: int, thread_id: int | None) -> None:
    """Remember the thread the match is played in. Raises UnknownMatch."""
    await _set(connection, match, {"thread_id": thread_id})


async def set_moderator(connection: AsyncConnection, match: int, moderator_id: int | None, moderator_sees: int) -> None:
    """Let this person lead the match, or (None) the Mirror. Raises UnknownMatch."""
    await _set(connection, match, {"moderator_id": moderator_id, "moderator_sees": moderator_sees})


async def set_host(connection: AsyncConnection, match: int, host_id: int) -> None:
    """Hand the table to another host. Raises UnknownMatch."""
    await _set(connection, match, {"host_id": host_id})


# --- seats ---------------------------------------------------------------------------------------------------------


async def seats_of(connection: AsyncConnection, match: int) -> list[SeatRow]:
    """The seats in order."""
    return await all_rows(connection, SeatRow, _SEATS.where(_seat.match == match).order_by(_seat.seat))


async def seat_of(connection: AsyncConnection, match: int, user_id: int) -> SeatRow | None:
    """The seat of this person, if there is one."""
    query = _SEATS.where(_seat.match == match, _seat.user_id == user_id).order_by(_seat.seat)
    return await one_row(connection, SeatRow, query)


async def set_seat(
    connection: AsyncConnection, match: int, seat: int, *, user_id: int | None, name: str, player: Player
) -> None:
    """Put a substitute on a seat, with a clean record. Raises UnknownMatch when there is no such seat."""
    changes = {"user_id": user_id, "name": name, "player": player, "strikes": 0, "away": False}
    await _change_seat(connection, match, seat, changes)


async def set_away(connection: AsyncConnection, match: int, seat: int, away: bool) -> None:
    """Say whether this player is away. Raises UnknownMatch when there is no such seat."""
    await _change_seat(connection, match, seat, {"away": away})


async def clear_strikes(connection: AsyncConnection, match: int, seat: int) -> None:
    """Forgive this player's missed deadlines. Raises UnknownMatch when there is no such seat."""
    await _change_seat(connection, match, seat, {"strikes": 0})


async def add_strike(connection: AsyncConnection, match: int, seat: int) -> int:
    """Count one more missed deadline; how many there are now. Raises UnknownMatch when there is no such seat."""
    counted = await connection.execute(
        update(schema.seat)
        .where(_seat.match == match, _seat.seat == seat)
        .values(strikes=_seat.strikes + 1)
        .returning(_seat.strikes)
    )
    strikes = counted.scalar_one_or_none()
    if strikes is None:
        raise UnknownMatch(f"match {match}, seat {seat}")
    return int(strikes)


async def _change_seat(connection: AsyncConnection, match: int, seat: int, changes: dict[str, Any]) -> None:
    changed = await connection.execute(
        update(schema.seat).where(_seat.match == match, _seat.seat == seat).values(changes)
    )
    if changed.rowcount != 1:
        raise UnknownMatch(f"match {match}, seat {seat}")


# --- the table's log -----------------------------------------------------------------------------------------------


async def log(
    connection: AsyncConnection, match: int, *, at_ms: int, actor: int, action: str, details: Any = None
) -> int:
    """Write down what a host or the bot did at this table; the number of the line, from 1."""
    lines = schema.table_log.c
    last = select(func.coalesce(func.max(lines.number), 0)).where(lines.match == match)
    number = int((await connection.execute(last)).scalar_one()) + 1
    row = LogRow(match, number, at_ms, actor, action, {} if details is None else details)
    await connection.execute(insert(schema.table_log).values(**vars(row)))
    return number


async def log_of(connection: AsyncConnection, match: int) -> list[LogRow]:
    """The table's log, oldest first."""
    lines = schema.table_log.c
    return await all_rows(connection, LogRow, _LOG.where(lines.match == match).order_by(lines.number))


async def live_places(connection: AsyncConnection) -> list[tuple[int, int]]:
    """(match, thread or channel) of every live match that has a place yet."""
    place = func.coalesce(_match.thread_id, _match.channel_id)
    found = await connection.execute(select(_match.id, place).where(_match.status.in_(LIVE)))
    return [(row[0], row[1]) for row in found]


async def with_computers(connection: AsyncConnection) -> list[int]:
    """The running matches in which a computer player has a seat."""
    seated = select(_seat.match).where(_seat.player != "human")
    query = select(_match.id).where(_match.status == "running", _match.id.in_(seated)).order_by(_match.id)
    return list((await connection.execute(query)).scalars())


async def move(connection: AsyncConnection, match: int, channel_id: int) -> None:
    """Let a match go on in another channel, where it will look for a place anew. Raises UnknownMatch."""
    await _set(connection, match, {"channel_id": channel_id, "thread_id": None, "unsent": True})


async def rehouse(
    connection: AsyncConnection,
    match: int,
    guild_id: int,
    channel_id: int,
    host_id: int,
    people: dict[int, int],
    *,
    shown_again: int = 12,
) -> None:
    """Let a match go on in another server, with its people under other ids. Raises UnknownMatch.

    What was delivered where nobody can look any more counts as not delivered: every question is asked again and every
    secret told again, in public the last ``shown_again`` announcements. What was to be put back there is dropped.
    ``people`` is old id -> new id; nobody else is touched.
    """
    await _set(
        connection,
        match,
        {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "host_id": host_id,
            "thread_id": None,
            "board_message_id": None,
            "unsent": True,
        },
    )
    row = await get(connection, match)
    if row.moderator_id is not None:  # a master who is not there any more must not keep everybody waiting
        moderator_id = people.get(row.moderator_id)
        await set_moderator(connection, match, moderator_id, row.moderator_sees if moderator_id is not None else 0)
    line, undone, person = schema.delivery.c, schema.undo.c, schema.person.c
    await connection.execute(delete(schema.delivery).where(line.match == match))
    if row.announced > shown_again:
        await deliveries.record(
            connection, match, deliveries.PUBLIC, announcement=row.announced - shown_again - 1,
            checkpoint=row.checkpoint, question=deliveries.NOTHING, channel_id=None, message_id=None, state="sent",
            at_ms=row.created_ms,
        )  # fmt: skip
    await connection.execute(update(schema.undo).where(undone.match == match).values(done=True))
    for old, new in people.items():
        await connection.execute(
            update(schema.seat).where(_seat.match == match, _seat.user_id == old).values(user_id=new, away=False)
        )
        await connection.execute(delete(schema.person).where(person.user_id == old))
