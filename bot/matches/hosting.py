"""What a host may do at a table: stop its clocks and let them go on, give time, end it, and say who sits where.

Each of these waits for its turn (`Keeper.alone`), so that no two of them, and no answer, come between each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import structlog

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Changes, Snapshot
from bot.engine.questions import GO_ON, MIRROR, STEP, Question, Seat, Value
from bot.engine.rulebook import View
from bot.games.table_options import DEAD_WATCH
from bot.matches.awake import Awake, by_seat, resumed
from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.ending import end_match
from bot.matches.errors import Refused
from bot.matches.giving_time import prolong
from bot.matches.handing_over import give_seat, unused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper, Why, Work, welcome
from bot.matches.moderator import check_may_sit
from bot.matches.passed_over import TAKEN_BACK
from bot.matches.quiet_clocks import move_out
from bot.matches.rows import entry_of
from bot.matches.snapshot import sent_out
from bot.store import deadlines, journals, loading, matches, onlookers, seating, table_log
from bot.store.errors import Conflict, StoreError
from bot.store.seating import SeatRow

log = structlog.get_logger(__name__)

RETRY_MS = 5_000
"""How long to wait before the end of a pause that could not be written is tried again."""
LONGEST_PAUSE_MS = 72 * 60 * 60 * 1000
"""A pause that ends by itself ends within this time."""
NO_CHANGES = Changes(entries=(), announcements=(), snapshot=None)


class Hosting:
    """The powers of a host. What cannot be done raises Refused and changes nothing."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._pauses = Deadlines(keeper.now_ms, self._pause_is_over)

    async def start_up(self) -> None:
        """Wait for the end of every pause that ends by itself."""
        async with self._keeper.store.reading() as connection:
            asleep = await matches.asleep(connection, self._keeper.store.slot)
        self._pauses.load(_end_of_pause(match_id, resume_ms) for match_id, resume_ms in asleep)

    def look(self) -> None:
        """The time was moved: see whether a pause is over."""
        self._pauses.look()

    def close(self) -> None:
        self._pauses.close()

    # -- pausing ----------------------------------------------------------------------------------------------------

    async def pause(self, match_id: int, actor: int, until_ms: int | None = None) -> None:
        """Stop all clocks; with `until_ms` (epoch milliseconds) the match goes on by itself at that time.

        Raises Refused when the table is not running, or that time has passed or is too far away.
        """
        async with self._keeper.alone(match_id) as awake:
            if awake.row.status != "running":
                raise Refused("not_running")
            now, play_ms = self._keeper.time.read()
            if until_ms is not None and not now < until_ms <= now + LONGEST_PAUSE_MS:
                raise Refused("until_not_in_range", hours=LONGEST_PAUSE_MS // 3_600_000)
            await self._keeper.act(
                awake,
                actor,
                "pause",
                lambda connection: matches.set_status(connection, match_id, "paused", play_ms, resume_ms=until_ms),
                **({} if until_ms is None else {"until_ms": until_ms}),
            )
            awake.row = replace(awake.row, status="paused", paused_ms=play_ms, resume_ms=until_ms)
            self._keeper.schedule(awake)
            self._pauses.replace(match_id, [] if until_ms is None else [_end_of_pause(match_id, until_ms)])
            self._keeper.tell(Happening(match_id, "paused", amount=until_ms or 0))

    async def resume(self, match_id: int, actor: int) -> None:
        """Let the clocks go on with the time they had left. Raises Refused when they do not stand still."""
        async with self._keeper.alone(match_id) as awake:
            if awake.row.status != "paused":
                raise Refused("not_paused")
            await self.go_on(awake, actor)

    async def go_on(self, awake: Awake, actor: int) -> None:
        """The same for whoever is alone with the match. After a sleep because nobody answered, nobody has missed
        anything."""
        was_deserted = awake.row.deserted_until_ms is not None
        now, play_ms = self._keeper.time.read()
        stood_ms = max(0, play_ms - (awake.row.paused_ms or play_ms))

        async def go_on(connection: Any) -> None:
            await deadlines.shift(connection, stood_ms, awake.id)
            await matches.set_status(connection, awake.id, "running", now)
            if was_deserted:
                await seating.clear_all_strikes(connection, awake.id)
                await matches.set_unsent(connection, awake.id)

        await self._keeper.act(awake, actor, "resume", go_on, stood_ms=stood_ms)
        awake.row = replace(
            awake.row, status="running", paused_ms=None, resume_ms=None, deserted_until_ms=None, deserted_asked=False
        )
        if was_deserted:
            awake.forgive_all()
        awake.deadlines = {number: at + stood_ms for number, at in awake.deadlines.items()}
        self._keeper.schedule(awake)
        await move_out(self._keeper, awake)
        self._pauses.replace(awake.id, [])
        self._keeper.tell(Happening(awake.id, "resumed"))
        await self._keeper.take_step_for_nobody(awake)

    async def _pause_is_over(self, end: Deadline) -> None:
        """The time of a pause has come: the match goes on, unless somebody has let it go on before."""
        try:
            async with self._keeper.alone(end.match) as awake:
                if awake.row.status == "paused" and awake.row.resume_ms == end.due_ms:
                    await self.go_on(awake, 0)
        except StoreError as problem:
            log.error("pause_not_ended", match=end.match, problem=str(problem))
            self._try_to_go_on_later(end)
        except Refused as refusal:
            log.warning("pause_end_refused", match=end.match, code=refusal.code)
        except Exception:
            log.exception("pause_end_failed", match=end.match)

    def _try_to_go_on_later(self, end: Deadline) -> None:
        """The pause is over, and stays so until that could be written."""
        asyncio.get_running_loop().call_later(RETRY_MS / 1000, self._pauses.ring_again, end, end.due_ms)

    # -- time -------------------------------------------------------------------------------------------------------

    async def extend(self, match_id: int, actor: int, seconds: int) -> None:
        """Give everybody more time for what is open now."""
        async with self._keeper.alone(match_id) as awake:
            awake.check_live()
            await prolong(self._keeper, awake, actor, "extend", seconds)

    async def skip(self, match_id: int, actor: int, moment: str | None = None) -> None:
        """Let the clock that runs out next run out now; without a clock, take the defaults of all open questions.

        With `moment` (see `MatchSnapshot.moment`) only if it is still that one. Raises Refused.
        """
        async with self._keeper.alone(match_id) as awake:
            awake.check_live()
            now = awake.snapshot()
            if moment is not None and now.moment() != moment:
                raise Refused("gone_on")
            questions = now.soonest()
            if not questions:
                raise Refused("nothing_to_skip")
            await self.note(match_id, actor, "skip")
            first = questions[0]
            if first.number in awake.deadlines or first.seat == MIRROR:
                await self._end_clock(awake, first)
            else:
                await self._end_all(awake, questions)

    async def _end_clock(self, awake: Awake, first: Question) -> None:
        value = first.default if first.default is not None or first.seat != MIRROR else first.choices[-1]
        await self._keeper.reply(awake, first, value)
        waiting = awake.snapshot().waiting_step()
        if waiting is not None and not first.key.startswith(STEP) and not awake.over:
            await self._keeper.reply(awake, waiting, GO_ON)  # who has said Next need not say it again

    async def _end_all(self, awake: Awake, questions: list[Question]) -> None:
        checkpoint = awake.match.checkpoint
        for question in questions:
            if awake.match.checkpoint != checkpoint:
                return
            if any(open_.number == question.number for open_ in awake.match.open):
                await self._keeper.reply(awake, question, _some_default(question))

    async def end(self, match_id: int, actor: int) -> None:
        """Stop the game for good, without a winner."""
        async with self._keeper.alone(match_id) as awake:
            await end_match(self._keeper, awake, actor, "host")
            self._pauses.replace(match_id, [])

    async def rewind(
        self, match_id: int, actor: int, keep: int, *, force: bool = False, times: int | None = None
    ) -> None:
        """Take back every answer of this round from journal line `keep` on; with `times` only if the match has gone
        back no oftener before, and that line is still the same.

        Refused once a secret was shown since (somebody knows what they must not know again), unless forced; what the
        dead may see counts as shown to whoever would live again. Refused always where it would revive a member of the
        room of the dead.
        """
        async with self._keeper.alone(match_id) as awake:
            awake.check_not_over()
            async with self._keeper.store.reading() as connection:
                saved = await loading.load(connection, match_id)
                said = await journals.announcements_of(connection, match_id)
                now = await table_log.times(connection, match_id, TAKEN_BACK)
            if saved.snapshot is None or not 0 <= keep < len(saved.journal) or times not in (None, now):
                raise Refused("cannot_rewind")
            snapshot = Snapshot.model_validate_json(saved.snapshot.body)
            earlier = resumed(saved.row, snapshot, [entry_of(line) for line in saved.journal[:keep]])
            revived = _revived(awake, earlier.view(SPECTATOR))
            await self._check_not_in_the_room(match_id, revived)
            secrets = sum(line.audience != "everyone" for line in said[earlier.announced :])
            if awake.row.options.get(DEAD_WATCH):
                secrets += len(revived)  # every card has stood on their My seat
            if secrets and not force:
                raise Refused("secret_shown", count=secrets)
            earlier.take_changes()
            why = Why("rewind", "rewind", actor, {"keep": keep, "forced": force})
            try:
                # What chance draws without anybody's answer is drawn again just the same, and stays.
                await self._keeper.go_back(saved, earlier, NO_CHANGES, earlier.answered, earlier.announced, why)
            except Conflict:
                raise Refused("try_again") from None
            finally:
                self._keeper.drop(awake)
            self._keeper.tell(Happening(match_id, "rewound"))

    async def _check_not_in_the_room(self, match_id: int, revived: Collection[int]) -> None:
        """Raises Refused where one of these has been in the room of the dead, forced or not."""
        async with self._keeper.store.reading() as connection:
            members = {row.user_id for row in await onlookers.of_match(connection, match_id) if row.way == "room"}
        if members.intersection(revived):
            raise Refused("room_of_the_dead")

    # -- people and places ------------------------------------------------------------------------------------------

    async def check_may_sit(self, match_id: int, seat: Seat, user_id: int, *, by: int | None = None) -> None:
        """Raises Refused when this person could not be given this seat; `by` is whoever wants that, if not they."""
        match = (await self._keeper.awake(match_id)).snapshot()
        if match.seat_of(user_id) is not None:
            raise Refused("already_seated")
        async with self._keeper.store.reading() as connection:
            await check_may_sit(connection, match_id, seat, user_id, by=by or user_id, now_ms=self._keeper.now_ms())

    async def seat_person(
        self, match_id: int, actor: int, seat: Seat, user_id: int | None, name: str, *,
        instead_of: SeatRow | None = None, along: Work | None = None,
    ) -> None:  # fmt: skip
        """Give a seat to another person, or (None) to a computer player. The seat's past stays its own.

        `instead_of` is who had the seat when this was agreed on, without it whoever has it now; `along` is done in the
        same transaction, before. Refused when the seat has become somebody else's since.
        """
        old = instead_of or (await self._keeper.awake(match_id)).seats.get(seat)
        if old is None:
            raise Refused("no_such_seat")

        def is_still_theirs(row: SeatRow) -> bool:
            return (row.user_id, row.player) == (old.user_id, old.player)

        await self._change_owner(match_id, actor, seat, user_id, name, is_still_theirs, along)

    async def take_over(
        self, match_id: int, actor: int, seat: Seat, user_id: int | None, name: str, *, was: int | None
    ) -> None:
        """The same with the seat of this person, who is away. Refused when they are back, or it is theirs no more."""

        def is_still_away(row: SeatRow) -> bool:
            return row.user_id == was and row.away

        await self._change_owner(match_id, actor, seat, user_id, name, is_still_away)

    async def _change_owner(
        self,
        match_id: int,
        actor: int,
        seat: Seat,
        user_id: int | None,
        name: str,
        may_change: Callable[[SeatRow], bool],
        along: Work | None = None,
    ) -> None:
        async with self._keeper.alone(match_id) as awake:
            awake.check_not_over()
            old = awake.seats.get(seat)
            if old is None:
                raise Refused("no_such_seat")
            if user_id is None:
                name = unused(name, awake.names().values())
            new = SeatRow(match_id, seat, user_id, name, "human" if user_id is not None else "thoughtful")
            now = self._keeper.now_ms()

            async def sit(connection: Any) -> None:
                rows = by_seat(await seating.seats_of(connection, match_id))
                if not may_change(rows[seat]):
                    raise Refused("seat_not_free")
                if along is not None:
                    await along(connection)
                if user_id is not None:
                    if any(row.user_id == user_id for row in rows.values()):
                        raise Refused("already_seated")
                    await check_may_sit(connection, match_id, seat, user_id, by=actor, now_ms=now)
                await give_seat(connection, new, checkpoint=awake.match.checkpoint, at_ms=now)

            await self._keeper.act(awake, actor, "seat", sit, seat=seat, was=old.user_id, now=user_id)
            awake.seats[seat] = new
            self._keeper.tell(Happening(match_id, "seated", seat))

    async def forgive(self, match_id: int, seat: Seat) -> None:
        """This player is here again, and their missed deadlines are forgotten."""
        async with self._keeper.alone(match_id) as awake:
            await self._keeper.store.write(lambda connection: welcome(connection, match_id, seat))
            awake.seats[seat] = replace(awake.seats[seat], strikes=0, away=False)

    async def set_place(self, match_id: int, thread_id: int | None) -> None:
        """Remember the thread (or channel) the match is played in; None: it has to find one anew."""
        async with self._keeper.alone(match_id) as awake:
            await self._keeper.store.write(lambda connection: matches.set_thread(connection, match_id, thread_id))
            awake.row = replace(awake.row, thread_id=thread_id)

    async def move(self, match_id: int, channel_id: int, parent_id: int | None = None) -> None:
        """Let a match whose place is gone go on in another channel, or in a thread of the channel `parent_id`."""
        async with self._keeper.alone(match_id) as awake:
            await self._keeper.store.write(
                lambda connection: matches.move(connection, match_id, channel_id, parent_id=parent_id)
            )
            awake.row = replace(awake.row, channel_id=channel_id, parent_id=parent_id, thread_id=None)

    async def note(self, match_id: int, actor: int, action: str, **details: Any) -> None:
        """Write a line in the table's log."""

        async def note(connection: Any) -> None:
            await self._keeper.write_line(connection, await matches.get(connection, match_id), actor, action, **details)

        await self._keeper.store.write(note)
        self._keeper.noted()


def _revived(awake: Awake, earlier: View) -> list[int]:
    """The people who are out of the game, and would not be if it went back to this view of it."""
    again = sent_out(awake.match.view(SPECTATOR)) - sent_out(earlier)
    return [row.user_id for seat, row in awake.seats.items() if seat in again and row.user_id is not None]


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
