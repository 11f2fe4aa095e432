"""The matches that are awake: woken from the disk, changed in order, and never ahead of the journal.

An answer is applied to the match in memory and written, with everything that follows from it (announcements,
deadlines, the snapshot at a checkpoint), in one transaction; only then the caller and the watchers hear of it. When
the write fails the match in memory is dropped and woken again from the disk.

There is one way in for every change: each change of a match has a turn, in the order of asking. An answer gives its
turn on as soon as it waits for the disk, so that many are written together. Everything else keeps its turn to its end.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakValueDictionary

import structlog

from bot.engine.match import Changes, Diverged, Match, Snapshot
from bot.engine.questions import GO_ON, Question, Seat, Value
from bot.matches import counting
from bot.matches.audit import note_at_table
from bot.matches.awake import Awake, by_seat, clocks, resumed, thrifty
from bot.matches.deadlines import Deadlines
from bot.matches.elsewhere import Elsewhere, KnownElsewhere, check_ours, check_seen
from bot.matches.errors import Refused
from bot.matches.guild_settings import settings_within
from bot.matches.happenings import Happening, Watcher
from bot.matches.heart import Heart
from bot.matches.passed_over import passed_over
from bot.matches.quiet_times import QuietTimes
from bot.matches.rows import entry_of
from bot.matches.said_lately import SaidLately
from bot.matches.timekeeper import Timekeeper
from bot.matches.unhurried import Unhurried
from bot.matches.writes import write_of
from bot.store import journals, loading, matches, seating, table_log
from bot.store.database import AnyThread, Store
from bot.store.errors import AlreadyAnswered, Conflict, UnknownMatch
from bot.store.journals import Write
from bot.store.loading import SavedMatch
from bot.store.matches import LIVE, MatchRow
from bot.store.table_log import LogRow
from bot.trouble import note_match

log = structlog.get_logger(__name__)

AWAKE_MOST = 500
"""Matches kept in memory; the one not touched for longest sleeps first."""
HOUR_MS = 60 * 60 * 1000
STRIKES_BEFORE_OFFER = 2
"""Missed deadlines after which a seat is offered to others."""


@dataclass(frozen=True)
class Why:
    """Why answers are taken back: `reason` stands beside each of them; the rest is the line in the table's log."""

    reason: str
    action: str
    actor: int = 0
    details: Mapping[str, Any] = field(default_factory=dict)


Work = Callable[[Any], Any]
"""What is done with the store's connection, in a transaction."""


class Keeper:
    """Keeps the matches that are awake. What changes a match comes through `answering` or `alone`."""

    def __init__(self, store: Store, time: Timekeeper, deadlines: Deadlines, heart: Heart) -> None:
        self.store = store
        self.time = time
        self._heart = heart
        self.now_ms = time.now_ms
        self.deadlines = deadlines
        self.unhurried = Unhurried(store, time.now_ms)
        self.quiet = QuietTimes(store)
        self.said_lately = SaidLately()
        self.elsewhere = KnownElsewhere()
        self.watchers: list[Watcher] = []
        self.noted: Callable[[], None] = _nobody_reads
        """Called when a line for the server's moderators may have been written (see `bot.matches.audit`)."""
        self.goes_back: Callable[[int], None] = _nobody_waits
        """Called within the transaction by which a match goes back: what is written after it belongs to another era."""
        self._awake: OrderedDict[int, Awake] = OrderedDict()
        self._waking: dict[int, asyncio.Task[Awake]] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # -- reading ----------------------------------------------------------------------------------------------------

    async def awake(self, match_id: int) -> Awake:
        """The match, with everything in it durable; woken if it sleeps. Raises Refused when there is none."""
        awake = await self._find(match_id)
        while awake.writing:
            await self.store.write(AnyThread(_nothing))  # writes keep their order: when this is done, so are those
            awake = await self._find(match_id)
        return awake

    def in_memory(self, match_id: int) -> Awake | None:
        """The match if it is awake, perhaps some answers ahead of the disk: to plan by, never to show."""
        return self._awake.get(match_id)

    @property
    def awake_count(self) -> int:
        """How many matches are in memory."""
        return len(self._awake)

    # -- the one way in ---------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def answering(self, match_id: int) -> AsyncIterator[Awake]:
        """A turn to answer: the match, perhaps some answers ahead of the disk.

        Commit what was applied right after this is left, and wait for nothing else in between: so writes keep the order
        of the turns. Raises Refused.
        """
        async with self._turns.setdefault(match_id, asyncio.Lock()):
            awake = await self._find(match_id)
            check_ours(self.store, awake.row.guild_id)
            yield awake

    @asynccontextmanager
    async def alone(self, match_id: int) -> AsyncIterator[Awake]:
        """A turn to change a match in any other way: everything in it is durable, and nobody else changes it meanwhile.

        Raises Refused when there is no such match.
        """
        async with self._turns.setdefault(match_id, asyncio.Lock()):
            awake = await self.awake(match_id)
            check_ours(self.store, awake.row.guild_id)
            yield awake

    # -- waking -----------------------------------------------------------------------------------------------------

    async def _find(self, match_id: int) -> Awake:
        """The match, which may be some answers ahead of the disk. However many ask, it is woken once."""
        note_match(match_id)
        awake = self._awake.get(match_id)
        if awake is not None:
            self._awake.move_to_end(match_id)
            return awake
        self.elsewhere.check(match_id)
        waking = self._waking.get(match_id)
        if waking is None:
            waking = self._waking[match_id] = asyncio.create_task(self._load(match_id))
            waking.add_done_callback(lambda _: self._waking.pop(match_id, None))
        return await asyncio.shield(waking)

    async def _load(self, match_id: int) -> Awake:
        async def read(connection: Any) -> tuple[SavedMatch, list[LogRow]]:
            saved = await loading.load(connection, match_id)
            return saved, await table_log.lines_of(connection, match_id)

        try:
            saved, lines = await self.store.read(read)
        except UnknownMatch:
            raise Refused("no_such_table") from None
        if not self.store.slot.has(saved.row.guild_id):
            self.elsewhere.remember(match_id, saved.row.guild_id)
        check_seen(self.store, saved.row.guild_id)
        passed = passed_over(lines, saved.row.checkpoint)
        if self.store.stands_by or not self.store.slot.has(saved.row.guild_id):
            return self._seen_elsewhere(thrifty(saved), passed)
        awake = await self._wake(thrifty(saved), passed)
        self._awake[match_id] = awake
        if len(self._awake) > AWAKE_MOST:
            self._let_one_sleep(awake)
        return awake

    def _let_one_sleep(self, newest: Awake) -> None:
        """The match not touched for longest, if nobody is changing it."""
        idle = (one for one in self._awake.values() if not one.writing and one.id not in self._turns)
        asleep = next((one for one in idle if one is not newest), None)
        if asleep is not None:
            self.drop(asleep)

    async def _wake(self, saved: SavedMatch, passed: frozenset[str]) -> Awake:
        """The match as it was saved; `passed` are the keys that are passed over in this round."""
        row = saved.row
        assert saved.snapshot is not None
        snapshot = Snapshot.model_validate_json(saved.snapshot.body)
        journal = [entry_of(line) for line in saved.journal]
        try:
            match = resumed(row, snapshot, journal)
        except Diverged as difference:
            log.error("diverged", match=row.id, checkpoint=row.checkpoint, key=difference.entry.key)
            if row.status in LIVE:
                return await self._begin_round_again(saved, snapshot)
            # What is over stays as it was written: only its last round can no longer be shown.
            match = resumed(row, snapshot, [])
        awake = self._as_saved(saved, match, passed)
        self._take_step_soon(awake)
        return awake

    def _as_saved(self, saved: SavedMatch, match: Match, passed: frozenset[str]) -> Awake:
        match.take_changes()
        match.forget_said()
        due = {line.question: line.due_ms for line in saved.deadlines}
        acted = {(line.seat, line.key) for line in saved.journal}
        awake = Awake(match, saved.row, by_seat(saved.seats), self.time, self.unhurried, due, acted)
        awake.passed_over, awake.quiet_times = passed, self.quiet
        return awake

    def _seen_elsewhere(self, saved: SavedMatch, passed: frozenset[str]) -> Awake:
        """A match that another process plays, as it is on disk now. Nothing comes of looking at it, and it is not kept.
        Raises Elsewhere where it cannot be shown as it stands."""
        assert saved.snapshot is not None
        snapshot = Snapshot.model_validate_json(saved.snapshot.body)
        try:
            match = resumed(saved.row, snapshot, [entry_of(line) for line in saved.journal])
        except Diverged:
            raise Elsewhere(saved.row.guild_id) from None
        return self._as_saved(saved, match, passed)

    def _take_step_soon(self, awake: Awake) -> None:
        """A step nobody waits for is taken as a clock that has run out: its moderator stepped down, or the round began
        again, and nothing may happen while a match is woken."""
        step = awake.step_for_nobody()
        if step is not None:
            awake.deadlines[step.number] = self.time.play_ms()
            self.schedule(awake)

    async def _begin_round_again(self, saved: SavedMatch, snapshot: Snapshot) -> Awake:
        """Today's rules ask something else than the journal answers: this round begins again, and the table is told.

        Nobody is passed over in it any more.
        """
        row = saved.row
        match = resumed(row, snapshot, [])
        due = await self.go_back(saved, match, match.take_changes(), 0, snapshot.announced, Why("diverged", "again"))
        match.forget_said()
        self.tell(Happening(row.id, "again"))
        awake = Awake(
            match, replace(row, announced=match.announced), by_seat(saved.seats), self.time, self.unhurried, due
        )
        awake.quiet_times = self.quiet
        self._take_step_soon(awake)
        return awake

    def drop(self, awake: Awake) -> None:
        """Forget what is in memory of this match: it is read from the disk the next time."""
        self.said_lately.forget(awake.id)
        if self._awake.get(awake.id) is awake:
            del self._awake[awake.id]

    # -- answers ----------------------------------------------------------------------------------------------------

    def apply(self, awake: Awake, question: Question, value: Value) -> tuple[int, int]:
        """Let the rules go on in memory; where the journal stood before."""
        match = awake.match
        before = (match.checkpoint, match.answered)
        try:
            match.reply(question, value)
        except Exception:
            # A fault in the rules must not leave a half-moved table in memory.
            self.drop(awake)
            raise
        return before

    async def reply(self, awake: Awake, question: Question, value: Value) -> None:
        """Answer an open question of a match one is alone with. Raises Refused and StoreError."""
        await self.commit(awake, self.apply(awake, question, value), by=question.seat)

    async def take_step_for_nobody(self, awake: Awake) -> None:
        """A step that waited for a moderator who has stepped down is taken; a table that stands still takes it when it
        goes on."""
        waiting = awake.step_for_nobody()
        if waiting is not None:
            await self.reply(awake, waiting, GO_ON)

    async def commit(
        self,
        awake: Awake,
        before: tuple[int, int],
        interaction_id: int | None = None,
        *,
        by: Seat | None = None,
        missed: Sequence[Seat] = (),
    ) -> None:
        """Write what has happened in memory; with it that `by` is here again, a strike for those who `missed`, and that
        the match has fallen asleep when it has.

        Raises Refused when somebody else has written meanwhile, and StoreError. The same interaction counts once.
        """
        write, due = write_of(
            awake.id,
            before,
            awake.match,
            awake.match.take_changes(),
            awake.deadlines,
            self.time.read(),
            interaction_id,
            least_s=awake.least_s,
            quiet=awake.quiet,
        )
        write = self._note_progress(awake, before, write, due)
        holding = awake.clocks()
        here = awake.seats.get(by) if by is not None else None
        if here is not None:
            awake.acted_ms[here.seat] = self.now_ms()
        back = here.seat if here is not None and (here.strikes or here.away) else None
        asleep_ms = awake.row.paused_ms if missed else None
        until_ms: int | None = None

        beat = self._heart.beat_along()

        async def work(connection: Any) -> dict[Seat, int]:
            await journals.append(connection, write)
            if beat is not None:
                await beat(connection)
            if back is not None:
                await welcome(connection, awake.id, back)
            strikes = {seat: await _strike(connection, awake.id, seat) for seat in missed}
            if write.outcome is not None:
                await counting.count(connection, awake.id)
            if asleep_ms is not None:
                nonlocal until_ms
                until_ms = await self._fall_asleep(connection, awake, asleep_ms)
            return strikes

        strikes = await self._write_answer(awake, work if asleep_ms is not None else AnyThread(work))
        if strikes is None:
            return
        self.said_lately.note_written(awake.id, write.announcements)
        if back is not None:
            awake.seats[back] = replace(awake.seats[back], strikes=0, away=False)
        for seat, count in strikes.items():
            away = awake.seats[seat].away or count == STRIKES_BEFORE_OFFER
            awake.seats[seat] = replace(awake.seats[seat], strikes=count, away=away)
        self.deadlines.replace(awake.id, holding)  # not those of later answers, which are not durable yet
        if until_ms is not None:
            awake.row = replace(awake.row, deserted_until_ms=until_ms)
            self.tell(Happening(awake.id, "deserted", amount=until_ms))
            return
        news = write.opened or write.announcements or write.status
        self.tell(Happening(awake.id, "changed" if news else "answered"))
        for seat, count in strikes.items():
            if count == STRIKES_BEFORE_OFFER:
                self.tell(Happening(awake.id, "offered", seat))

    async def _fall_asleep(self, connection: Any, awake: Awake, asleep_ms: int) -> int:
        """Write that nobody answers at this table, and when it is ended if nobody comes, epoch milliseconds."""
        hours = (await settings_within(connection, awake.row.guild_id)).at(awake.row.home_id).deserted_hours
        until_ms = self.now_ms() + hours * HOUR_MS
        await matches.fall_asleep(connection, awake.id, asleep_ms, until_ms)
        await matches.set_unsent(connection, awake.id)
        await table_log.add(connection, awake.id, at_ms=self.now_ms(), actor=0, action="pause")
        return until_ms

    def _note_progress(self, awake: Awake, before: tuple[int, int], write: Write, due: dict[int, int]) -> Write:
        """Bring the facts around a match in memory up to date; the write, which says whether somebody is asked anew."""
        match = awake.match
        asked = {question.number for question in match.open}
        write = replace(write, opened=write.snapshot is not None or not asked <= awake.asked)
        awake.asked = asked
        awake.deadlines = due
        if match.checkpoint != before[0]:
            awake.acted.clear()
            awake.passed_over = frozenset()
        awake.acted.update((line.seat, line.key) for line in write.entries if line.checkpoint == match.checkpoint)
        status = write.status or awake.row.status
        awake.row = replace(awake.row, checkpoint=match.checkpoint, status=status, announced=match.announced)
        match.forget_said()
        return write

    async def _write_answer(self, awake: Awake, work: Work) -> dict[Seat, int] | None:
        """What `work` gives once it is durable; None when this very click was written before."""
        awake.writing += 1
        try:
            strikes: dict[Seat, int] = await self.store.write(work)
        except BaseException as problem:
            self.drop(awake)
            self._heart.lose()
            if isinstance(problem, AlreadyAnswered):
                return None
            if isinstance(problem, Conflict):
                raise Refused("try_again") from None
            raise
        finally:
            awake.writing -= 1
        return strikes

    # -- everything else --------------------------------------------------------------------------------------------

    async def act(
        self, awake: Awake, actor: int, action: str, work: Work, *, whom: int | None = None, **details: Any
    ) -> None:
        """Do `work` and write the line about it in the table's log, in one transaction.

        `whom` it was done to is told to the server's moderators alone, and not kept. The caller is alone with the
        match, and brings memory up to date afterwards. Raises what `work` does.
        """

        async def act(connection: Any) -> None:
            await work(connection)
            await self.write_line(connection, awake.row, actor, action, whom=whom, **details)

        try:
            await self.store.write(act)
        except Refused:
            raise
        except BaseException:
            self.drop(awake)  # whether it was written is not known
            raise
        self.noted()

    async def write_line(
        self, connection: Any, row: MatchRow, actor: int, action: str, *, whom: int | None = None, **details: Any
    ) -> None:
        """Within a transaction: a line in the table's log, and one for the server's moderators."""
        at_ms = self.now_ms()
        await table_log.add(connection, row.id, at_ms=at_ms, actor=actor, action=action, details=details)
        told = details if whom is None else {**details, "whom": whom}
        await note_at_table(connection, row.guild_id, row.id, actor, action, at_ms=at_ms, **told)

    async def go_back(
        self,
        saved: SavedMatch,
        earlier: Match,
        changes: Changes,
        keep: int,
        announced: int,
        why: Why,
    ) -> dict[int, int]:
        """Void the answers of this round from line `keep` on and go on from there; the deadlines.

        The line about it in the table's log is written in the same transaction. Every clock starts anew. Raises
        Conflict, changing nothing, when the match is no longer as it was saved.
        """
        row, now = saved.row, self.time.read()
        if row.status == "paused" and row.paused_ms is not None:
            now = now._replace(play_ms=row.paused_ms)  # a table that stands still gets its time when it goes on
        least_s = self.unhurried.least_s(row.options, (seat.user_id for seat in saved.seats))
        # A table that stands still is put in order when it goes on.
        quiet = self.quiet.of(row.guild_id, row.home_id) if row.status == "running" else None
        before = (row.checkpoint, keep)
        write, due = write_of(row.id, before, earlier, changes, {}, now, least_s=least_s, quiet=quiet)

        async def work(connection: Any) -> None:
            found = await matches.get(connection, row.id)
            if (found.checkpoint, found.head, found.announced) != (row.checkpoint, row.head, row.announced):
                raise Conflict(f"match {row.id} has gone on")
            self.goes_back(row.id)
            taken = await journals.rewind(connection, row.id, row.checkpoint, keep, announced, why.reason, now.at_ms)
            told = {"checkpoint": row.checkpoint, "answers": taken, **why.details}
            await self.write_line(connection, row, why.actor, why.action, **told)
            await journals.append(connection, write)

        self.said_lately.forget(row.id)
        await self.store.write(work)
        self.said_lately.forget(row.id)  # whatever was read meanwhile
        self.noted()
        if row.status == "running":
            self.deadlines.replace(row.id, clocks(row.id, earlier.checkpoint, due))
        return due

    def schedule(self, awake: Awake) -> None:
        """Wait for the deadlines of this match as they are now, and for no others."""
        self.deadlines.replace(awake.id, awake.clocks())

    def tell(self, happening: Happening) -> None:
        for watcher in self.watchers:
            watcher(happening)


def _nobody_reads() -> None:
    """Nobody waits for what is noted."""


def _nobody_waits(_match_id: int) -> None:
    """Nobody is told what happens to a match."""


async def _nothing(connection: Any) -> None:
    """A write that only waits for those before it."""


async def welcome(connection: Any, match_id: int, seat: Seat) -> None:
    """A person who acts again is here again."""
    await seating.clear_strikes(connection, match_id, seat)
    await seating.set_away(connection, match_id, seat, False)


async def _strike(connection: Any, match_id: int, seat: Seat) -> int:
    """One more missed deadline; how many there are now. From a certain number on the player counts as away."""
    strikes = await seating.add_strike(connection, match_id, seat)
    if strikes == STRIKES_BEFORE_OFFER:
        await seating.set_away(connection, match_id, seat, True)
    return strikes
