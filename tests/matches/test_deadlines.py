"""The clock of all matches: what has passed is rung in order, once, and nothing is left behind."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from structlog.testing import capture_logs
from support.tables import Clock
from support.waiting import turns, until

from bot.matches import deadlines as all_deadlines
from bot.matches.deadlines import STALE_LEAST, Deadline, Deadlines


class Bell:
    """Deadlines on a clock moved by hand, and what was rung."""

    def __init__(self) -> None:
        self.clock = Clock(1_000_000)
        self.rung: list[Deadline] = []
        self.fails = False
        self.deadlines = Deadlines(self.clock, self.ring)

    async def ring(self, deadline: Deadline) -> None:
        self.rung.append(deadline)
        await asyncio.sleep(0)
        if self.fails:
            raise RuntimeError("a test")

    def due(self, seconds: float, question: int = 1) -> Deadline:
        return Deadline(self.clock.now + int(seconds * 1000), 1, 1, question)

    async def later(self, seconds: float) -> list[Deadline]:
        self.clock.now += int(seconds * 1000)
        self.deadlines.look()
        await until(self.at_rest)
        return self.rung

    def at_rest(self) -> bool:
        """Everything that has passed has rung, or nothing rings any more."""
        one = self.deadlines
        return one._closed or (one._task is None and all(due.due_ms > self.clock.now for due in one._heap))


@pytest.fixture
async def bell() -> Iterator[Bell]:
    bell = Bell()
    yield bell
    bell.deadlines.close()


async def test_they_ring_in_the_order_of_their_times(bell: Bell) -> None:
    late, early, middle = bell.due(30, 1), bell.due(10, 2), bell.due(20, 3)
    bell.deadlines.replace(1, [late, early])
    bell.deadlines.replace(1, [late, middle, early])
    assert await bell.later(9.9) == []
    assert await bell.later(10.2) == [early, middle]
    assert await bell.later(10) == [early, middle, late]
    assert await bell.later(1000) == [early, middle, late]


async def test_they_ring_by_themselves(bell: Bell) -> None:
    soon = bell.due(0.02)
    bell.deadlines.replace(1, [bell.due(60, 2), soon])
    bell.clock.now += 20
    await until(lambda: bool(bell.rung))
    assert bell.rung == [soon]


async def test_an_earlier_one_added_later_is_not_slept_through(bell: Bell) -> None:
    late, early = bell.due(3600), bell.due(0.01, 2)
    bell.deadlines.replace(1, [late])
    bell.deadlines.replace(1, [late, early])
    bell.clock.now += 10
    await until(lambda: bool(bell.rung))
    assert bell.rung == [early]


async def test_load_takes_what_a_store_gives_in_any_order(bell: Bell) -> None:
    all_of_them = [bell.due(3, 1), bell.due(1, 2), bell.due(2, 3)]
    bell.deadlines.load(all_of_them)
    assert await bell.later(5) == sorted(all_of_them)


async def test_what_was_replaced_while_the_store_was_read_is_not_lost(bell: Bell) -> None:
    """Discord tells of presses while the bot starts. What has been read of their matches is out of date by then."""
    read = [bell.due(3, 1), bell.due(3, 2)._replace(match=2), bell.due(3, 3)._replace(match=3)]
    asked_since = bell.due(4, 5)
    bell.deadlines.replace(1, [asked_since])
    bell.deadlines.replace(2, [])
    bell.deadlines.load(read)
    assert bell.deadlines.matches() == [1, 3]
    assert bell.deadlines.count == 2
    assert await bell.later(5) == [read[2], asked_since]


async def test_what_is_read_once_more_hides_nothing_either(bell: Bell) -> None:
    """A start that has failed is tried again."""
    bell.deadlines.load([bell.due(3, 1), bell.due(3, 1)._replace(match=2)])
    asked_since, read = bell.due(4, 2), [bell.due(3, 1), bell.due(5, 1)._replace(match=3)]
    bell.deadlines.replace(1, [asked_since])
    bell.deadlines.load(read)
    assert await bell.later(6) == [read[0]._replace(match=2), asked_since, read[1]]


async def test_one_added_while_another_rings_is_not_lost(bell: Bell) -> None:
    second = bell.due(2, 2)
    bell.deadlines.replace(1, [bell.due(1)])
    bell.clock.now += 1000
    bell.deadlines.look()
    while not bell.rung:  # noqa: ASYNC110
        await asyncio.sleep(0)
    bell.deadlines.replace(1, [second])
    assert (await bell.later(2))[-1] == second


async def test_the_clock_is_looked_at_again_at_least_once_an_hour(bell: Bell) -> None:
    """A changed system clock must not be slept through."""
    bell.deadlines.replace(1, [bell.due(7 * 24 * 3600)])
    timer = bell.deadlines._timer
    assert timer is not None
    assert timer.when() - asyncio.get_running_loop().time() <= 3600


async def test_after_closing_nothing_rings(bell: Bell) -> None:
    bell.deadlines.replace(1, [bell.due(1)])
    bell.deadlines.close()
    bell.deadlines.replace(2, [bell.due(0.5, 2)])
    assert await bell.later(5) == []
    await turns()
    assert bell.rung == []


async def test_while_nothing_is_due_no_task_waits(bell: Bell) -> None:
    """A task parked for ever would keep a test bench, and a shutdown, from coming to rest."""
    bell.deadlines.replace(1, [bell.due(1), bell.due(3600, 2)])
    await bell.later(2)
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_failure_does_not_stop_the_clock(bell: Bell) -> None:
    said_by_python: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda *said: said_by_python.append(said))
    bell.fails = True
    bell.deadlines.replace(1, [bell.due(1, 1), bell.due(2, 2)])
    with capture_logs() as logged:
        await bell.later(1)
        await turns()
    gc.collect()
    assert [(line["event"], line["match"]) for line in logged] == [("clock_failed", 1)]
    assert said_by_python == [], "an operator looks for lines of ours"
    bell.fails = False
    assert [deadline.question for deadline in await bell.later(1)] == [1, 2]


async def test_a_new_set_replaces_the_old_one(bell: Bell) -> None:
    kept, gone, moved = bell.due(10, 1), bell.due(20, 2), bell.due(30, 3)
    bell.deadlines.replace(1, [kept, gone, moved])
    later = moved._replace(due_ms=moved.due_ms + 5_000)
    bell.deadlines.replace(1, [kept, later])
    other = Deadline(bell.clock.now + 1, 2, 1, 1)
    bell.deadlines.replace(2, [other])
    assert await bell.later(31) == [other, kept]
    assert await bell.later(5) == [other, kept, later]


async def test_what_has_rung_rings_no_more_when_its_set_is_given_again(bell: Bell) -> None:
    """Where a moderator leads, a clock whose time is over stays open: they are told once."""
    first, second = bell.due(1, 1), bell.due(100, 2)
    bell.deadlines.replace(1, [first, second])
    assert await bell.later(2) == [first]
    bell.deadlines.replace(1, [first, second])
    assert await bell.later(2) == [first]


async def test_one_that_is_moved_away_and_back_rings_once(bell: Bell) -> None:
    one = bell.due(10)
    for deadline in (one, one._replace(due_ms=one.due_ms + 1), one):
        bell.deadlines.replace(1, [deadline])
    assert await bell.later(11) == [one]


async def test_one_rings_again_unless_it_was_replaced(bell: Bell) -> None:
    one, other = bell.due(1, 1), bell.due(1, 2)
    bell.deadlines.replace(1, [one])
    bell.deadlines.replace(2, [other._replace(match=2)])
    await bell.later(1)
    bell.deadlines.replace(2, [])
    for rung in list(bell.rung):
        bell.deadlines.ring_again(rung, bell.clock.now + 5_000)
    assert (await bell.later(5))[2:] == [one._replace(due_ms=bell.clock.now)]


async def test_deadlines_that_hold_no_longer_do_not_pile_up(bell: Bell) -> None:
    """A day-long clock, armed anew at each of ten thousand answers."""
    for number in range(10_000):
        bell.deadlines.replace(1, [bell.due(86_400 + number, number)])
        assert len(bell.deadlines._heap) <= 2 + STALE_LEAST
    assert (await bell.later(100_000))[0].question == 9_999
    assert len(bell.rung) == 1
    bell.deadlines.replace(1, [])
    assert bell.deadlines._held == {}


async def test_where_nothing_is_due_any_more_is_kept_in_mind_only_until_the_others_are_known(bell: Bell) -> None:
    for match in range(1, 9):
        bell.deadlines.replace(match, [])
    bell.deadlines.load([])
    assert not bell.deadlines._let_go
    bell.deadlines.replace(9, [])
    assert not bell.deadlines._let_go


class Games:
    """Some games whose clocks are set anew, stand, are read from a store while that happens, and ring in vain."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.clock = Clock(1_000_000)
        self.stands = False
        self.last = 0
        self.due: dict[int, tuple[Deadline, ...]] = dict.fromkeys(range(1, 5), ())
        """What is due by what is on disk; what has rung to some effect is due no more."""
        self.read: list[Deadline] | None = None
        self.deadlines = Deadlines(self.clock, self.ring, lambda: self.stands)

    async def ring(self, deadline: Deadline) -> None:
        """It takes a while, and is in vain now and then: then it has to ring again, at once or after a while."""
        for _ in range(self.chance.randrange(3)):
            await asyncio.sleep(0)
        if self.chance.random() < 0.3:
            again_ms = self.chance.choice((deadline.due_ms, self.clock.now + 1_000))
            self.deadlines.ring_again(deadline, again_ms)
            return
        mine = self.due[deadline.match]
        if deadline.question in {one.question for one in mine}:
            self.set_anew(deadline.match, [one for one in mine if one.question != deadline.question])

    def set_anew(self, match: int, now: list[Deadline]) -> None:
        self.due[match] = tuple(now)
        self.deadlines.replace(match, now)

    def begins_one(self, match: int) -> None:
        self.last += 1
        new = Deadline(self.clock.now + self.chance.randrange(5_000), match, 1, self.last)
        self.set_anew(match, [*self.due[match][-2:], new])

    def reads(self) -> None:
        self.read = [one for mine in self.due.values() for one in mine]

    def loads(self) -> None:
        if self.read is not None:
            self.deadlines.load(self.read)
            self.read = None

    def stands_or_goes_on(self) -> None:
        self.stands = not self.stands
        self.deadlines.look()

    async def goes_on_for(self, steps: int) -> None:
        for _ in range(steps):
            match = self.chance.choice([*self.due])
            acts = (partial(self.begins_one, match), partial(self.set_anew, match, []), self.reads, self.loads)
            self.chance.choice((*acts, acts[0], self.stands_or_goes_on, int))()
            if self.chance.random() < 0.5:
                self.clock.now += self.chance.randrange(2_000)
                self.deadlines.look()
            await turns()

    async def everything_rings(self) -> None:
        self.stands = False
        for _ in range(100):
            self.clock.now += 1_000
            self.deadlines.look()
            await turns()


@pytest.mark.parametrize("seed", range(40))
async def test_whatever_comes_between_every_clock_rings_in_the_end(seed: int) -> None:
    games = Games(seed)
    await games.goes_on_for(60)
    games.loads()
    await games.everything_rings()
    games.deadlines.close()
    assert games.due == dict.fromkeys(games.due, ())


async def test_a_ring_that_does_not_end_keeps_no_other_match_from_ringing(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own match waits for it."""
    monkeypatch.setattr(all_deadlines, "RINGS_S", 0.01)
    stuck, behind, other = bell.due(1, 1), bell.due(2, 2), bell.due(3, 1)._replace(match=2)
    ends = asyncio.Event()

    async def ring(deadline: Deadline) -> None:
        await Bell.ring(bell, deadline)
        if deadline == stuck:
            await ends.wait()

    bell.deadlines._expire = ring
    bell.deadlines.replace(1, [stuck, behind])
    bell.deadlines.replace(2, [other])
    assert await bell.later(4) == [stuck, other]
    assert bell.deadlines.waits_for(*behind[1:])
    assert bell.deadlines.late(0) == 2
    ends.set()
    await turns()
    assert await bell.later(0) == [stuck, other, behind]
    assert bell.deadlines.late(0) == 0


async def test_many_rings_that_do_not_end_cost_the_others_the_long_wait_once(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that hangs is told of all the same, and only when it has hung for so long."""
    monkeypatch.setattr(all_deadlines, "RINGS_S", 0.4)
    monkeypatch.setattr(all_deadlines, "PATIENCE_S", 0.01)
    stuck = [bell.due(match)._replace(match=match) for match in range(1, 11)]
    other = bell.due(11)._replace(match=11)

    async def ring(deadline: Deadline) -> None:
        await Bell.ring(bell, deadline)
        if deadline != other:
            await asyncio.Event().wait()

    bell.deadlines._expire = ring
    for one in (*stuck, other):
        bell.deadlines.replace(one.match, [one])
    loop = asyncio.get_running_loop()
    began = loop.time()
    with capture_logs() as logged:
        assert await bell.later(11) == [*stuck, other]
        assert loop.time() - began < 2 * all_deadlines.RINGS_S
        told = len(logged)
        await until(lambda: len(logged) == len(stuck))
    assert 1 <= told < len(stuck)
    assert [(line["event"], line["match"]) for line in logged] == [("clock_hangs", one.match) for one in stuck]


async def test_a_ring_that_does_not_end_ends_when_the_clock_is_closed(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_deadlines, "RINGS_S", 0.01)
    bell.deadlines._expire = lambda _deadline: asyncio.Event().wait()  # type: ignore[assignment,return-value]
    bell.deadlines.replace(1, [bell.due(1)])
    await bell.later(1)
    bell.deadlines.close()
    await turns()
    assert asyncio.all_tasks() == {asyncio.current_task()}
