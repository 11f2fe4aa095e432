"""Whether the bot and Discord hear each other, and what time it is there."""

from __future__ import annotations

import asyncio
import inspect
import time
from email.utils import formatdate
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from discord.gateway import KeepAliveHandler
from discord.http import Route
from support.waiting import turns

from bot.matches.timekeeper import Timekeeper
from bot.ui.direct_line import CHANCE_MS, REMEMBERED_MS, DirectLine
from bot.ui.listening import FAILING_BEFORE_ASKING_MS, IDLE_MS, UNANSWERED_MOST, Listening, date_ms

NOON = 1_700_000_000_000
ANN, BEN, CAT = 1, 2, 3


class Line:
    """A listening bot, a Discord that can be taken away, and a clock moved by hand."""

    def __init__(self) -> None:
        self.now = NOON
        self.time = Timekeeper(lambda: self.now)
        self.moved: list[int] = []
        self.listening = Listening(self.time, self.moved.append)
        self.is_there = True
        self.asked = 0
        self.shards: dict[int, Any] = {}
        self.listening.attach(self)  # type: ignore[arg-type]

    def add_listener(self, _listener: Any) -> None:
        """Events are told by hand here."""

    async def application_info(self) -> None:
        self.asked += 1
        await self.request()
        if not self.is_there:
            raise aiohttp.ClientConnectionError

    async def request(self, *, url: str = Route.BASE + "/users/@me", took_ms: int = 100, date_s: float = 0) -> None:
        """The bot asks for something."""
        trace, context = self.listening.trace, SimpleNamespace()
        await trace.on_request_start[0](None, context, None)  # type: ignore[arg-type]
        self.now += took_ms
        date = formatdate(date_s or self.now / 1000, usegmt=True)
        response = SimpleNamespace(status=200 if self.is_there else 503, headers={"Date": date})
        await trace.on_request_end[0](None, context, SimpleNamespace(url=url, response=response))  # type: ignore[arg-type]

    async def fails_for(self, milliseconds: int) -> None:
        """Request after request."""
        until = self.now + milliseconds
        while self.now < until:
            await self.request(took_ms=1_000)
            await turns(5)

    def hears(self, shard: int, *, silent_s: float, interval_s: float = 41.25) -> None:
        keeper = SimpleNamespace(_last_recv=time.perf_counter() - silent_s, interval=interval_s)
        ws = SimpleNamespace(_keep_alive=keeper)
        self.shards[shard] = SimpleNamespace(_parent=SimpleNamespace(ws=ws))


@pytest.fixture
async def line() -> Line:
    return Line()


async def test_a_discord_that_answers_nothing_stops_the_clocks_from_its_last_answer_on(line: Line) -> None:
    await line.request()
    answered = line.time.play_ms()
    line.is_there = False
    await line.fails_for(FAILING_BEFORE_ASKING_MS + 2_000)
    assert line.asked
    assert line.time.stands
    assert line.time.play_ms() == answered
    line.is_there = True
    line.listening.look()
    await turns()
    assert not line.time.stands
    assert line.time.play_ms() < answered + 1_000


async def test_one_thing_that_fails_while_discord_answers_stops_no_clock(line: Line) -> None:
    for _ in range(20):
        line.is_there = False
        await line.request(took_ms=1_000)
        await line.request(took_ms=1_000)
        line.is_there = True
        await line.request()
    assert not line.asked
    assert not line.time.stands


async def test_when_only_one_thing_is_asked_for_and_fails_discord_is_asked_and_is_there(line: Line) -> None:
    line.is_there = False
    for _ in range(10):
        await line.request(took_ms=1_000)
    line.is_there = True
    await turns()
    assert line.asked == 1
    assert not line.time.stands


async def test_after_a_long_silence_discord_is_asked_before_a_clock_runs_out(line: Line) -> None:
    await line.request()
    assert await line.listening.in_touch()
    assert not line.asked
    line.now += IDLE_MS
    assert await line.listening.in_touch()
    assert line.asked == 1
    line.now += IDLE_MS
    line.is_there = False
    assert not await line.listening.in_touch()
    assert line.asked == 2


async def test_where_no_request_is_seen_nobody_asks(line: Line) -> None:
    line.now += 10 * IDLE_MS
    assert await line.listening.in_touch()
    assert not line.asked


async def test_a_picture_that_cannot_be_fetched_says_nothing_about_discord(line: Line) -> None:
    line.is_there = False
    for _ in range(10):
        await line.request(url="https://cdn.example/a.png", took_ms=1_000)
    await turns()
    assert not line.asked


async def test_the_gateway_is_gone_and_comes_back(line: Line) -> None:
    await line.listening.on_shard_disconnect(0)
    await line.listening.on_shard_disconnect(1)
    await line.listening.on_shard_resumed(0)
    assert line.time.stands
    await line.listening.on_shard_ready(1)
    assert not line.time.stands


async def test_a_line_that_broke_without_a_word(line: Line) -> None:
    """Nothing counts since it was heard last, which is long before discord.py gives it up."""
    line.now += 200_000
    line.hears(0, silent_s=50)
    line.hears(1, silent_s=3)
    line.listening.look()
    assert not line.time.stands, "one heartbeat may be late"
    line.hears(0, silent_s=90)
    assert not await line.listening.in_touch()
    assert NOON + 109_000 <= line.time.play_ms() <= NOON + 110_000
    line.hears(0, silent_s=0)
    line.listening.look()
    assert not line.time.stands


def test_discord_py_still_keeps_what_is_read_here() -> None:
    source = inspect.getsource(KeepAliveHandler)
    assert "self._last_recv: float = time.perf_counter()" in source
    assert "self.interval: Optional[float] = interval" in source


async def test_a_machine_that_is_three_hours_late_goes_by_discords_time(line: Line) -> None:
    await line.request(date_s=(line.now + 10_800_000) / 1000)
    assert line.moved
    assert abs(line.time.now_ms() - line.now - 10_800_000) < 1_000
    await line.request(date_s=(line.now + 10_800_000) / 1000)
    assert len(line.moved) == 1


@pytest.mark.parametrize("date", [None, "", "yesterday", "Tue, 99 Foo 2026 10:00:00 GMT"])
def test_a_date_that_is_none(date: str | None) -> None:
    assert date_ms(date) is None


async def test_an_asking_that_is_not_answered_in_time_does_not_hold_up_the_clocks(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.listening.ASKING_TAKES_S", 0.01)
    await line.request()
    line.now += IDLE_MS

    limit_is_over, ended = asyncio.Event(), []

    async def after_a_limit() -> None:
        """discord.py would never lift it, were this broken off."""
        await limit_is_over.wait()
        ended.append(True)

    line.application_info = after_a_limit  # type: ignore[method-assign]
    assert not await line.listening.in_touch()
    limit_is_over.set()
    await turns()
    assert ended


async def test_while_discord_does_not_answer_only_a_few_questions_wait_for_it(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.listening.ASKING_TAKES_S", 0.01)
    await line.request()
    limit_is_over, asked = asyncio.Event(), []

    async def after_a_limit() -> None:
        asked.append(True)
        await limit_is_over.wait()

    line.application_info = after_a_limit  # type: ignore[method-assign]
    for _ in range(6):
        line.now += IDLE_MS
        assert not await line.listening.in_touch()
    assert len(asked) == UNANSWERED_MOST
    limit_is_over.set()
    await turns()
    line.now += IDLE_MS
    await line.listening.in_touch()
    assert len(asked) == UNANSWERED_MOST + 1, "once they are answered, it is asked again"


# -- direct messages ---------------------------------------------------------------------------------------------------


async def test_when_messages_to_two_people_fail_and_none_arrives_no_time_counts() -> None:
    line = Line()
    direct, begun = DirectLine(line.time), line.time.steady_ms()
    line.now += 20_000
    direct.failed(ANN, begun)
    assert not line.time.stands, "that may be ann's trouble alone"
    direct.failed(BEN, begun + 5_000)
    assert line.time.play_ms() == NOON, "nothing has counted since the first message was begun"
    line.now += 60_000
    direct.arrived()
    assert not line.time.stands
    assert line.time.play_ms() == NOON


async def test_a_message_that_arrives_between_two_that_fail_shows_that_they_can() -> None:
    line = Line()
    direct = DirectLine(line.time)
    for person in (ANN, BEN, ANN):
        direct.failed(person, line.time.steady_ms())
        direct.arrived()
    assert not line.time.stands
    direct.failed(ANN, line.time.steady_ms())
    direct.failed(ANN, line.time.steady_ms())
    assert not line.time.stands, "one person twice is one person"


async def test_two_whose_messages_fail_for_good_do_not_stop_time_for_good() -> None:
    """Nobody else is told anything meanwhile, so that nothing arrives."""
    line = Line()
    direct, began = DirectLine(line.time), line.time.steady_ms()
    for _ in range(CHANCE_MS // 30_000):
        for person in (ANN, BEN):
            direct.failed(person, began)
        assert line.time.stands
        line.now += 30_000
    direct.look()
    assert not line.time.stands
    direct.failed(BEN, began)
    assert not line.time.stands
    direct.failed(CAT, line.time.steady_ms())
    assert line.time.stands, "three are nobody's own trouble"


async def test_time_does_not_stand_for_messages_that_nobody_tries_to_send_any_more() -> None:
    line = Line()
    direct = DirectLine(line.time)
    for person in (ANN, BEN):
        direct.failed(person, line.time.steady_ms())
    line.now += REMEMBERED_MS - 1
    direct.look()
    assert line.time.stands
    line.now += 1
    direct.look()
    assert not line.time.stands
    direct.failed(ANN, line.time.steady_ms())
    assert not line.time.stands, "what failed long ago is forgotten"
