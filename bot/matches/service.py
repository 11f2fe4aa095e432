"""Running matches: every answer goes through here, and is durable before anybody is told.

An answer is applied to the match in memory and written, with everything that follows from it (announcements,
deadlines, the snapshot at a checkpoint), in one transaction; only then the caller and the `watcher` hear of it. When
the write fails the match in memory is dropped and woken again from the disk: it never ran ahead of the journal.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import structlog

from bot import __version__
from bot.engine.announcements import Announcement
from bot.engine.chance import SealedChance, commitment, new_seed
from bot.engine.match import Changes, Diverged, Entry, Match, Saved, Snapshot
from bot.engine.questions import GO_ON, MIRROR, STEP, IllegalAnswer, Question, Seat, Value
from bot.engine.rulebook import Game, Options, View
from bot.games import GAMES
from bot.matches.archive import entry_of
from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.snapshot import MatchSnapshot
from bot.store import deliveries, heartbeat, matches
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.matches import (
    LIVE,
    AlreadyAnswered,
    AnnouncementRow,
    Conflict,
    DeadlineRow,
    JournalRow,
    MatchRow,
    NewMatch,
    NewSeat,
    SavedMatch,
    SeatRow,
    SnapshotRow,
    Step,
    UnknownMatch,
)

log = structlog.get_logger(__name__)

AWAKE_MOST = 500
"""Matches kept in memory; the one not touched for longest sleeps first."""
STRIKES_BEFORE_OFFER = 2
"""Missed deadlines after which a seat is offered to others."""
NOTED_OUTAGE_MS = 30_000
"""An absence shorter than this is credited but not spoken of."""
RETRY_MS = 5_000
"""Pause before a deadline that could not be written is tried again."""
SEES_ALL = 2
"""`MatchRow.chair_sees` of a master who knows all cards."""
LEAST_TIME_LEFT_MS = 10_000
"""When a master gives the chair back to the Mirror, every clock has at least so much time left."""
LONGEST_PAUSE_MS = 72 * 60 * 60 * 1000
"""A pause that ends by itself ends within this time."""


class Refused(Exception):
    """The request is refused and nothing has changed. `code` is a wording key below `refused.`."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass(frozen=True)
class Happening:
    """Told to the watcher when something durable has happened to a match."""

    match: int
    kind: str
    """`changed`; `answered` (nothing new to tell anybody, though a board may look different); `rewound`; `offered` (a
    seat that missed its deadlines); `away` (the bot was, for `amount` ms); `again` (a round begins anew after an
    update); `ended`; `paused` (until `amount`, epoch ms; 0: until somebody resumes it), `resumed`, `seated`; `chaired`
    (somebody else lets the game go on now); `time_is_up` (the clock of question `amount`, while a master decides)."""
    seat: Seat = 0
    amount: int = 0


Watcher = Callable[[Happening], None]


@dataclass
class Awake:
    """A match in memory, with the durable facts around it."""

    match: Match
    row: MatchRow
    seats: dict[Seat, SeatRow]
    deadlines: dict[int, int] = field(default_factory=dict)
    """Question number -> due time, epoch milliseconds."""
    acted: set[tuple[Seat, str]] = field(default_factory=set)
    """Who has answered which kind of question since the checkpoint: asked again, he may let it pass."""
    writing: int = 0
    """Answers in this state that are not durable yet."""
    asked: set[int] = field(default_factory=set)
    """Numbers of the questions, clocks among them, that were open after the last write. A new clock is news whoever
    is asked beside it: when the board is redrawn must not tell."""

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def over(self) -> bool:
        return self.row.status in ("over", "ended")

    def seat_of(self, user_id: int) -> Seat | None:
        for seat, row in self.seats.items():
            if row.user_id == user_id:
                return seat
        return None

    def computers(self) -> list[Seat]:
        return [seat for seat, row in self.seats.items() if row.player != "human"]

    def names(self) -> dict[Seat, str]:
        return {seat: row.name for seat, row in self.seats.items()}

    def soonest(self) -> list[Question]:
        """The open questions: a step that waits to be taken, then those that run out next."""
        return sorted(
            self.match.open,
            key=lambda q: (not q.key.startswith(STEP), self.deadlines.get(q.number, 1 << 62), q.number),
        )

    def waiting_step(self) -> Question | None:
        """The step that waits for the master, if one does."""
        return next((question for question in self.match.open if question.key.startswith(STEP)), None)

    def moment(self) -> tuple[int, int]:
        """What `skip` would end now: checkpoint and number of the question that runs out next."""
        soonest = self.soonest()
        return self.match.checkpoint, soonest[0].number if soonest else 0

    def due_ms(self, *keys: str) -> int | None:
        """When the earliest open question of one of these keys runs out; None when none does."""
        due = [self.deadlines[q.number] for q in self.match.open if q.key in keys and q.number in self.deadlines]
        return min(due, default=None)

    def snapshot(self) -> MatchSnapshot:
        """The match as it is now."""
        match = self.match
        return MatchSnapshot(
            row=self.row,
            game=match.game,
            seats=dict(self.seats),
            open=tuple(match.open),
            deadlines=dict(self.deadlines),
            checkpoint=match.checkpoint,
            answered=match.answered,
            announced=match.announced,
            round_announced=match.round_announced,
            outcome=match.outcome,
            views=match.views(),
        )


class MatchService:
    """All matches of this bot."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self.store = store
        self.now_ms = now_ms
        self.watchers: list[Watcher] = []
        self._awake: OrderedDict[int, Awake] = OrderedDict()
        self._waking: dict[int, asyncio.Task[Awake]] = {}
        self._deadlines = Deadlines(now_ms, self._expire)
        self._pauses = Deadlines(now_ms, self._pause_is_over)

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def start_up(self) -> int:
        """Take up all deadlines; time the bot was away is credited to the players. Returns that time in ms."""
        now = self.now_ms()

        async def credit(connection: Any) -> int:
            last = await heartbeat.last(connection)
            away = max(0, now - last) if last is not None else 0
            if away:
                await matches.shift_deadlines(connection, away)
            await heartbeat.beat(connection, now)
            return away

        away = await self.store.write(credit)
        async with self.store.reading() as connection:
            rows = await matches.deadlines(connection)
            asleep = await matches.asleep(connection)
        self._pauses.load([_end_of_pause(match, resume_ms) for match, resume_ms in asleep])
        self._deadlines.load([Deadline(row.due_ms, row.match, row.checkpoint, row.question) for row in rows])
        if away >= NOTED_OUTAGE_MS:
            for match in sorted({row.match for row in rows}):
                self._tell(Happening(match, "away", amount=away))
        return away

    async def beat(self) -> None:
        """Note that the bot is there; called every few seconds."""
        now = self.now_ms()
        await self.store.write(lambda connection: heartbeat.beat(connection, now))

    def close(self) -> None:
        self._deadlines.close()
        self._pauses.close()

    async def create(
        self,
        game: Game,
        options: Options,
        people: Sequence[NewSeat],
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        role_set: str,
        seed: str | None = None,
    ) -> int:
        """Deal a new match and make it durable. Raises Refused when these people cannot play with these options."""
        faults = game.faults(options, len(people))
        if faults:
            raise Refused("faults", fault=faults[0].key)
        seed = seed or new_seed()
        match = Match.start(game, options, len(people), SealedChance(seed))
        changes = match.take_changes()
        assert changes.snapshot is not None
        now = self.now_ms()
        new = NewMatch(
            game=game.name,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            options=options.model_dump(mode="json"),
            role_set=role_set,
            seed=seed,
            commitment=commitment(seed),
            code_version=__version__,
            created_ms=now,
            seats=tuple(people),
        )

        async def deal(connection: Any) -> tuple[int, dict[int, int]]:
            number = await matches.create(connection, new)
            step, due = self._step(number, (0, 0), match, changes, {}, now, None)
            await matches.append(connection, step)
            return number, due

        number, due = await self.store.write(deal)
        self._schedule(number, match.checkpoint, due)
        self._tell(Happening(number, "changed"))
        return number

    # -- reading ----------------------------------------------------------------------------------------------------

    async def awake(self, match_id: int) -> Awake:
        """The match, with everything in it durable, so that it may be shown; woken if it sleeps.

        Hold it no longer than to the next `await`. Raises Refused when there is none.
        """
        awake = await self._find(match_id)
        while awake.writing:
            await self.store.write(_nothing)  # writes keep their order: when this is done, so are those
            awake = await self._find(match_id)
        return awake

    async def snapshot(self, match_id: int) -> MatchSnapshot:
        """The match as it is on disk now, to be shown: taken once for all that is sent together.

        Raises Refused when there is none, StoreError when it cannot be read.
        """
        return (await self.awake(match_id)).snapshot()

    def in_memory(self, match_id: int) -> Awake | None:
        """The match if it is awake, perhaps some answers ahead of the disk: to plan by, never to show."""
        return self._awake.get(match_id)

    async def _find(self, match_id: int) -> Awake:
        """The match, which may be some answers ahead of the disk. However many ask, it is woken once."""
        awake = self._awake.get(match_id)
        if awake is not None:
            self._awake.move_to_end(match_id)
            return awake
        waking = self._waking.get(match_id)
        if waking is None:
            waking = self._waking[match_id] = asyncio.create_task(self._load(match_id))
            waking.add_done_callback(lambda _: self._waking.pop(match_id, None))
        return await asyncio.shield(waking)

    async def _load(self, match_id: int) -> Awake:
        async with self.store.reading() as connection:
            try:
                saved = await matches.load(connection, match_id)
            except UnknownMatch:
                raise Refused("no_such_table") from None
        awake = self._awake[match_id] = await self._wake(_thrifty(saved))
        if len(self._awake) > AWAKE_MOST:
            asleep = next((one for one in self._awake.values() if not one.writing and one is not awake), None)
            if asleep is not None:
                self._drop(asleep)
        return awake

    async def _wake(self, saved: SavedMatch) -> Awake:
        row = saved.row
        assert saved.snapshot is not None
        snapshot = Snapshot.model_validate_json(saved.snapshot.body)
        journal = [entry_of(line) for line in saved.journal]
        try:
            match = _resumed(row, snapshot, journal)
        except Diverged as difference:
            log.error("diverged", match=row.id, checkpoint=row.checkpoint, key=difference.entry.key)
            if row.status in LIVE:
                return await self._begin_round_again(saved, snapshot)
            # What is over stays as it was written: only its last round can no longer be shown.
            match = _resumed(row, snapshot, [])
        match.take_changes()
        match.forget_said()
        due = {line.question: line.due_ms for line in saved.deadlines}
        awake = Awake(match, row, _by_seat(saved.seats), due, {(line.seat, line.key) for line in saved.journal})
        self._take_step_soon(awake)
        return awake

    def _take_step_soon(self, awake: Awake) -> None:
        """A step nobody waits for is taken as a clock that has run out: its master left the chair, or the round began
        again, and nothing may happen while a match is woken."""
        step = _waiting_step(awake)
        if step is not None:
            awake.deadlines[step.number] = self.now_ms()
            self._schedule(awake.id, awake.match.checkpoint, {step.number: awake.deadlines[step.number]})

    async def _begin_round_again(self, saved: SavedMatch, snapshot: Snapshot) -> Awake:
        """Today's rules ask something else than the journal answers: this round begins again, and the table is told."""
        row = saved.row
        match = _resumed(row, snapshot, [])
        due = await self._go_back(saved, match, match.take_changes(), 0, snapshot.announced, "diverged")
        match.forget_said()
        self._tell(Happening(row.id, "again"))
        awake = Awake(match, replace(row, announced=match.announced), _by_seat(saved.seats), due)
        self._take_step_soon(awake)
        return awake

    async def _go_back(
        self, saved: SavedMatch, earlier: Match, changes: Changes, keep: int, announced: int, reason: str
    ) -> dict[int, int]:
        """Void the answers of this round from line `keep` on and go on from there, in one transaction; the deadlines.

        Every clock starts anew. Raises Conflict, changing nothing, when the match is no longer as it was saved.
        """
        row, now = saved.row, self.now_ms()
        # A table that stands still gets its time when it goes on.
        clock = row.paused_ms if row.status == "paused" and row.paused_ms is not None else now
        step, due = self._step(row.id, (row.checkpoint, keep), earlier, changes, {}, clock, None)

        async def go_back(connection: Any) -> None:
            found = await matches.get(connection, row.id)
            if (found.checkpoint, found.head, found.announced) != (row.checkpoint, row.head, row.announced):
                raise Conflict(f"match {row.id} has gone on")
            await matches.rewind(connection, row.id, row.checkpoint, keep, announced, reason, now)
            await matches.append(connection, step)

        await self.store.write(go_back)
        self._schedule(row.id, earlier.checkpoint, due)
        return due

    async def view(self, match_id: int, seat: Seat) -> View:
        return (await self.awake(match_id)).match.view(seat)

    # -- answering --------------------------------------------------------------------------------------------------

    async def answer(
        self,
        match_id: int,
        seat: Seat,
        checkpoint: int,
        number: int,
        value: Value,
        *,
        interaction_id: int | None = None,
    ) -> Awake:
        """One answer, durable when this returns.

        Raises IllegalAnswer (not asked, not offered), Refused (paused, over) or StoreError (not written); then nothing
        has changed. The same interaction twice counts once.
        """
        awake = await self._find(match_id)
        _check_live(awake)
        if checkpoint != awake.match.checkpoint:
            raise IllegalAnswer("not_open")
        question = awake.match.question(number, seat)
        question.check(value)
        await self._reply(awake, question, value, interaction_id)
        return await self.awake(match_id)

    async def _reply(self, awake: Awake, question: Question, value: Value, interaction_id: int | None = None) -> None:
        before = self._apply(awake, question, value)
        row = awake.seats.get(question.seat)
        back = row.seat if row is not None and (row.strikes or row.away) else None
        await self._commit(awake, before, interaction_id, back=back)

    def _apply(self, awake: Awake, question: Question, value: Value) -> tuple[int, int]:
        """Let the rules go on in memory; where the journal stood before."""
        match = awake.match
        before = (match.checkpoint, match.answered)
        try:
            match.reply(question, value)
        except Exception:
            # A fault in the rules must not leave a half-moved table in memory.
            self._drop(awake)
            raise
        return before

    async def _commit(
        self,
        awake: Awake,
        before: tuple[int, int],
        interaction_id: int | None = None,
        *,
        back: Seat | None = None,
        missed: Sequence[Seat] = (),
    ) -> None:
        """Write what has happened in memory; with it that `back` is here again, and a strike for those who `missed`."""
        match = awake.match
        step, due = self._step(
            awake.id, before, match, match.take_changes(), awake.deadlines, self.now_ms(), interaction_id
        )
        fresh = {number: at for number, at in due.items() if awake.deadlines.get(number) != at or step.snapshot}
        awake.deadlines = due
        asked = {question.number for question in match.open}
        step = replace(step, opened=step.snapshot is not None or not asked <= awake.asked)
        awake.asked = asked
        if match.checkpoint != before[0]:
            awake.acted.clear()
        awake.acted.update((line.seat, line.key) for line in step.entries if line.checkpoint == match.checkpoint)
        status = step.status or awake.row.status
        awake.row = replace(awake.row, checkpoint=match.checkpoint, status=status, announced=match.announced)
        match.forget_said()

        async def write(connection: Any) -> dict[Seat, int]:
            await matches.append(connection, step)
            if back is not None:
                await _welcome(connection, awake.id, back)
            return {seat: await _strike(connection, awake.id, seat) for seat in missed}

        awake.writing += 1
        try:
            strikes = await self.store.write(write)
        except AlreadyAnswered:
            self._drop(awake)
            return
        except Conflict:
            self._drop(awake)
            raise Refused("try_again") from None
        except BaseException:
            self._drop(awake)
            raise
        finally:
            awake.writing -= 1
        if back is not None:
            awake.seats[back] = replace(awake.seats[back], strikes=0, away=False)
        for seat, count in strikes.items():
            away = awake.seats[seat].away or count == STRIKES_BEFORE_OFFER
            awake.seats[seat] = replace(awake.seats[seat], strikes=count, away=away)
        self._schedule(awake.id, match.checkpoint, fresh)
        news = step.opened or step.announcements or step.status
        self._tell(Happening(awake.id, "changed" if news else "answered"))
        for seat, count in strikes.items():
            if count == STRIKES_BEFORE_OFFER:
                self._tell(Happening(awake.id, "offered", seat))

    def _step(
        self,
        match_id: int,
        before: tuple[int, int],
        match: Match,
        changes: Changes,
        deadlines: dict[int, int],
        now: int,
        interaction_id: int | None,
    ) -> tuple[Step, dict[int, int]]:
        """The rows of one step, and all deadlines that hold after it."""
        snapshot = changes.snapshot
        moved = snapshot is not None and snapshot.checkpoint != before[0]
        kept = {} if moved else deadlines
        due: dict[int, int] = {}
        for question in match.open:
            if question.within is not None:
                due[question.number] = kept.get(question.number, now + question.within * 1000)
        entries = []
        for place, entry in enumerate(changes.entries):
            answered_by = interaction_id if place == 0 else None
            entries.append(_as_row(match_id, entry, now, answered_by))
        fresh = [number for number in due if number not in kept]
        outcome = match.outcome
        step = Step(
            match=match_id,
            checkpoint=before[0],
            head=before[1],
            at_ms=now,
            announced=match.announced,
            entries=tuple(entries),
            announcements=tuple(
                AnnouncementRow(match_id, said.number, _audience(said), said.key, said.values, now)
                for said in changes.announcements
            ),
            deadlines=tuple(DeadlineRow(match_id, number, match.checkpoint, due[number]) for number in fresh),
            cleared=tuple(number for number in kept if number not in due),
            snapshot=SnapshotRow(match_id, snapshot.checkpoint, snapshot.model_dump_json()) if snapshot else None,
            status="over" if outcome is not None else None,
            outcome=outcome.model_dump_json() if outcome is not None else None,
            opened=True,
        )
        return step, due

    # -- time -------------------------------------------------------------------------------------------------------

    async def _expire(self, deadline: Deadline) -> None:
        """A deadline has passed: the recorded default is answered, if the question is still open."""
        try:
            awake = await self._find(deadline.match)
            if awake.row.status != "running" or awake.match.checkpoint != deadline.checkpoint:
                return
            due = awake.deadlines.get(deadline.question)
            if due is None:
                return
            if due > deadline.due_ms:  # it was extended meanwhile
                return
            question = next((q for q in awake.match.open if q.number == deadline.question), None)
            if question is not None and awake.row.chair_id is not None:
                self._tell(Happening(awake.id, "time_is_up", question.seat, question.number))
            elif question is not None:
                await self._let_pass(awake, question)
        except StoreError as problem:
            # The time stays passed: try again when the store may work again.
            log.error("deadline_not_written", match=deadline.match, problem=str(problem))
            self._deadlines.add([deadline._replace(due_ms=self.now_ms() + RETRY_MS)])
        except Refused as refusal:
            log.warning("deadline_refused", match=deadline.match, code=refusal.code)
            if refusal.code == "try_again":
                self._deadlines.add([deadline._replace(due_ms=self.now_ms() + RETRY_MS)])
        except Exception:
            log.exception("deadline_failed", match=deadline.match, question=deadline.question)

    async def _let_pass(self, awake: Awake, question: Question) -> None:
        """Take the default. People who let a duty pass with this clock get a strike each, at most one.

        Who has answered it before and was only asked whether he stays with it has let nothing pass.
        """
        match = awake.match
        duties = match.game.duties
        asked = [q for q in match.open if q.key in duties and (q.seat, q.key) not in awake.acted]
        before = self._apply(awake, question, question.default)
        still = {q.number for q in match.open} if match.checkpoint == before[0] else set()
        missed: list[Seat] = []
        if match.outcome is None:
            gone = {q.seat for q in asked if q.number not in still}
            missed = [seat for seat in sorted(gone) if seat in awake.seats and awake.seats[seat].player == "human"]
        await self._commit(awake, before, missed=missed)

    async def forgive(self, awake: Awake, seat: Seat) -> None:
        """Who acts again is here again."""
        await self.store.write(lambda connection: _welcome(connection, awake.id, seat))
        awake.seats[seat] = replace(awake.seats[seat], strikes=0, away=False)

    def _schedule(self, match_id: int, checkpoint: int, due: dict[int, int]) -> None:
        if due:
            self._deadlines.add([Deadline(at, match_id, checkpoint, number) for number, at in due.items()])

    # -- what a host may do -----------------------------------------------------------------------------------------

    async def pause(self, match_id: int, actor: int, until_ms: int | None = None) -> None:
        """Stop all clocks; with `until_ms` (epoch milliseconds) the match goes on by itself at that time.

        Raises Refused when the table is not running, or that time has passed or is too far away.
        """
        awake = await self.awake(match_id)
        if awake.row.status != "running":
            raise Refused("not_running")
        now = self.now_ms()
        if until_ms is not None and not now < until_ms <= now + LONGEST_PAUSE_MS:
            raise Refused("until_not_in_range", hours=LONGEST_PAUSE_MS // 3_600_000)
        await self._act_at_once(
            awake,
            replace(awake.row, status="paused", paused_ms=now, resume_ms=until_ms),
            actor,
            "pause",
            lambda connection: matches.set_status(connection, match_id, "paused", now, resume_ms=until_ms),
            **({} if until_ms is None else {"until_ms": until_ms}),
        )
        if until_ms is not None:
            self._pauses.add([_end_of_pause(match_id, until_ms)])
        self._tell(Happening(match_id, "paused", amount=until_ms or 0))

    async def resume(self, match_id: int, actor: int) -> None:
        """Let the clocks go on with the time they had left."""
        await self._resume(await self.awake(match_id), actor)

    async def _resume(self, awake: Awake, actor: int) -> None:
        if awake.row.status != "paused":
            raise Refused("not_paused")
        now = self.now_ms()
        stood_ms = now - (awake.row.paused_ms or now)

        async def go_on(connection: Any) -> None:
            await matches.shift_deadlines(connection, stood_ms, awake.id)
            await matches.set_status(connection, awake.id, "running", now)

        awake.deadlines = {number: at + stood_ms for number, at in awake.deadlines.items()}
        row = replace(awake.row, status="running", paused_ms=None, resume_ms=None)
        await self._act_at_once(awake, row, actor, "resume", go_on, stood_ms=stood_ms)
        self._schedule(awake.id, awake.match.checkpoint, awake.deadlines)
        self._tell(Happening(awake.id, "resumed"))
        await self._take_waiting_step(awake)

    async def _pause_is_over(self, end: Deadline) -> None:
        """The time of a pause has come: the match goes on, unless somebody has let it go on before."""
        try:
            awake = await self.awake(end.match)
            if awake.row.status == "paused" and awake.row.resume_ms == end.due_ms:
                await self._resume(awake, 0)
        except StoreError as problem:
            log.error("pause_not_ended", match=end.match, problem=str(problem))
            self._try_to_go_on_later(end)
        except Refused as refusal:
            log.warning("pause_end_refused", match=end.match, code=refusal.code)
        except Exception:
            log.exception("pause_end_failed", match=end.match)

    def _try_to_go_on_later(self, end: Deadline) -> None:
        """The pause is over, and stays so until that could be written."""

        def again() -> None:
            self._pauses.add([end])

        asyncio.get_running_loop().call_later(RETRY_MS / 1000, again)

    async def extend(self, match_id: int, actor: int, seconds: int) -> None:
        """Give everybody more time for what is open now."""
        awake = await self.awake(match_id)
        _check_live(awake)
        if not awake.deadlines:
            raise Refused("no_clock")
        more_ms = seconds * 1000
        # With a master in the chair clocks may stand in the past: the new time begins now.
        least_ms = self.now_ms() if awake.row.chair_id is not None else 0

        async def give(connection: Any) -> None:
            await matches.floor_deadlines(connection, match_id, least_ms)
            await matches.shift_deadlines(connection, more_ms, match_id)

        await self._act(awake, actor, "extend", give, seconds=seconds)
        awake.deadlines = {number: max(at, least_ms) for number, at in awake.deadlines.items()}
        self._shift(awake, more_ms)
        self._tell(Happening(match_id, "changed"))

    async def set_chair(self, match_id: int, actor: int, user_id: int | None, sees: int = 0) -> Awake:
        """Let a person decide when the game goes on; None: the Mirror's clocks, with the time they have left.

        Who may sit there, and what `sees` means, is for `bot.matches.chair`. Raises Refused when the game is over.
        """
        awake = await self.awake(match_id)
        if awake.over:
            raise Refused("over")
        clock = awake.row.paused_ms if awake.row.paused_ms is not None else self.now_ms()
        handed_back = user_id is None and awake.row.chair_id is not None
        least_ms = clock + LEAST_TIME_LEFT_MS if handed_back else 0

        async def sit(connection: Any) -> None:
            if user_id is not None and sees == SEES_ALL:
                await _check_may_know(connection, match_id, user_id)
            await matches.set_chair(connection, match_id, user_id, sees)
            await matches.floor_deadlines(connection, match_id, least_ms)

        awake.deadlines = {number: max(at, least_ms) for number, at in awake.deadlines.items()}
        row = replace(awake.row, chair_id=user_id, chair_sees=sees)
        await self._act_at_once(awake, row, actor, "chair", sit, now=user_id, sees=sees)
        awake.match.led = user_id is not None
        if handed_back and awake.row.status == "running":
            self._schedule(match_id, awake.match.checkpoint, awake.deadlines)
        self._tell(Happening(match_id, "chaired"))
        if handed_back:
            await self._take_waiting_step(awake)
        return await self.awake(match_id)

    async def _take_waiting_step(self, awake: Awake) -> None:
        """A step that waited for a master who has left the chair is taken; a table that stands takes it when it goes
        on."""
        waiting = _waiting_step(awake)
        if waiting is not None:
            await self._reply(awake, waiting, GO_ON)

    async def skip(self, match_id: int, actor: int, moment: tuple[int, int] | None = None) -> None:
        """Let the clock that runs out next run out now; without a clock, take the defaults of all open questions.

        With `moment` (see `Awake.moment`) only if it is still that one. Raises Refused.
        """
        awake = await self.awake(match_id)
        _check_live(awake)
        if moment is not None and awake.moment() != moment:
            raise Refused("gone_on")
        await self.note(match_id, actor, "skip")
        checkpoint = awake.match.checkpoint
        questions = awake.soonest()
        if not questions:
            raise Refused("nothing_to_skip")
        if moment is not None and awake.moment() != moment:  # somebody else pressed while that was written
            raise Refused("gone_on")
        first = questions[0]
        if first.number in awake.deadlines or first.seat == MIRROR:
            value = first.default if first.default is not None or first.seat != MIRROR else first.choices[-1]
            await self._reply(awake, first, value)
            waiting = awake.waiting_step()
            if waiting is not None and not first.key.startswith(STEP) and not awake.over:
                await self._reply(awake, waiting, GO_ON)  # who has said Next need not say it again
            return
        for question in questions:
            if awake.match.checkpoint != checkpoint:
                return
            if any(open_.number == question.number for open_ in awake.match.open):
                await self._reply(awake, question, _some_default(question))

    async def end(self, match_id: int, actor: int) -> None:
        """Stop the game for good, without a winner."""
        awake = await self.awake(match_id)
        if awake.over:
            raise Refused("over")
        now = self.now_ms()

        async def stop(connection: Any) -> None:
            await matches.set_status(connection, match_id, "ended", now)
            await matches.set_unsent(connection, match_id)

        row = replace(awake.row, status="ended", paused_ms=None, resume_ms=None)
        await self._act_at_once(awake, row, actor, "end", stop)
        self._tell(Happening(match_id, "ended"))

    async def seat_person(self, match_id: int, actor: int, seat: Seat, user_id: int | None, name: str) -> Awake:
        """Give a seat to another person, or (None) to a computer player. The seat's past stays its own."""
        awake = await self.awake(match_id)
        if awake.over:
            raise Refused("over")
        if seat not in awake.seats:
            raise Refused("no_such_seat")
        old = awake.seats[seat]
        player: Any = "human" if user_id is not None else "thoughtful"
        now = self.now_ms()

        async def sit(connection: Any) -> None:
            # Looked at here, where nobody can come between: two people may press in the same moment.
            rows = _by_seat(await matches.seats_of(connection, match_id))
            if (rows[seat].user_id, rows[seat].player) != (old.user_id, old.player):
                raise Refused("seat_not_free")
            if user_id is not None:
                if any(row.user_id == user_id for row in rows.values()):
                    raise Refused("already_seated")
                await _check_may_sit(connection, match_id, seat, user_id)
            await matches.set_seat(connection, match_id, seat, user_id=user_id, name=name, player=player)
            # What the seat knows has to reach its new owner, and nothing more the old one; even after a crash.
            await deliveries.hand_over(connection, match_id, seat, checkpoint=awake.match.checkpoint, at_ms=now)
            await matches.set_unsent(connection, match_id)

        await self._act(awake, actor, "seat", sit, seat=seat, was=old.user_id, now=user_id)
        awake.seats[seat] = SeatRow(match_id, seat, user_id, name, player)
        self._tell(Happening(match_id, "seated", seat))
        return awake

    async def set_place(self, awake: Awake, thread_id: int | None) -> None:
        """Remember the thread (or channel) the match is played in; None: it has to find one anew."""
        await self.store.write(lambda connection: matches.set_thread(connection, awake.id, thread_id))
        awake.row = replace(awake.row, thread_id=thread_id)

    async def move(self, awake: Awake, channel_id: int) -> None:
        """Let a match whose place is gone go on in another channel."""
        await self.store.write(lambda connection: matches.move(connection, awake.id, channel_id))
        awake.row = replace(awake.row, channel_id=channel_id, thread_id=None)

    async def set_host(self, match_id: int, actor: int, host_id: int) -> None:
        awake = await self.awake(match_id)
        await self._act(
            awake, actor, "host", lambda connection: matches.set_host(connection, match_id, host_id), now=host_id
        )
        awake.row = replace(awake.row, host_id=host_id)

    async def rewind(self, match_id: int, actor: int, keep: int, *, force: bool = False) -> None:
        """Take back every answer of this round from journal line `keep` on.

        Refused once a secret was shown since (somebody knows what he must not know again), unless forced.
        """
        awake = await self.awake(match_id)
        if awake.over:
            raise Refused("over")
        async with self.store.reading() as connection:
            saved = await matches.load(connection, match_id)
            said = await matches.announcements_of(connection, match_id)
        if saved.snapshot is None or not 0 <= keep < len(saved.journal):
            raise Refused("cannot_rewind")
        snapshot = Snapshot.model_validate_json(saved.snapshot.body)
        earlier = _resumed(saved.row, snapshot, [entry_of(line) for line in saved.journal[:keep]])
        secrets_since = [line for line in said[earlier.announced :] if line.audience != "everyone"]
        if secrets_since and not force:
            raise Refused("secret_shown", count=len(secrets_since))
        earlier.take_changes()
        nothing = Changes(entries=(), announcements=(), snapshot=None)
        try:
            # What chance draws without anybody's answer is drawn again just the same, and stays.
            await self._go_back(saved, earlier, nothing, earlier.answered, earlier.announced, "rewind")
        except Conflict:
            raise Refused("try_again") from None
        finally:
            await self._forget(match_id)
        await self.note(match_id, actor, "rewind", keep=keep, forced=force)
        self._tell(Happening(match_id, "rewound"))

    async def note(self, match_id: int, actor: int, action: str, **details: Any) -> None:
        """Write a line in the table's log."""
        now = self.now_ms()
        await self.store.write(
            lambda connection: matches.log(connection, match_id, at_ms=now, actor=actor, action=action, details=details)
        )

    async def _act(self, awake: Awake, actor: int, action: str, work: Any, **details: Any) -> None:
        """Do `work` and write the line about it in the table's log, in one transaction."""
        now = self.now_ms()

        async def act(connection: Any) -> None:
            await work(connection)
            await matches.log(connection, awake.id, at_ms=now, actor=actor, action=action, details=details)

        await self.store.write(act)

    async def _act_at_once(
        self, awake: Awake, row: MatchRow, actor: int, action: str, work: Any, **details: Any
    ) -> None:
        """The same, and from this moment the match is as `row` says: nobody slips in while it is being written."""
        awake.row = row
        awake.writing += 1
        try:
            await self._act(awake, actor, action, work, **details)
        except BaseException:
            self._drop(awake)
            raise
        finally:
            awake.writing -= 1

    def _shift(self, awake: Awake, by_ms: int) -> None:
        """All clocks of this match run out later than they did; the store knows already."""
        awake.deadlines = {number: at + by_ms for number, at in awake.deadlines.items()}
        self._schedule(awake.id, awake.match.checkpoint, awake.deadlines)

    # -- small parts ------------------------------------------------------------------------------------------------

    def _drop(self, awake: Awake) -> None:
        if self._awake.get(awake.id) is awake:
            del self._awake[awake.id]

    async def _forget(self, match_id: int) -> None:
        """Read the match anew the next time, even if somebody is reading what it was."""
        waking = self._waking.get(match_id)
        if waking is not None:
            await asyncio.wait({waking})
        self._awake.pop(match_id, None)

    def _tell(self, happening: Happening) -> None:
        for watcher in self.watchers:
            watcher(happening)


async def _nothing(connection: Any) -> None:
    """A write that only waits for those before it."""


async def _welcome(connection: Any, match_id: int, seat: Seat) -> None:
    await matches.clear_strikes(connection, match_id, seat)
    await matches.set_away(connection, match_id, seat, False)


async def _check_may_sit(connection: Any, match_id: int, seat: Seat, user_id: int) -> None:
    """Nobody may know the secrets of two seats, and whoever leads a game plays in it only as its host.

    Raises Refused.
    """
    row = await matches.get(connection, match_id)
    if user_id == row.chair_id and user_id != row.host_id:
        raise Refused("master_takes_no_seat")
    for line in await matches.log_of(connection, match_id):
        details = line.details
        if line.action == "seat" and details.get("was") == user_id and details.get("seat") != seat:
            raise Refused("sat_before")
        if line.action == "chair" and details.get("now") == user_id and details.get("sees") == SEES_ALL:
            raise Refused("knows_all_cards")


async def _check_may_know(connection: Any, match_id: int, user_id: int) -> None:
    """Only who has never had a seat here may know everything. Raises Refused."""
    seated = any(row.user_id == user_id for row in await matches.seats_of(connection, match_id))
    lines = await matches.log_of(connection, match_id)
    sat = any(line.action == "seat" and user_id in (line.details.get("was"), line.details.get("now")) for line in lines)
    if seated or sat:
        raise Refused("player_knows_not_all")


async def _strike(connection: Any, match_id: int, seat: Seat) -> int:
    """One more missed deadline; how many there are now. From a certain number on the player counts as away."""
    strikes = await matches.add_strike(connection, match_id, seat)
    if strikes == STRIKES_BEFORE_OFFER:
        await matches.set_away(connection, match_id, seat, True)
    return strikes


def _waiting_step(awake: Awake) -> Question | None:
    """A step that nobody is there to take any more."""
    if awake.match.led or awake.row.status != "running":
        return None
    return awake.waiting_step()


def _check_live(awake: Awake) -> None:
    if awake.row.status == "paused":
        if awake.row.resume_ms is not None:
            raise Refused("paused_until", when=awake.row.resume_ms // 1000)
        raise Refused("paused")
    if awake.over:
        raise Refused("over")


def _end_of_pause(match_id: int, resume_ms: int) -> Deadline:
    return Deadline(resume_ms, match_id, 0, 0)


def _some_default(question: Question) -> Value:
    """What a skipped person answers: the default, nothing where nothing is offered, else the last choice."""
    if question.default is not None or question.kind == "text" or None in question.choices:
        return question.default
    if question.kind == "reasoned":
        return [question.choices[-1], None]
    if question.kind == "several":
        return list(question.choices[: question.least])
    if question.kind == "number":
        return question.least
    return question.choices[-1]


def _resumed(row: MatchRow, snapshot: Snapshot, journal: Sequence[Entry]) -> Match:
    """The match as it stood after these lines. Raises Diverged."""
    saved = Saved(
        game=row.game,
        options=row.options,
        seats=row.seats,
        checkpoint=snapshot.checkpoint,
        table=snapshot.table,
        announced=snapshot.announced,
        journal=tuple(journal),
    )
    # Nothing that is not in the journal may happen while a match is woken: a step after it waits to be taken.
    match = Match.resume(GAMES[row.game], saved, SealedChance(row.seed), led=True)
    match.led = row.chair_id is not None
    return match


def _thrifty(saved: SavedMatch) -> SavedMatch:
    """The same, with options that are in memory once for all the matches that are played by them."""
    row = saved.row
    return replace(saved, row=replace(row, options=_shared(json.dumps(row.options))))


@lru_cache(maxsize=256)
def _shared(options: str) -> Any:
    """Options as plain values, from their JSON. Nobody changes them."""
    return json.loads(options)


def _by_seat(rows: Sequence[SeatRow]) -> dict[Seat, SeatRow]:
    return {row.seat: row for row in rows}


def _audience(said: Announcement) -> Any:
    return said.audience if said.is_public else list(said.audience)


def _as_row(match_id: int, entry: Entry, at_ms: int, interaction_id: int | None) -> JournalRow:
    return JournalRow(match=match_id, **entry.model_dump(), at_ms=at_ms, interaction_id=interaction_id)
