"""The ledger of deliveries: which secret was sent to whom, as which message, when; and what is still to be sent."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.store import deliveries, heartbeat, matches, seating
from bot.store.database import AnyThread, Store
from bot.store.deliveries import DeliveryRow
from bot.store.together import Together
from bot.trouble import note_written

PUBLIC: Final = 0
"""The recipient that is the game's thread."""
CHANNEL: Final = -1
"""The recipient that is the channel where the table was opened; every other one is a seat."""
State = Literal["sent", "opened", "closed", "failed"]
"""`opened`: shown in the answer to a click of the person. `closed`: the person takes no direct messages. `failed`:
Discord refused for another reason."""

PUT_AWAY_WITHIN_MS = 60_000
"""An old message is put away at most so long after the new one came, the time between two heartbeats included."""
KNOWN_MOST = 500
"""Matches whose ledger is kept in memory."""
_Told = tuple[DeliveryRow, int | None, int | None]
"""What was delivered, whose seat it has to be for that to count, and in which era it was sent."""


@dataclass(frozen=True)
class Cursor:
    """How far a recipient has been served: up to and including `announcement`, and `question` of `checkpoint`.

    -1 stands for nothing. `serial` counts what was sent to this recipient; channel and message are the newest.
    """

    serial: int
    announcement: int
    checkpoint: int
    question: int
    channel_id: int | None
    message_id: int | None
    state: State
    is_handed_over: bool = False
    """Whether the seat has another owner since, who was shown nothing."""
    after: int | None = field(default=None, compare=False)
    """What had been told before this message: the announcement the line before its first one names. None: not known."""
    highest: int = field(default=0, compare=False)
    """The highest id of a message to this recipient, as far as it is known."""

    @property
    def is_closed(self) -> bool:
        """Whether the newest could not be sent, since this one takes no direct messages."""
        return self.state in deliveries.CLOSED

    @classmethod
    def of(cls, row: DeliveryRow, before: Cursor | None = None) -> Cursor:
        """The newest line of the ledger, as those know it who send; `before` is what was known of the line before."""
        return cls(
            row.serial, row.announcement, row.checkpoint, row.question, row.channel_id, row.message_id, row.state,
            row.is_handed_over, _told_before(row, before),
            max(row.message_id or 0, before.highest if before else 0),
        )  # fmt: skip


@dataclass(frozen=True)
class LeftLying:
    """Messages to single seats on which something may still be pressed, though newer ones have taken their place;
    matches that were over so shortly before that their last panels may not say so; and matches that the last process
    stopped so shortly before that their hosts may not know."""

    replaced: tuple[DeliveryRow, ...] = ()
    over: tuple[int, ...] = ()
    stopped: tuple[int, ...] = ()


def _told_before(row: DeliveryRow, before: Cursor | None) -> int | None:
    """See `Cursor.after`. Messages that came later have higher ids: the highest has no line of its own before."""
    if row.serial == 1:
        return deliveries.NOTHING
    if before is None or before.serial != row.serial - 1 or None in (row.message_id, before.message_id):
        return None
    if row.message_id == before.message_id:
        return before.after
    return before.announcement if (row.message_id or 0) > before.highest else None


def is_seat(recipient: int) -> bool:
    """Whether this recipient is a seat, and not a place that many see."""
    return recipient > PUBLIC


class Ledger:
    """What has been delivered. A recipient is a seat, PUBLIC or CHANNEL."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._known: OrderedDict[int, dict[int, Cursor]] = OrderedDict()
        self._forgotten = 0
        """How often something else has written in the ledger: what was read before that is out of date."""
        self._eras: Counter[int] = Counter()
        self._recording: Together[_Told, DeliveryRow | None] = Together(self._record_all, "ledger")
        """Everybody at many tables looks at once when something has
        happened; on a server each statement of a busy bot takes as long as all clicks that have their turn before."""

    async def unsent(self) -> list[int]:
        """The matches with something that was not delivered yet."""
        async with self._store.reading() as connection:
            return await matches.unsent(connection, self._store.slot)

    async def left_lying(self) -> LeftLying:
        """What the last process may not have lived to put away. Asked before this one says that it is there."""
        async with self._store.reading() as connection:
            slot = self._store.slot
            died = await heartbeat.last_beat(connection, slot)
            if died is None:
                return LeftLying()
            since_ms = died.at_ms - PUT_AWAY_WITHIN_MS
            replaced = await deliveries.replaced_since(connection, since_ms, slot)
            over = await matches.over_since(connection, since_ms, slot)
            stopped = await matches.stopped_since(connection, died.play_ms - PUT_AWAY_WITHIN_MS, slot)
            return LeftLying(tuple(replaced), tuple(over), tuple(stopped))

    async def cursors(self, match_id: int) -> dict[int, Cursor]:
        """How far each recipient has been served."""
        known = self._known.get(match_id)
        if known is None:
            forgotten = self._forgotten
            rows = await self._store.read(lambda connection: deliveries.cursors(connection, match_id))
            known = {recipient: Cursor.of(row) for recipient, row in rows.items()}
            if forgotten != self._forgotten:
                return known
            known = self._known.setdefault(match_id, known)
            if len(self._known) > KNOWN_MOST:
                self._known.popitem(last=False)
        return dict(known)

    async def is_known_closed(self, match_id: int, recipient: int) -> bool:
        """Whether it was said of this one, by whatever process, that no direct message reaches them."""
        return await self._store.read(lambda connection: deliveries.is_known_closed(connection, match_id, recipient))

    async def note_told_unreached(self, match_id: int, user_ids: Collection[int]) -> None:
        """Everybody was told that messages to these people fail: nobody has to say it again."""
        await self._store.write(AnyThread(lambda one: seating.note_told_unreached(one, match_id, user_ids)))

    def forget(self, match_id: int) -> None:
        """Read the ledger of this match anew: something else (a rewind, a new owner of a seat) has written in it."""
        self._forgotten += 1
        self._known.pop(match_id, None)

    def turn_back(self, match_id: int) -> None:
        """The match has gone back: read its ledger anew, and count nothing that was sent before and arrives now."""
        self._eras[match_id] += 1
        self.forget(match_id)

    def era(self, match_id: int) -> int:
        """How often this match has gone back since the process began."""
        return self._eras[match_id]

    async def record(
        self,
        match_id: int,
        recipient: int,
        *,
        announcement: int,
        checkpoint: int,
        question: int = -1,
        channel_id: int = 0,
        message_id: int = 0,
        state: State = "sent",
        owner: int | None = None,
        era: int | None = None,
    ) -> None:
        """Write down that everything up to this announcement and this question was delivered as this message.

        owner  who was shown it. When the seat has become somebody else's meanwhile, nothing is written: nothing was
               delivered to them
        era    when it was sent. When the match has gone back since, nothing is written: the same numbers mean something
               else
        """
        line = DeliveryRow(
            match_id, recipient, 0, announcement, checkpoint, question, channel_id or None, message_id or None, state,
            self._now_ms(),
        )  # fmt: skip
        row = await self._recording.ask((line, owner, era))
        if row is None:
            return
        note_written()
        known = self._known.get(match_id, {})
        before = known.get(recipient)
        if match_id in self._known and (before is None or before.serial != row.serial):
            known[recipient] = Cursor.of(row, before)

    async def finish(self) -> None:
        """Until everything that was delivered is written down."""
        await self._recording.finish()

    async def _record_all(self, told: Sequence[_Told]) -> Sequence[DeliveryRow | None]:
        async def write(connection: Any) -> list[DeliveryRow | None]:
            counts = [era is None or era == self._eras[line.match] for line, _, era in told]
            lines = [(line, owner) for (line, owner, _), it_counts in zip(told, counts, strict=True) if it_counts]
            rows = iter(await deliveries.record_all(connection, lines))
            return [next(rows) if it_counts else None for it_counts in counts]

        return await self._store.write(AnyThread(write))

    async def owe(self, match_id: int) -> None:
        """From now on something may be left to deliver of this match, until it is settled."""
        await self._store.write(AnyThread(lambda connection: matches.set_unsent(connection, match_id)))

    async def settle(self, match_id: int, checkpoint: int, head: int, announced: int) -> None:
        """Nothing is left to deliver of this match as it stood there; no effect when it has gone on meanwhile."""

        def mark(connection: Any) -> Awaitable[bool]:
            return matches.mark_sent(connection, match_id, announced, checkpoint=checkpoint, head=head)

        await self._store.write(AnyThread(mark))
