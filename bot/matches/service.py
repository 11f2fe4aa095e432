"""Running matches: they are dealt, answered, and shown; and time is an answer, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from bot.engine.questions import IllegalAnswer, Question, Seat, Value
from bot.engine.rulebook import Game, Options, View
from bot.matches.awake import Awake, clocks
from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.dealing import deal
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.heart import SLOWEST_S, Heart
from bot.matches.keeper import Keeper
from bot.matches.quiet_clocks import move_out, put_in_order
from bot.matches.snapshot import MatchSnapshot, place_of
from bot.matches.timekeeper import Timekeeper
from bot.matches.untold import Late, Unreached, Untold
from bot.store import deadlines
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.seating import NewSeat

log = structlog.get_logger(__name__)

NOTED_OUTAGE_MS = 30_000
"""An absence shorter than this does not count, but is not spoken of."""
ANYBODY: Final = -1
"""An answer by whom is not looked at: the Mirror's own."""
LOOK_AGAIN_MS = 1_000
"""A clock that ran out at a match whose news could not be told is looked at again so soon."""
RETRY_MS = 5_000
"""Pause before a deadline that could not be written is tried again."""


class MatchService:
    """All matches of this bot: every answer goes through here, and is durable before anybody is told.

    keeper  the one way in for every other change (see `bot.matches.hosting`)
    """

    def __init__(self, store: Store, time: Timekeeper) -> None:
        self.store = store
        self.time = time
        self._heart = Heart(store, time)
        self._deadlines = Deadlines(time.play_ms, self._expire, lambda: time.stands)
        self.keeper = Keeper(store, time, self._deadlines, self._heart)
        time.watchers.append(self._deadlines.look)
        self._deadlines.begins = self._look_sooner
        self._rests_long = False
        self._has_learned = False
        self._away_ms = 0
        """For how long nobody was there, where people have still to be told so."""
        self.wake_pulse: Callable[[], None] = _nobody_rests
        """Called when the next pulse should come at once: it was said to come late, since nothing was due."""
        self.watchers = self.keeper.watchers
        self.in_touch: Callable[[], Awaitable[bool]] = _always
        """Looks whether people can be asked and can answer; if not, time stands when this is answered."""
        self.untold = Untold(time)
        self.has_reached: Callable[[MatchSnapshot, Question], Awaitable[bool]] = _always
        """Whether a question has reached its person."""
        self.unreached = Unreached(time)
        self.waits_for: Callable[[MatchSnapshot, Question], Awaitable[Sequence[Question]]] = _nothing
        """What is asked on this clock and has not reached its person."""

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def learn(self) -> None:
        """Learn what every clock goes by that begins, before anybody can press anything: Discord tells of presses while
        the rest is still taken up. Until it is, no time counts. Raises StoreError."""
        keeper = self.keeper
        await asyncio.gather(self._heart.look_back(), keeper.unhurried.start_up(), keeper.quiet.start_up())
        self._has_learned = True

    async def start_up(self) -> int:
        """Take up all deadlines: the time in which the bot was not there has not counted. Returns that time in ms."""
        if not self._has_learned:
            await self.learn()
        away_ms, running = await asyncio.gather(self._heart.take_up(), self._running())
        self._deadlines.load(map(Deadline._make, running))
        for guild_id in self.keeper.quiet.servers():
            await put_in_order(self.keeper, guild_id)
        self._away_ms = away_ms
        return away_ms

    async def _running(self) -> Sequence[tuple[int, int, int, int]]:
        async with self.store.reading() as connection:
            return await deadlines.of_running(connection, slot=self.store.slot)

    async def to_take_up(self) -> list[int]:
        """The matches whose clocks run, the newest first."""
        return sorted({match_id for _, match_id, *_ in await self._running()}, reverse=True)

    async def pulse(self) -> float:
        """Say that the process runs, and write that down when it is time to. After how many seconds to say it again.

        Raises StoreError.
        """
        next_s = self._heart.next_look_s(self._deadlines.next_in_ms())
        given_back_ms = self.time.feel_pulse(int(next_s * 1000))
        if given_back_ms:
            self.look_again(given_back_ms)
        await self._heart.beat_if_due()
        self._tell_away()
        next_s = min(next_s, self._heart.next_look_s(self._deadlines.next_in_ms()))
        self._rests_long = next_s > SLOWEST_S
        return next_s

    def _tell_away(self) -> None:
        """Say for how long nobody was there, now that it is written down that somebody is: a process that dies before
        that says nothing, and the next one tells of the whole time."""
        away_ms, self._away_ms = self._away_ms, 0
        if away_ms >= NOTED_OUTAGE_MS:
            self._tell_all("away", away_ms)

    def _look_sooner(self) -> None:
        """A clock runs again: the pulse that keeps it from counting while nobody is there may not be a minute away."""
        if self._rests_long:
            self._rests_long = False
            self.wake_pulse()

    async def beat(self) -> None:
        """Write down that the bot is there."""
        await self._heart.beat()
        self._tell_away()

    def look_again(self, given_back_ms: int) -> None:
        """The clocks have stood for so long, and go on: boards show later times than before."""
        log.warning("time_given_back", seconds=round(given_back_ms / 1000))
        self._deadlines.look()  # a frozen process has slept through it
        self._tell_all(_kind(given_back_ms), given_back_ms)

    async def told(self, match_id: int, as_of: int) -> None:
        """Everybody has been told how a match stood when `untold.count` was that: if it came late, nobody's time shall
        be the shorter for it. Raises Refused and StoreError."""
        if self.untold.late_ms(match_id):
            async with self.keeper.alone(match_id) as awake:
                late_ms = self.untold.late_ms(match_id)
                await self._give_back(awake, late_ms, _kind(late_ms))
        self.untold.told(match_id, as_of)

    async def reached(self, match_id: int, seat: Seat) -> None:
        """This person has been told and asked everything. If that came late, they have their whole time all the same.

        Boards show it, and nothing is said of it: the Mirror was there for everybody else. Raises Refused and
        StoreError.
        """
        if not self.unreached.is_noted(match_id, seat):
            return
        async with self.keeper.alone(match_id) as awake:
            late = self.unreached.reached(match_id, seat)
            if late is not None and _is_open(awake, seat, late):  # else its clock is over, and another one runs
                await self._give_back(awake, self.unreached.late_ms(late), "answered")

    async def _give_back(self, awake: Awake, late_ms: int, kind: str) -> None:
        """Let all clocks of this match run out so much later. What else was late in that time has its time as well."""
        if awake.row.status != "running" or not late_ms:
            return
        await self.store.write(lambda connection: deadlines.shift(connection, late_ms, awake.id))
        awake.deadlines = {number: at + late_ms for number, at in awake.deadlines.items()}
        self.keeper.schedule(awake)
        await move_out(self.keeper, awake)
        self.untold.given_back(awake.id)
        self.unreached.given_back(awake.id)
        log.warning("told_late", match=awake.id, seconds=round(late_ms / 1000))
        self.keeper.tell(Happening(awake.id, kind, amount=late_ms))

    def show_times(self) -> None:
        """People's own clocks were not what the bot thought: boards show other times than before."""
        self._tell_all("answered", 0)

    def _tell_all(self, kind: str, amount: int) -> None:
        for match in self.with_clocks():
            self.keeper.tell(Happening(match, kind, amount=amount))

    def with_clocks(self) -> list[int]:
        """The matches in which a clock runs."""
        return self._deadlines.matches()

    def close(self) -> None:
        self._deadlines.close()

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
        parent_id: int | None = None,
        anywhere: bool = False,
        seed: str | None = None,
        presses: Sequence[int] = (),
    ) -> int:
        """Deal a new match and make it durable. Raises Refused when these people cannot play with these options.

        parent_id  the channel of the thread, where the match is opened in one
        anywhere   whether the bot is no member there
        seed       what was promised before anybody sat down
        presses    ids of the presses that go into the deal, in order
        """
        dealt = deal(
            game,
            options,
            people,
            self.time.read(),
            self.keeper.unhurried,
            self.keeper.quiet,
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            anywhere=anywhere,
            host_id=host_id,
            role_set=role_set,
            seed=seed,
            presses=presses,
        )
        number, due = await self.store.write(dealt.write)
        self._deadlines.replace(number, clocks(number, dealt.match.checkpoint, due))
        self.keeper.tell(Happening(number, "changed"))
        return number

    # -- looking ----------------------------------------------------------------------------------------------------

    async def snapshot(self, match_id: int) -> MatchSnapshot:
        """The match as it is on disk now, to be shown: taken once for all that is sent together.

        Raises Refused when there is none, StoreError when it cannot be read.
        """
        return (await self.keeper.awake(match_id)).snapshot()

    async def awake(self, match_id: int) -> Awake:
        """The match in memory, everything in it durable. Hold it no longer than to the next `await`. Raises Refused."""
        return await self.keeper.awake(match_id)

    def in_memory(self, match_id: int) -> Awake | None:
        """The match if it is awake, perhaps some answers ahead of the disk: to plan by, never to show."""
        return self.keeper.in_memory(match_id)

    async def view(self, match_id: int, seat: Seat) -> View:
        return (await self.snapshot(match_id)).view(seat)

    # -- answering --------------------------------------------------------------------------------------------------

    async def answer(
        self,
        match_id: int,
        seat: Seat,
        checkpoint: int,
        number: int,
        value: Value,
        *,
        by: int | None = ANYBODY,
        interaction_id: int | None = None,
        by_order: bool = False,
        asked: Question | None = None,
    ) -> Awake:
        """One answer, durable when this returns. The same interaction twice counts once.

        `by` is who answers (None: a computer player): refused when the seat is no longer theirs. `by_order`: they have
        a standing order for it, and may be looking elsewhere. `asked` is the question out of a snapshot, for whom what
        they saw in it counts: refused when the match has gone back since, though the same is asked again.
        Raises IllegalAnswer (not asked, not offered), Refused (paused, over, passed over) or StoreError (not written);
        then nothing has changed.
        """
        async with self.keeper.answering(match_id) as awake:
            awake.check_live()
            if by != ANYBODY and awake.seats[seat].user_id != by:
                raise Refused("not_seated")
            if checkpoint != awake.match.checkpoint:
                raise IllegalAnswer("not_open")
            question = awake.match.question(number, seat)
            if asked is not None and asked is not question:
                raise Refused("try_again")
            question.check(value)
            if awake.is_passed_over(question):
                raise Refused("passed_over")
            if not question.is_said(value):
                awake.answered_ms[seat, place_of(question)] = self.time.steady_ms()
            awake.note_by_order(seat, by_order)
            before = self.keeper.apply(awake, question, value)
        await self.keeper.commit(awake, before, interaction_id, by=seat)
        return await self.awake(match_id)

    # -- time -------------------------------------------------------------------------------------------------------

    async def _expire(self, deadline: Deadline) -> None:
        """A deadline has passed: the recorded default is answered, if the question is still open."""
        try:
            await self._let_pass(deadline)
        except StoreError as problem:
            # The time stays passed: try again when the store may work again.
            log.error("deadline_not_written", match=deadline.match, problem=str(problem))
            self._deadlines.ring_again(deadline, self.time.play_ms() + RETRY_MS)
        except Refused as refusal:
            log.warning("deadline_refused", match=deadline.match, code=refusal.code)
            if refusal.code == "try_again":
                self._deadlines.ring_again(deadline, self.time.play_ms() + RETRY_MS)
        except Exception:
            log.exception("deadline_failed", match=deadline.match, question=deadline.question)

    async def _let_pass(self, deadline: Deadline) -> None:
        """Take the default, or tell the moderator that the time is up. Nothing, if nobody could have answered, or what
        is new has not been told yet."""
        if self.untold.is_late(deadline.match):
            self._deadlines.ring_again(deadline, self.time.play_ms() + LOOK_AGAIN_MS)
            return
        if not await self.in_touch():
            self._deadlines.ring_again(deadline, deadline.due_ms)
            return
        if await self._is_out_of_reach(deadline):
            self._deadlines.ring_again(deadline, self.time.play_ms() + LOOK_AGAIN_MS)
            return
        if await self._is_quiet(deadline):
            return
        async with self.keeper.answering(deadline.match) as awake:
            question = _question_of(awake, deadline)
            if question is None:
                return
            if awake.row.moderator_id is not None:
                self.keeper.tell(Happening(awake.id, "time_is_up", question.seat, question.number))
                return
            duties, asked = await self._duties(awake), awake.match.open
            before, missed = self._take_default(awake, question, duties)
            too_late = {one.seat for one in asked if not _is_asked(awake, before[0], one.number)}
            if awake.is_deserted(missed):
                awake.fall_asleep()
        await self.keeper.commit(awake, before, missed=missed)
        for seat in sorted(too_late & awake.seats.keys()):
            self.keeper.tell(Happening(deadline.match, "ran_out", seat))

    async def _is_quiet(self, deadline: Deadline) -> bool:
        """Whether this clock has come to stand in quiet hours, because clocks stood. Then it runs on behind them."""
        if (await self.awake(deadline.match)).quiet is None:
            return False
        async with self.keeper.alone(deadline.match) as awake:
            return await move_out(self.keeper, awake)

    async def _is_out_of_reach(self, deadline: Deadline) -> bool:
        """Whether somebody was not reached by what they are asked. From now on that is known, if nobody has noticed it
        before."""
        now = await self.awake(deadline.match)
        clock = _question_of(now, deadline)
        if clock is None or now.row.moderator_id is not None:
            return False
        asked = await self.waits_for(now.snapshot(), clock)
        waited_for = [question for question in asked if not self.unreached.is_hopeless(now.id, question.seat)]
        for question in waited_for:
            self.unreached.note(now.id, deadline.checkpoint, question, deadline.due_ms)
        if waited_for and self.unreached.is_to_be_said(deadline.match):
            self.keeper.tell(Happening(deadline.match, "waits"))
        return bool(waited_for)

    async def _duties(self, awake: Awake) -> list[Question]:
        """What people ought to answer, and know of.

        A player who has answered before, and is only asked whether they stay with it, lets nothing pass.
        """
        now, duties = awake.snapshot(), awake.match.game.duties
        asked = [q for q in now.open if q.key in duties and (q.seat, q.key) not in awake.acted]
        return [q for q in asked if await self.has_reached(now, q)]

    def _take_default(
        self, awake: Awake, question: Question, asked: Sequence[Question]
    ) -> tuple[tuple[int, int], list[Seat]]:
        """Where the journal stood before, and the seats of people who let a duty pass with this clock."""
        match = awake.match
        before = self.keeper.apply(awake, question, question.default)
        if match.outcome is not None:
            return before, []
        gone = {q.seat for q in asked if not _is_asked(awake, before[0], q.number)}
        return before, [seat for seat in sorted(gone) if seat in awake.seats and awake.seats[seat].player == "human"]


def _kind(given_back_ms: int) -> str:
    """What is told when so much time was given back: boards show other times; a longer absence is spoken of."""
    return "away" if given_back_ms >= NOTED_OUTAGE_MS else "answered"


def _nobody_rests() -> None:
    """No pulse waits for long."""


async def _always(*_: object) -> bool:
    """Nobody looks whether people can be reached."""
    return True


async def _nothing(*_: object) -> Sequence[Question]:
    """A person who is asked something is taken to know it."""
    return ()


def _is_open(awake: Awake, seat: Seat, late: Late) -> bool:
    """Whether this is still asked of this seat."""
    asked = [question.number for question in awake.match.open if question.seat == seat]
    return awake.match.checkpoint == late.checkpoint and late.question in asked


def _is_asked(awake: Awake, checkpoint: int, number: int) -> bool:
    """Whether the question of this number of that round is still asked."""
    return awake.match.checkpoint == checkpoint and any(question.number == number for question in awake.match.open)


def _question_of(awake: Awake, deadline: Deadline) -> Question | None:
    """The question whose time is up, if it is open and has not been given more time."""
    if awake.row.status != "running" or awake.match.checkpoint != deadline.checkpoint:
        return None
    due = awake.deadlines.get(deadline.question)
    if due is None or due > deadline.due_ms:
        return None
    return next((question for question in awake.match.open if question.number == deadline.question), None)
