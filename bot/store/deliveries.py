"""The ledger of what was sent to whom: only ever added to, and its last line for a recipient is where they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Any, Final, Literal

from sqlalchemy import Select, bindparam, delete, func, insert, select, tuple_

from bot.store import schema, seating
from bot.store.asking import Connection
from bot.store.matches import LIVE
from bot.store.portable import all_rows, one_row, select_rows
from bot.store.slots import WHOLE, Slot

State = Literal["sent", "opened", "closed", "failed"]
"""``opened``: shown in answer to a click of the person. ``closed``: the person takes no direct messages, and everybody
knows that they have to look at their seat. ``failed``: the same, but nobody has been told so."""

CLOSED: Final = ("closed", "failed")
"""The states of what could not be sent."""

PUBLIC: Final = 0
"""The recipient that stands for the public place; -1 is the channel above it; every other number is a seat."""

NOTHING: Final = -1
"""As ``announcement`` or ``question``: none of them was delivered."""

_line = schema.delivery.c


@dataclass(frozen=True)
class DeliveryRow:
    """Up to and including ``announcement``, and ``question`` of ``checkpoint``, as this message (-1: nothing yet).

    Its ``serial`` counts from 1 for each recipient; 0 is a line that was not written yet.
    """

    match: int
    recipient: int
    serial: int
    announcement: int
    checkpoint: int
    question: int
    channel_id: int | None
    message_id: int | None
    state: State
    at_ms: int

    @property
    def is_handed_over(self) -> bool:
        """Whether the seat has another owner since, who was shown nothing."""
        return self.state == "sent" and self.message_id is None and self.announcement == NOTHING

    @property
    def to(self) -> tuple[int, int]:
        """Match and recipient."""
        return self.match, self.recipient

    def after(self, before: DeliveryRow | None) -> DeliveryRow:
        """This line as the next one of the ledger; the line `before` itself where a click was shown nothing new.

        Nobody is ever set back by what was delivered: of a message that was overtaken by another one only the rest
        counts, and a click that was answered while a message was under way does not take that for its person's newest.
        """
        if before is None:
            return replace(self, serial=1)
        checkpoint, question = max((self.checkpoint, self.question), (before.checkpoint, before.question))
        announcement, serial = max(self.announcement, before.announcement), before.serial + 1
        line = replace(self, serial=serial, announcement=announcement, checkpoint=checkpoint, question=question)
        if self.state == "opened" and (before.message_id or 0) > (self.message_id or 0):
            line = replace(line, channel_id=before.channel_id, message_id=before.message_id)
        return before if line.repeats(before) else line

    def repeats(self, before: DeliveryRow) -> bool:
        """Whether this line would say of a click what the line before it says already."""
        if self.state != "opened" or before.state not in ("sent", "opened") or before.is_handed_over:
            return False
        return replace(self, serial=before.serial, state=before.state, at_ms=before.at_ms) == before


_LINES = select_rows(DeliveryRow, schema.delivery)
_LINES_OF = _LINES.where(_line.match == bindparam("match"), _line.recipient == bindparam("recipient"))
_IN_ORDER = _LINES_OF.order_by(_line.serial)
_FIRST = _IN_ORDER.limit(1)
_LAST = _LINES_OF.order_by(_line.serial.desc()).limit(1)
_INSERT = insert(schema.delivery)


async def record(connection: Connection, line: DeliveryRow, owner: int | None = None) -> DeliveryRow | None:
    """Add a line to the ledger; it is given back with its serial number. `owner` is whose seat it has to be for that to
    count: None where it is somebody else's by now, to whom nothing was delivered."""
    [row] = await record_all(connection, [(line, owner)])
    return row


async def record_all(
    connection: Connection, deliveries: Sequence[tuple[DeliveryRow, int | None]]
) -> list[DeliveryRow | None]:
    """The same for many lines and their owners, one after the other, by as many statements as for one."""
    owners = await seating.owners_of(connection, {line.to for line, owner in deliveries if owner is not None})
    latest = await _latest(connection, {line.to for line, _ in deliveries})
    added: list[DeliveryRow] = []
    given: list[DeliveryRow | None] = []
    for line, owner in deliveries:
        if owner is not None and owners.get(line.to) != owner:
            given.append(None)
            continue
        before = latest.get(line.to)
        row = latest[line.to] = line.after(before)
        if row is not before:
            added.append(row)
        given.append(row)
    if added:
        await connection.execute(_INSERT, [dict(vars(row)) for row in added])
    return given


async def forget(connection: Connection, match: int) -> None:
    """Nothing of this match counts as delivered, to anybody."""
    await connection.execute(delete(schema.delivery).where(_line.match == match))


async def hand_over(connection: Connection, match: int, seat: int, *, checkpoint: int, at_ms: int) -> None:
    """A seat has another owner, to whom nothing was delivered yet: no message of the one before is theirs."""
    before = await cursor(connection, match, seat)
    serial = before.serial + 1 if before is not None else 1
    row = DeliveryRow(match, seat, serial, NOTHING, checkpoint, NOTHING, None, None, "sent", at_ms)
    await connection.execute(_INSERT, dict(vars(row)))


async def first(connection: Connection, match: int, recipient: int) -> DeliveryRow | None:
    """The first line of the ledger for this recipient; None when nothing was ever sent."""
    return await one_row(connection, DeliveryRow, _FIRST, {"match": match, "recipient": recipient})


async def cursor(connection: Connection, match: int, recipient: int) -> DeliveryRow | None:
    """Where this recipient stands: the last line of the ledger; None when nothing was ever sent."""
    return await one_row(connection, DeliveryRow, _LAST, {"match": match, "recipient": recipient})


async def _latest(
    connection: Connection, recipients: Collection[tuple[int, int]]
) -> dict[tuple[int, int], DeliveryRow]:
    """The last line of each of these, by match and recipient, as far as they have any."""
    if len(recipients) == 1:
        [(match, recipient)] = recipients
        row = await cursor(connection, match, recipient)
        return {} if row is None else {(match, recipient): row}
    rows = await all_rows(connection, DeliveryRow, _last_of_many(), {"recipients": list(recipients)})
    return {(row.match, row.recipient): row for row in rows}


@cache
def _last_of_many() -> Select[Any]:
    these = tuple_(_line.match, _line.recipient).in_(bindparam("recipients", expanding=True))
    highest = func.max(_line.serial).label("serial")
    newest = select(_line.match, _line.recipient, highest).where(these).group_by(_line.match, _line.recipient)
    latest = newest.subquery()
    same = (_line.match == latest.c.match) & (_line.recipient == latest.c.recipient)
    return _LINES.join(latest, same & (_line.serial == latest.c.serial))


async def cursors(connection: Connection, match: int) -> dict[int, DeliveryRow]:
    """Where every recipient stands that was ever sent anything."""
    rows = await all_rows(connection, DeliveryRow, _last_of_each(), {"match": match})
    return {row.recipient: row for row in rows}


@cache
def _last_of_each() -> Select[Any]:
    of_match = _line.match == bindparam("match")
    newest = select(_line.recipient, func.max(_line.serial).label("serial")).where(of_match).group_by(_line.recipient)
    latest = newest.subquery()
    query = _LINES.join(latest, (_line.recipient == latest.c.recipient) & (_line.serial == latest.c.serial))
    return query.where(of_match).order_by(_line.recipient)


async def replaced_since(connection: Connection, since_ms: int, slot: Slot = WHOLE) -> list[DeliveryRow]:
    """The messages of single seats that another one has taken the place of since then, in games of a slot that are
    played."""
    # Two questions, so that no planner begins with all games that are played: few messages are so new.
    recent = select(_line.match, _line.recipient).where(_line.at_ms >= since_ms, _line.recipient > PUBLIC)
    seats = {(row[0], row[1]) for row in await connection.execute(recent)}
    played = (schema.match.c.status.in_(LIVE), *slot.only(schema.match.c.guild_id))
    status = select(schema.match.c.id).where(*played)
    live = set((await connection.execute(status.where(schema.match.c.id.in_({match for match, _ in seats})))).scalars())
    found = [_replaced(await _lines_of(connection, *seat), since_ms) for seat in sorted(seats) if seat[0] in live]
    return [row for row in found if row is not None]


def _replaced(lines: Sequence[DeliveryRow], since_ms: int) -> DeliveryRow | None:
    """The last line of the message that stood there before, if the newest one, or that there is none, came since."""
    newest = lines[-1]
    came = len(lines) - sum(1 for _ in takewhile(lambda row: row.message_id == newest.message_id, reversed(lines)))
    before = next((row for row in reversed(lines[:came]) if row.message_id is not None), None)
    return before if lines[came].at_ms >= since_ms else None


async def _lines_of(connection: Connection, match: int, recipient: int) -> list[DeliveryRow]:
    return await all_rows(connection, DeliveryRow, _IN_ORDER, {"match": match, "recipient": recipient})


async def told_by(connection: Connection, match: int, recipient: int, message_id: int) -> tuple[int, int]:
    """What this message has told, as announcements: after the first number, up to and including the second. What
    another message told meanwhile, and whatever came after that, does not count."""
    lines = await _lines_of(connection, match, recipient)
    first = next((place for place, line in enumerate(lines) if line.message_id == message_id), None)
    if first is None:
        return NOTHING, NOTHING
    *_, last = takewhile(lambda line: line.message_id == message_id, lines[first:])
    return lines[first - 1].announcement if first else NOTHING, last.announcement


async def is_known_closed(connection: Connection, match: int, recipient: int) -> bool:
    """Whether it was said of this one, since they have the seat, that no direct message reaches them."""
    theirs = takewhile(lambda line: not line.is_handed_over, reversed(await _lines_of(connection, match, recipient)))
    return any(line.state == "closed" for line in theirs)


async def ledger(connection: Connection, match: int) -> list[DeliveryRow]:
    """All lines of a match, by recipient and then in the order they were written."""
    query = _LINES.where(_line.match == match).order_by(_line.recipient, _line.serial)
    return await all_rows(connection, DeliveryRow, query)


async def take_back(connection: Connection, match: int, *, checkpoint: int, announced: int, at_ms: int) -> None:
    """After a rewind: what was delivered counts only as far as it still holds, and no question was delivered.

    Each recipient that was sent anything gets a line that says so; it names the same message as the line before.
    """
    lines = [
        {**_asked_nothing(row, checkpoint, at_ms), "announcement": min(row.announcement, announced - 1)}
        for row in (await cursors(connection, match)).values()
    ]
    if lines:
        await connection.execute(_INSERT, lines)


async def ask_anew(connection: Connection, match: int, recipient: int, *, checkpoint: int, at_ms: int) -> None:
    """A line that says that no question was delivered to this one, if they were sent anything; what they were told
    counts."""
    row = (await cursors(connection, match)).get(recipient)
    if row is not None:
        await connection.execute(_INSERT, [_asked_nothing(row, checkpoint, at_ms)])


def _asked_nothing(row: DeliveryRow, checkpoint: int, at_ms: int) -> dict[str, Any]:
    """The next line, by the same message."""
    after = {"serial": row.serial + 1, "checkpoint": checkpoint, "question": NOTHING, "at_ms": at_ms}
    return {**vars(row), **after}
