"""Reminders of turns: at most one a question, and never two within a minute to one person.

Only games of turns remind (`Game.reminders`). A person's open duty is due for a reminder when half of its time has
passed, but not in its first 45 seconds. That moment follows from the question and its deadline alone, so nothing about
reminders is written down: after a start, what was due before it counts as said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.engine.questions import MIRROR, Question, Seat
from bot.games import GAMES
from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.reach import PeopleBook
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.store import deadlines
from bot.store.errors import StoreError

log = structlog.get_logger(__name__)

Remind = Callable[[int, Seat, int], Awaitable[None]]
"""Tells the person at this seat of this match about the question of this number."""

SHORTEST_CLOCK_S = 60
"""A person who has less time than this in all is not reminded."""
EARLIEST_S = 45
"""So long after a question was opened nobody is reminded of it."""
SPACING_MS = 60_000
"""Between two reminders to one person there is at least so much time, over all tables; what comes sooner is dropped."""
UNSURE_MS = 20_000
"""How much more than the outage is credited at most: the bot notes only every few seconds that it is there."""
RETRY_MS = 10_000
"""Pause before a match that could not be read is looked at again."""


@dataclass
class Plan:
    """What is known of one match: when to look at it next, and of which questions nobody is reminded (again)."""

    next_ms: int | None = None
    checkpoint: int = -1
    done: set[int] = field(default_factory=set)


class Reminders:
    """Reminds people of their turns. `remind` sends the message; what it raises is logged, and nothing is repeated."""

    def __init__(self, service: MatchService, now_ms: Callable[[], int], remind: Remind) -> None:
        self._service = service
        self._now_ms = now_ms
        self._remind = remind
        self._memory = PeopleBook(service.store, now_ms)
        self._looks = Deadlines(now_ms, self._look_at)
        self._plans: dict[int, Plan] = {}
        self._last: dict[int, int] = {}
        """Person -> when the last reminder was sent; in that order."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._started_ms = now_ms()
        self._closed = False

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def start_up(self) -> None:
        """Plan for every match that is being played, by its deadlines alone: no match is woken."""
        now = self._started_ms = self._now_ms()
        games = [game.name for game in GAMES.values() if game.reminders]
        if not games:
            return
        async with self._service.store.reading() as connection:
            rows = await deadlines.of_running(connection, games, slot=self._service.store.slot)
        looks: dict[int, int] = {}
        lag_ms = self._service.time.lag_ms
        for counted_ms, match, _, _ in rows:
            # What the clock began with is not known here; with more than what is left, the moment is earlier still.
            due_ms = counted_ms + lag_ms
            at = _halfway(due_ms, max((due_ms - now) // 1000, SHORTEST_CLOCK_S))
            if at > now:
                looks[match] = min(at, looks.get(match, at))
        found = {
            match: at for match, at in looks.items() if match not in self._plans
        }  # else it has been looked at since
        self._plans |= {match: Plan(next_ms=at) for match, at in found.items()}
        self._looks.load(Deadline(at, match, 0, 0) for match, at in found.items())

    def close(self) -> None:
        self._closed = True
        self._looks.close()
        for task in list(self._tasks):
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- being told -------------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service; looks at the match at once if it is awake."""
        if self._closed or happening.kind in ("away", "offered", "paused", "deserted"):
            return
        awake = self._service.in_memory(happening.match)
        if awake is not None:
            if awake.match.game.reminders:
                self._plan(awake.snapshot(), happening.kind)
        elif happening.kind in ("changed", "again", "rewound"):  # just dealt, or about to be read anew
            self._start(self._look_later(happening))

    async def _look_later(self, happening: Happening) -> None:
        try:
            self._plan(await self._service.snapshot(happening.match), happening.kind)
        except Refused:
            return
        except StoreError as problem:
            log.error("reminder_not_planned", match=happening.match, problem=str(problem))

    def _plan(self, match: MatchSnapshot, kind: str) -> None:
        """See when this match has to be looked at next."""
        if not match.game.reminders or match.over:
            self._forget(match.id)
            return
        plan = self._plan_of(match)
        if kind in ("again", "rewound"):
            plan.done.clear()  # it is asked anew
        if not match.running:
            return
        if kind == "resumed":
            # The clocks stood still, so what is due already was due before the pause.
            plan.done.update(question.number for question, at in self._due(match, plan) if at <= self._now_ms())
        self._look_next(match, plan)

    def _forget(self, match_id: int) -> None:
        self._plans.pop(match_id, None)
        self._looks.replace(match_id, [])

    def _plan_of(self, match: MatchSnapshot) -> Plan:
        plan = self._plans.setdefault(match.id, Plan())
        if plan.checkpoint != match.checkpoint:
            plan.checkpoint = match.checkpoint
            plan.done.clear()
        return plan

    def _due(self, match: MatchSnapshot, plan: Plan) -> Iterator[tuple[Question, int]]:
        """The open duties nobody was reminded of yet, each with the time to do it."""
        reminders = match.game.reminders
        for question in match.open:
            if question.key not in reminders or question.number in plan.done or question.seat <= 0:
                continue
            if match.seats[question.seat].user_id is None:
                continue
            at = _moment(match, question)
            if at is None:
                continue
            if at <= self._started_ms + UNSURE_MS:
                plan.done.add(question.number)
            else:
                yield question, at

    def _look_next(self, match: MatchSnapshot, plan: Plan) -> None:
        now = self._now_ms()
        at = min((at for _, at in self._due(match, plan) if at > now), default=None)
        if at is not None and (plan.next_ms is None or at < plan.next_ms):
            plan.next_ms = at
            self._looks.replace(match.id, [Deadline(at, match.id, 0, 0)])

    # -- reminding --------------------------------------------------------------------------------------------------

    async def _look_at(self, look: Deadline) -> None:
        """Remind everybody for whom it is time at this match, and plan when to look again."""
        plan = self._plans.get(look.match)
        if plan is None or plan.next_ms != look.due_ms:  # there is another look, or nothing to look at any more
            return
        try:
            match = await self._service.snapshot(look.match)
        except Refused:
            self._forget(look.match)
            return
        except StoreError as problem:
            log.error("reminder_postponed", match=look.match, problem=str(problem))
            plan.next_ms = self._now_ms() + RETRY_MS
            self._looks.ring_again(look, plan.next_ms)
            return
        plan.next_ms = None
        if match.over:
            self._forget(look.match)
        elif match.running:
            plan = self._plan_of(match)
            now = self._now_ms()
            for question, at in list(self._due(match, plan)):
                if at <= now:
                    plan.done.add(question.number)
                    self._start(self._tell(match.id, question.seat, match.checkpoint, question.number))
            self._look_next(match, plan)

    async def _tell(self, match_id: int, seat: Seat, checkpoint: int, number: int) -> None:
        """Remind this seat, if its person wants that and the question is still open."""
        try:
            user_id = (await self._service.snapshot(match_id)).seats[seat].user_id
            if user_id is None or not await self._memory.wants_reminders(user_id):
                return
            match = await self._service.snapshot(match_id)
            open_now = {question.number for question in match.open_for(seat)}
            if not match.running or match.checkpoint != checkpoint or number not in open_now:
                return
            if match.seats[seat].user_id != user_id or not self._may_tell(user_id):
                return
            self._last[user_id] = self._now_ms()
            await self._remind(match_id, seat, number)
        except Refused:
            return
        except StoreError as problem:
            log.error("reminder_dropped", match=match_id, problem=str(problem))
        except Exception:
            log.exception("reminder_failed", match=match_id, seat=seat)

    def _may_tell(self, user_id: int) -> bool:
        """Whether the last reminder to this person is long enough ago."""
        now = self._now_ms()
        for person, at in list(self._last.items()):
            if at > now - SPACING_MS:
                break
            del self._last[person]
        return user_id not in self._last


def _moment(match: MatchSnapshot, question: Question) -> int | None:
    """When to remind of this question: halfway, but not too early, and when quiet hours are over; None when it has no
    clock, or a short one.

    A question without a clock of its own runs on the table's. What was added to a clock moves the moment.
    """
    clocks = [question] if question.within is not None else [q for q in match.open if q.seat == MIRROR]
    found = [
        (match.deadlines[clock.number], clock.within)
        for clock in clocks
        if clock.within is not None and clock.number in match.deadlines
    ]
    if not found:
        return None
    due, within = min(found)
    if within < SHORTEST_CLOCK_S:
        return None
    at = _halfway(due, within)
    return at if match.quiet is None else match.quiet.after(at)


def _halfway(due_ms: int, within_s: int) -> int:
    """When half of the time is over, or the first seconds, whichever is later."""
    return due_ms - min(within_s * 500, (within_s - EARLIEST_S) * 1000)
