"""Standing orders: what people have told the Mirror to answer for them, given as their own answer.

Nobody else may learn of them. So such an answer comes a while after the question, at a moment that is drawn without a
look at the order or the answer: it may have been given by hand. The moment is not drawn from the seed of the match,
which everybody knows when the game is over. And it counts as presence, like a press: else the table would offer a
seat that answers (M-1, M-2).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from weakref import WeakValueDictionary

import structlog

from bot.engine.questions import MIRROR, IllegalAnswer, Question, Seat, Value
from bot.engine.rulebook import LEAVES_OPEN
from bot.matches.awake import Awake
from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.store import standing_orders
from bot.store.errors import StoreError
from bot.store.standing_orders import OrderRow

log = structlog.get_logger(__name__)

SOONEST_S = 3.0
"""Nobody answers more quickly, where there is time."""
SOONEST_PART, LATEST_PART = 4, 6
"""With hardly any time left no answer comes before a quarter of it; with much, none after a sixth, or after
twice the soonest where that is later."""
UNTIMED_S = 60.0
"""How long a question without any clock is taken to last."""
LOOK_AGAIN_MS = 1_000
"""Pause before it is looked again whether a question has reached its person, and nobody can have answered before."""
RETRY_MS = 10_000
"""Pause before an answer that could not be written is tried again."""

Draw = Callable[[], float]
"""A number from 0 to 1, each equally likely."""
Show = Callable[[MatchSnapshot, Question], Awaitable[None]]
"""Shows an answer to this question where a press would have shown it; the match is as it was before."""
Place = tuple[int, int, int]
"""Match, checkpoint and question."""


class StandingOrders:
    """Keeps the orders of all matches, and answers by them."""

    def __init__(self, service: MatchService, draw: Draw = random.random) -> None:
        self._service = service
        self._draw = draw
        self.show: Show = _show_nothing
        """What others see of a press, they have to see of an answer by an order."""
        self._orders: dict[int, set[tuple[Seat, str]]] = {}
        """Match -> seats, and the names of their orders."""
        self._planned: dict[Place, int] = {}
        """When a question is answered, in the time that counts."""
        self._unasked: set[Place] = set()
        """Questions that had not reached their person when an order would have answered."""
        self._looks = Deadlines(service.time.play_ms, self._answer, lambda: service.time.stands, loads=False)
        service.time.watchers.append(self._looks.look)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Match -> one change or answer after the other: what has been taken back is not answered any more."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # -- starting and stopping --------------------------------------------------------------------------------------

    async def start_up(self) -> None:
        """Take up the orders of all matches, as soon as they can be read."""
        try:
            async with self._service.store.reading() as connection:
                rows = await standing_orders.of_live(connection, self._service.store.slot)
        except StoreError as problem:
            log.error("orders_not_taken_up", problem=str(problem))
            asyncio.get_running_loop().call_later(RETRY_MS / 1000, self._start_up_again)
            return
        for row in rows:
            self._orders.setdefault(row.match, set()).add((row.seat, row.name))
        for match_id in list(self._orders):
            self._start(self._plan(match_id))

    def _start_up_again(self) -> None:
        if not self._closed:
            self._start(self.start_up())

    def close(self) -> None:
        self._closed = True
        self._looks.close()
        for task in list(self._tasks):
            task.cancel()

    def _turn(self, match_id: int) -> asyncio.Lock:
        return self._turns.setdefault(match_id, asyncio.Lock())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- orders -----------------------------------------------------------------------------------------------------

    def of(self, match_id: int, seat: Seat) -> frozenset[str]:
        """The names of the orders of this seat."""
        return frozenset(name for owner, name in self._orders.get(match_id, ()) if owner == seat)

    async def change(self, match_id: int, user_id: int, name: str, wanted: bool) -> None:
        """Give an order for the seat of this person, or take it back.

        Raises Refused: `not_seated`, `over`, `forged` for an order that the game does not know.
        """
        async with self._turn(match_id), self._service.keeper.alone(match_id) as awake:
            awake.check_not_over()
            seat = awake.seat_of(user_id)
            if seat is None:
                raise Refused("not_seated")
            if name not in {order.name for order in awake.match.game.standing_orders}:
                raise Refused("forged")
            row = OrderRow(match_id, seat, name)
            write = standing_orders.give if wanted else standing_orders.take_back
            await self._service.store.write(lambda connection: write(connection, row))
            orders = self._orders.setdefault(match_id, set())
            (orders.add if wanted else orders.discard)((seat, name))
        await self._plan(match_id)

    # -- being told -------------------------------------------------------------------------------------------------

    def watch(self, happening: Happening) -> None:
        """Told by the match service."""
        orders = self._orders.get(happening.match)
        if orders is None or self._closed:
            return
        if happening.kind == "seated":  # the order went with its person, on disk as well
            orders -= {one for one in orders if one[0] == happening.seat}
        elif happening.kind in ("again", "rewound"):  # it is asked anew
            self._planned = {place: at for place, at in self._planned.items() if place[0] != happening.match}
        self._start(self._plan(happening.match))

    # -- answering --------------------------------------------------------------------------------------------------

    async def _plan(self, match_id: int) -> None:
        """Say for every question that an order answers when that will be."""
        try:
            awake = await self._service.awake(match_id)
        except (Refused, StoreError) as problem:
            log.warning("orders_not_planned", match=match_id, problem=str(problem))
            return
        if awake.over:
            self._orders.pop(match_id, None)
        playing = awake.row.status == "running"
        asked = [one for one in awake.match.open if playing and self._answer_to(awake, one) is not LEAVES_OPEN]
        places = {one.number: (match_id, awake.match.checkpoint, one.number) for one in asked}
        planned = {
            places[one.number]: self._planned.get(places[one.number]) or self._moment(awake, one) for one in asked
        }
        self._planned = {place: at for place, at in self._planned.items() if place[0] != match_id} | planned
        self._unasked = {place for place in self._unasked if place[0] != match_id or place in planned}
        self._looks.replace(match_id, [Deadline(at, *place) for place, at in planned.items()])

    def _answer_to(self, awake: Awake, question: Question) -> Value:
        """What the orders of its seat say to this question."""
        mine = self.of(awake.id, question.seat)
        if not mine:
            return LEAVES_OPEN
        view = awake.match.view(question.seat)
        orders = [order for order in awake.match.game.standing_orders if order.name in mine]
        said = (order.answer(question, view) for order in orders)
        return next((value for value in said if value is not LEAVES_OPEN), LEAVES_OPEN)

    def _moment(self, awake: Awake, question: Question) -> int:
        """When this question will be answered: soon, or a good deal later, but while its clock runs."""
        now_ms = self._service.time.play_ms()
        left_s = _left_s(awake, question, now_ms)
        soonest = min(SOONEST_S, left_s / SOONEST_PART)
        latest = max(left_s / LATEST_PART, 2 * soonest)
        pause: float = soonest * (latest / soonest) ** self._draw()
        return now_ms + round(pause * 1000)

    async def _answer(self, due: Deadline) -> None:
        """The moment has come: answer, if that is still asked and the order holds."""
        async with self._turn(due.match):
            await self._answer_in_turn(due)

    async def _answer_in_turn(self, due: Deadline) -> None:
        place = (due.match, due.checkpoint, due.question)
        try:
            awake = await self._service.awake(due.match)
            question = next((one for one in awake.match.open if one.number == due.question), None)
            if question is None or awake.match.checkpoint != due.checkpoint:
                return
            if await self._is_too_early(due, place, awake.snapshot(), question):
                return
            value = self._answer_to(awake, question)
            if value is not LEAVES_OPEN:
                await self._give(awake.snapshot(), question, value)
            self._planned.pop(place, None)
        except (Refused, IllegalAnswer) as refusal:
            self._planned.pop(place, None)
            if refusal.code == "try_again":
                self._start(self._plan(due.match))
        except StoreError as problem:
            log.error("order_not_written", match=due.match, problem=str(problem))
            self._looks.ring_again(due, self._service.time.play_ms() + RETRY_MS)

    async def _is_too_early(self, due: Deadline, place: Place, match: MatchSnapshot, question: Question) -> bool:
        """Whether no hand could have answered yet: it is looked again, and when the question has reached its person
        their order takes its while from then on."""
        if not await self._service.has_reached(match, question):
            self._unasked.add(place)
            self._looks.ring_again(due, self._service.time.play_ms() + LOOK_AGAIN_MS)
            return True
        if place in self._unasked:
            self._unasked.discard(place)
            self._planned.pop(place, None)
            self._start(self._plan(match.id))
            return True
        return False

    async def _give(self, match: MatchSnapshot, question: Question, value: Value) -> None:
        """Answer as the person of this seat, and let it be shown; nobody else's order waits for that."""
        owner = match.seats[question.seat].user_id
        place = (match.id, question.seat, match.checkpoint, question.number)
        await self._service.answer(*place, value, by=owner, by_order=True)
        self._start(self._show(match, question))

    async def _show(self, match: MatchSnapshot, question: Question) -> None:
        try:
            await self.show(match, question)
        except (Refused, StoreError) as problem:
            log.warning("order_not_shown", match=match.id, problem=str(problem))


async def _show_nothing(match: MatchSnapshot, question: Question) -> None:
    """Nobody is shown anything."""


def _left_s(awake: Awake, question: Question, now_ms: int) -> float:
    """How many seconds this question is still open, by its own clock or the table's.

    A clock that has run out under somebody who leads the game ends nothing: there is as much time as without one.
    """
    clocks = [question] if question.within else [one for one in awake.match.open if one.seat == MIRROR]
    left_ms = min((awake.deadlines[one.number] - now_ms for one in clocks if one.number in awake.deadlines), default=0)
    return left_ms / 1000 if left_ms > 0 else UNTIMED_S
