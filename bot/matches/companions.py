"""Computer players at real tables: they see their seat's view, think a few seconds, and answer like anybody else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

import structlog

from bot.engine.questions import IllegalAnswer, Question, Seat, Value
from bot.engine.rulebook import Player
from bot.games.random_player import RandomPlayer
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.manners import Manners
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import led_answer
from bot.players import NORMAL, player_for
from bot.store.errors import StoreError

log = structlog.get_logger(__name__)

HELD_S = 0.2
"""So much later than the moment until which people are waited for an answer is given."""
THINKS_S = 1.0
"""A player begins to think so long before its pause ends, and rests for what is left of it: nobody can tell by the
wait how hard the choice was. No thought takes much longer."""
RETRY_S = 5.0
"""Pause before a match is looked at again after the store could not be reached."""
NOT_A_QUESTION = -1
PICKED = "picked"
"""Among the values of a question that can be answered again and again: what this seat has answered last."""
Thought = tuple[int, int, int]
"""Match, checkpoint, and number of the question."""
Idea = tuple[Question, Value]
"""What was asked, and what a player would answer."""


class Companions:
    """Answers for every seat without a person.

    `pause_s` is the span of seconds a computer player thinks; it is drawn without a look at role or question, so that
    its length tells nothing.
    """

    def __init__(self, service: MatchService, pause_s: tuple[float, float] = (2.0, 6.0)) -> None:
        self._service = service
        self._manners = Manners(service.store, service.time)
        self._pause_s = pause_s
        self._random = random.Random()
        self._thinking: set[Thought] = set()
        self._held: set[Thought] = set()
        """Thoughts that are finished, and wait for people."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: dict[Thought, asyncio.TimerHandle] = {}
        self._one_thought = asyncio.Semaphore(1)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    def watch(self, happening: Happening) -> None:
        self.look_at(happening.match)

    def look_at(self, match_id: int) -> None:
        """See whether a computer player has to answer something in this match."""
        awake = self._service.in_memory(match_id)
        if awake is not None and all(row.player == "human" for row in awake.seats.values()):
            return
        if not self._closing:
            self._start(self._look(match_id))

    async def close(self) -> None:
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, match_id: int) -> None:
        """Begin to think about every question to a computer player that nobody is thinking about yet."""
        try:
            match = await self._service.snapshot(match_id)
        except Refused:
            return
        except StoreError:
            self._look_later(match_id)
            return
        if not match.running:
            return
        self._manners.look(match)
        seats = set(match.computers())
        for question in match.open:
            if question.seat in seats:
                self._think(match, question)

    def _look_later(self, match_id: int) -> None:
        """The question is still open: nobody else would bring the computer player back to it."""
        if not self._closing:
            again = (match_id, NOT_A_QUESTION, NOT_A_QUESTION)
            if again not in self._timers:
                loop = asyncio.get_running_loop()
                self._timers[again] = loop.call_later(RETRY_S, self._look_again, again)

    def _look_again(self, again: Thought) -> None:
        self._timers.pop(again, None)
        self.look_at(again[0])

    def _think(self, match: MatchSnapshot, question: Question) -> None:
        thought = (match.id, match.checkpoint, question.number)
        if thought in self._held and not self._manners.is_waited_for(match, question):
            self._held.discard(thought)
            self._timers.pop(thought).cancel()
            if self._manners.wait_ms(match, question) > 0:  # somebody talks on: not for as long as for an answer
                self._hold(thought, match, question)
                return
        elif thought in self._thinking:
            return
        self._thinking.add(thought)
        shortest, longest = self._pause_s
        pause = self._random.uniform(shortest, longest) * self._manners.slower(match, question)
        self._answer_in(pause, thought, question.seat)

    def _answer_in(self, pause: float, thought: Thought, seat: Seat) -> None:
        loop, before = asyncio.get_running_loop(), min(THINKS_S, pause)
        self._timers[thought] = loop.call_later(pause - before, self._begin, thought, seat, before)

    def _begin(self, thought: Thought, seat: Seat, pause: float) -> None:
        """The timer has rung: nobody can put this thought off any more."""
        self._timers.pop(thought, None)
        self._held.discard(thought)
        self._start(self._answer(thought, seat, pause))

    def _hold(self, thought: Thought, match: MatchSnapshot, question: Question) -> None:
        """Wait for people: until they have answered, or have had their time."""
        self._thinking.add(thought)
        self._held.add(thought)
        self._answer_in(self._manners.wait_ms(match, question) / 1000 + HELD_S, thought, question.seat)

    async def _answer(self, thought: Thought, seat: Seat, pause: float) -> None:
        """Think, and answer when this pause is over, or once people have had their time."""
        match_id, ends = thought[0], asyncio.get_running_loop().time() + pause
        waits_in: MatchSnapshot | None = None
        try:
            idea = await self._idea(thought, seat)
            await _rest(ends - asyncio.get_running_loop().time())
            # One after the other: what one has answered decides whether the next has to wait for people.
            async with self._turns.setdefault(match_id, asyncio.Lock()):
                waits_in = await self._give(thought, seat, idea)
        except (Refused, IllegalAnswer) as refusal:
            log.info("computer_player_too_late", match=match_id, code=refusal.code)
            if refusal.code == "try_again":
                self._look_later(match_id)
        except StoreError as problem:
            log.error("computer_player_not_written", match=match_id, problem=str(problem))
            self._look_later(match_id)
        finally:
            self._thinking.discard(thought)
        if waits_in is not None:
            self._hold(thought, waits_in, waits_in.question(thought[2], seat))

    async def _asked(self, thought: Thought, seat: Seat) -> tuple[MatchSnapshot, Question] | None:
        """What is to be answered, in the match as it is now; None where it is asked no more, or of a person."""
        match_id, checkpoint, number = thought
        match = await self._service.snapshot(match_id)
        if not match.running or match.checkpoint != checkpoint or match.seats[seat].player == "human":
            return None
        question = next((q for q in match.open if q.number == number and q.seat == seat), None)
        return None if question is None else (match, question)

    async def _idea(self, thought: Thought, seat: Seat) -> Idea | None:
        """What this seat would answer now."""
        asked = await self._asked(thought, seat)
        if asked is None:
            return None
        match, question = asked
        value = led_answer(match, question)
        return question, await self._thought(match, question) if value is None else value

    async def _give(self, thought: Thought, seat: Seat, idea: Idea | None) -> MatchSnapshot | None:
        """Answer. What is given is the match in which this would outrun people; then nothing was answered."""
        asked = await self._asked(thought, seat)
        if asked is None:
            return None
        match, question = asked
        if idea is None or idea[0] != question:  # it is asked otherwise than when it was thought about
            idea = await self._idea(thought, seat)
            if idea is None or idea[0] != question:
                raise Refused("try_again")
        value = idea[1]
        if question.values and PICKED in question.values and question.values[PICKED] == value:
            return None  # it has said so already, and stays with it
        if await self._manners.outruns(match, question, value):
            return match
        await self._service.answer(match.id, seat, match.checkpoint, question.number, value, by=None, asked=question)
        return None

    async def _thought(self, match: MatchSnapshot, question: Question) -> Value:
        """What the player of this seat makes of what it sees."""
        player, view = self._player(match, question.seat, question.number), match.view(question.seat)
        async with self._one_thought:  # some think for a while, and two threads would only be in each other's way
            try:
                value = await asyncio.to_thread(player.answer, question, lambda: view)
                question.check(value)
            except Exception:  # a mistake in a player holds nobody up: no one else would answer for this seat
                log.exception("computer_player_failed", match=match.id, question=question.number)
                chance = self._chance(match, question.seat, question.number)
                return RandomPlayer(chance).answer(question, lambda: view)
            return value

    def _player(self, match: MatchSnapshot, seat: Seat, number: int) -> Player:
        """A player with its own chance."""
        kind = match.seats[seat].player
        return player_for(match.row.game, NORMAL if kind == "human" else kind, self._chance(match, seat, number))

    def _chance(self, match: MatchSnapshot, seat: Seat, number: int) -> random.Random:
        """What decides an answer, the same after a restart: nobody can fish for another one."""
        secret = f"{match.row.seed}|{seat}|{match.checkpoint}|{number}"
        return random.Random(sha256(secret.encode()).digest())


async def _rest(seconds: float) -> None:
    """Do nothing for what is left of a pause."""
    if seconds > 0:
        await asyncio.sleep(seconds)
