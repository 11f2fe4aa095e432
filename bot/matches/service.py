"""Running matches: they are dealt, answered, and shown; and time is an answer, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import structlog

from bot.engine.questions import IllegalAnswer, Question, Seat, Value
from bot.engine.rulebook import Game, Options, View
from bot.matches.awake import Awake, clocks
from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.dealing import deal
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.matches.snapshot import MatchSnapshot
from bot.store import deadlines, heartbeat
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.seating import NewSeat

log = structlog.get_logger(__name__)

NOTED_OUTAGE_MS = 30_000
"""An absence shorter than this is credited but not spoken of."""
ANYBODY: Final = -1
"""An answer by whom is not looked at: the Mirror's own."""
RETRY_MS = 5_000
"""Pause before a deadline that could not be written is tried again."""


class MatchService:
    """All matches of this bot: every answer goes through here, and is durable before anybody is told.

    keeper  the one way in for every other change (see `bot.matches.hosting`)
    """

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self.store = store
        self.now_ms = now_ms
        self._deadlines = Deadlines(now_ms, self._expire)
        self.keeper = Keeper(store, now_ms, self._deadlines)
        self.watchers = self.keeper.watchers

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def start_up(self) -> int:
        """Take up all deadlines; time the bot was away is credited to the players. Returns that time in ms."""
        now = self.now_ms()

        async def credit(connection: Any) -> int:
            last = await heartbeat.last(connection)
            away = max(0, now - last) if last is not None else 0
            if away:
                await deadlines.shift(connection, away)
            await heartbeat.beat(connection, now)
            return away

        away = await self.store.write(credit)
        async with self.store.reading() as connection:
            rows = await deadlines.of_running(connection)
        self._deadlines.load(Deadline(row.due_ms, row.match, row.checkpoint, row.question) for row in rows)
        if away >= NOTED_OUTAGE_MS:
            for match in sorted({row.match for row in rows}):
                self.keeper.tell(Happening(match, "away", amount=away))
        return away

    async def beat(self) -> None:
        """Note that the bot is there; called every few seconds."""
        now = self.now_ms()
        await self.store.write(lambda connection: heartbeat.beat(connection, now))

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
        seed: str | None = None,
        presses: Sequence[int] = (),
    ) -> int:
        """Deal a new match and make it durable. Raises Refused when these people cannot play with these options.

        seed     what was promised before anybody sat down; presses: ids of the presses that go into the deal, in order
        """
        dealt = deal(
            game,
            options,
            people,
            self.now_ms(),
            guild_id=guild_id,
            channel_id=channel_id,
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
    ) -> Awake:
        """One answer, durable when this returns. The same interaction twice counts once.

        `by` is who answers (None: a computer player): refused when the seat is no longer theirs.
        Raises IllegalAnswer (not asked, not offered), Refused (paused, over) or StoreError (not written); then nothing
        has changed.
        """
        async with self.keeper.answering(match_id) as awake:
            awake.check_live()
            if by != ANYBODY and awake.seats[seat].user_id != by:
                raise Refused("not_seated")
            if checkpoint != awake.match.checkpoint:
                raise IllegalAnswer("not_open")
            question = awake.match.question(number, seat)
            question.check(value)
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
            self._deadlines.ring_again(deadline, self.now_ms() + RETRY_MS)
        except Refused as refusal:
            log.warning("deadline_refused", match=deadline.match, code=refusal.code)
            if refusal.code == "try_again":
                self._deadlines.ring_again(deadline, self.now_ms() + RETRY_MS)
        except Exception:
            log.exception("deadline_failed", match=deadline.match, question=deadline.question)

    async def _let_pass(self, deadline: Deadline) -> None:
        """Take the default, or tell the moderator that the time is up."""
        async with self.keeper.answering(deadline.match) as awake:
            question = _question_of(awake, deadline)
            if question is None:
                return
            if awake.row.moderator_id is not None:
                self.keeper.tell(Happening(awake.id, "time_is_up", question.seat, question.number))
                return
            before, missed = self._take_default(awake, question)
        await self.keeper.commit(awake, before, missed=missed)

    def _take_default(self, awake: Awake, question: Question) -> tuple[tuple[int, int], list[Seat]]:
        """Where the journal stood before, and the seats of people who let a duty pass with this clock.

        A player who has answered before, and was only asked whether they stay with it, has let nothing pass.
        """
        match = awake.match
        duties = match.game.duties
        asked = [q for q in match.open if q.key in duties and (q.seat, q.key) not in awake.acted]
        before = self.keeper.apply(awake, question, question.default)
        if match.outcome is not None:
            return before, []
        still = {q.number for q in match.open} if match.checkpoint == before[0] else set()
        gone = {q.seat for q in asked if q.number not in still}
        return before, [seat for seat in sorted(gone) if seat in awake.seats and awake.seats[seat].player == "human"]


def _question_of(awake: Awake, deadline: Deadline) -> Question | None:
    """The question whose time is up, if it is open and has not been given more time."""
    if awake.row.status != "running" or awake.match.checkpoint != deadline.checkpoint:
        return None
    due = awake.deadlines.get(deadline.question)
    if due is None or due > deadline.due_ms:
        return None
    return next((question for question in awake.match.open if question.number == deadline.question), None)
