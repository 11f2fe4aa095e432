"""Pauses that end by themselves: at their time and not before, once, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table, refused
from support.waiting import until, until_it_is

from bot.matches import hosting as hosting_module
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.store.errors import DiskFull

HOUR_S = 3600
HOUR_MS = HOUR_S * 1000
NIGHT_S = 75
"""How long the night's clock runs at the tables played here."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        yield opened


async def time(table: Table, seconds: float) -> None:
    """Move the clock, and wait until pauses and deadlines that have passed were dealt with."""
    table.clock.now += int(seconds * 1000)
    await rung(table)


async def rung(table: Table) -> None:
    pauses = table.hosting._pauses
    pauses.look()
    await until(lambda: pauses._task is None and not (pauses._heap and pauses._heap[0].due_ms <= table.clock.now))
    await table.ring()


async def sleep(table: Table, hours: float) -> int:
    until = table.clock.now + int(hours * HOUR_MS)
    await table.hosting.pause(table.match, HOST, until)
    return until


async def status(table: Table) -> str:
    """On disk and in memory alike."""
    row = await table.row()
    awake = await table.awake()
    assert (awake.row.status, awake.row.paused_ms, awake.row.resume_ms) == (row.status, row.paused_ms, row.resume_ms)
    return row.status


async def test_the_game_goes_on_by_itself_with_the_time_that_was_left(table: Table) -> None:
    await time(table, 30)
    until = await sleep(table, 10)
    assert table.told == [Happening(table.match, "paused", amount=until)]
    assert (await table.row()).resume_ms == until
    await time(table, 10 * HOUR_S - 1)
    assert await status(table) == "paused"
    assert "clock.night" in await table.keys()
    await time(table, 1)
    assert await status(table) == "running"
    assert await table.night_left_s() == NIGHT_S - 30
    assert table.kinds() == ["paused", "resumed"]
    assert [action for action, _ in await table.logged()] == ["pause", "resume"]
    await time(table, NIGHT_S - 30)
    assert "clock.night" not in await table.keys()


async def test_answers_are_told_when_it_goes_on(table: Table) -> None:
    until = await sleep(table, 1)
    question = await table.asked("night.suspect")
    assert await refused(table.answer(question, None)) == "paused_until"
    assert await refused(table.hosting.extend(table.match, HOST, 30)) == "paused_until"
    with pytest.raises(Refused) as refusal:
        await table.hosting.skip(table.match, HOST)
    assert refusal.value.values == {"when": until // 1000}
    await time(table, HOUR_S)
    await table.answer(question, None)


@pytest.mark.parametrize("outage_s", [0, 60, 3 * HOUR_S])
async def test_a_restart_in_the_middle_of_it(table: Table, outage_s: int) -> None:
    await time(table, 30)
    await sleep(table, 4)
    await time(table, 600)
    await table.service.beat()
    await table.restart(outage_s)
    await rung(table)
    assert await status(table) == "paused"
    await time(table, 4 * HOUR_S - 600 - outage_s - 1)
    assert await status(table) == "paused"
    await time(table, 1)
    assert await status(table) == "running"
    assert await table.night_left_s() == NIGHT_S - 30


async def test_a_pause_that_ended_while_the_bot_was_away(table: Table) -> None:
    """It ends when the bot is back, and nobody loses a second."""
    await time(table, 30)
    await sleep(table, 1)
    await table.service.beat()
    await table.restart(5 * HOUR_S)
    await rung(table)
    assert await status(table) == "running"
    assert await table.night_left_s() == NIGHT_S - 30
    assert table.kinds() == ["resumed"]


async def test_killed_between_the_pause_and_the_word_of_it(table: Table) -> None:
    class Killed(BaseException):
        pass

    def die(happening: Happening) -> None:
        raise Killed

    table.service.watchers.insert(0, die)
    with pytest.raises(Killed):
        await sleep(table, 2)
    await table.restart(60)
    await rung(table)
    assert await status(table) == "paused"
    await time(table, 2 * HOUR_S)
    assert await status(table) == "running"
    assert await table.night_left_s() == NIGHT_S


async def test_killed_between_going_on_and_the_word_of_it(table: Table) -> None:
    class Killed(BaseException):
        pass

    def die(happening: Happening) -> None:
        raise Killed

    await sleep(table, 2)
    table.service.watchers.insert(0, die)
    with pytest.raises(Killed):
        await table.hosting.resume(table.match, HOST)
    await table.restart()
    await rung(table)
    assert await status(table) == "running"
    assert await table.night_left_s() == NIGHT_S
    await time(table, 2 * HOUR_S)
    assert table.kinds().count("resumed") == 0


@pytest.mark.parametrize("hours", [-1, 0, 72.001, 10**9])
async def test_a_pause_ends_in_the_future_and_not_too_far_away(table: Table, hours: float) -> None:
    before = await table.row()
    assert await refused(sleep(table, hours)) == "until_not_in_range"
    assert await table.row() == before
    assert await status(table) == "running"
    assert await table.logged() == []
    assert table.told == []


async def test_it_is_paused_once(table: Table) -> None:
    until = await sleep(table, 1)
    assert await refused(sleep(table, 5)) == "not_running"
    assert await refused(table.hosting.pause(table.match, HOST)) == "not_running"
    assert (await table.row()).resume_ms == until


async def test_two_pauses_in_the_same_moment(table: Table) -> None:
    found = await asyncio.gather(sleep(table, 1), sleep(table, 2), return_exceptions=True)
    assert [getattr(one, "code", None) for one in found] == [None, "not_running"]
    assert (await table.row()).resume_ms == found[0]
    assert await status(table) == "paused"
    assert table.kinds() == ["paused"]


async def test_the_end_of_an_earlier_pause_does_not_end_a_later_one(table: Table) -> None:
    await sleep(table, 1)
    await time(table, 60)
    await table.hosting.resume(table.match, HOST)
    await sleep(table, 3)
    await time(table, 2 * HOUR_S)
    assert await status(table) == "paused"
    await table.hosting.resume(table.match, HOST)
    await table.hosting.pause(table.match, HOST)
    await time(table, 5 * HOUR_S)
    assert await status(table) == "paused"
    assert (await table.row()).resume_ms is None


async def test_the_host_lets_it_go_on_earlier(table: Table) -> None:
    await sleep(table, 10)
    await time(table, HOUR_S)
    await table.hosting.resume(table.match, HOST)
    assert await table.night_left_s() == NIGHT_S
    assert (await table.row()).resume_ms is None
    await time(table, 60)
    await table.restart()
    await time(table, 10 * HOUR_S)
    assert table.kinds().count("resumed") == 0


async def test_somebody_resumes_it_in_the_very_moment_in_which_it_ends(table: Table) -> None:
    """The time it stood is given once."""
    await time(table, 30)
    await sleep(table, 1)
    table.clock.now += HOUR_MS
    table.hosting._pauses.look()
    await asyncio.sleep(0)
    found = await asyncio.gather(
        *(table.hosting.resume(table.match, HOST) for _ in range(3)), rung(table), return_exceptions=True
    )
    assert {getattr(one, "code", None) for one in found} <= {None, "not_paused"}
    assert await status(table) == "running"
    assert await table.night_left_s() == NIGHT_S - 30
    assert table.kinds().count("resumed") == 1
    assert [action for action, _ in await table.logged()] == ["pause", "resume"]


async def test_a_click_in_the_very_moment_in_which_it_goes_on(table: Table) -> None:
    await sleep(table, 1)
    question = await table.asked("night.suspect")
    table.clock.now += HOUR_MS
    results = await asyncio.gather(
        table.answer(question, None), rung(table), table.answer(question, None), return_exceptions=True
    )
    codes = [getattr(one, "code", None) for one in results]
    assert set(codes) <= {None, "paused_until", "not_open"}
    await rung(table)
    assert await status(table) == "running"
    answered = [line for line in await table.journal() if line.key == "night.suspect"]
    assert len(answered) == codes[::2].count(None)
    assert await table.night_left_s() == NIGHT_S
    await table.restart()
    assert await table.night_left_s() == NIGHT_S


async def test_a_click_in_the_very_moment_of_the_pause(table: Table) -> None:
    question = await table.asked("night.suspect")
    paused, answered = await asyncio.gather(sleep(table, 1), table.answer(question, None), return_exceptions=True)
    assert isinstance(paused, int)
    assert getattr(answered, "code", None) in (None, "paused_until")
    assert await status(table) == "paused"
    lines = [line for line in await table.journal() if line.key == "night.suspect"]
    assert len(lines) == (0 if hasattr(answered, "code") else 1)


async def test_a_game_that_ends_while_it_sleeps_stays_ended(table: Table) -> None:
    await sleep(table, 1)
    await table.hosting.end(table.match, HOST)
    assert (await table.row()).resume_ms is None
    await time(table, 2 * HOUR_S)
    assert await status(table) == "ended"
    await table.restart()
    await rung(table)
    assert await status(table) == "ended"
    assert "resumed" not in table.kinds()


async def test_it_is_ended_in_the_very_moment_in_which_it_goes_on(table: Table) -> None:
    await sleep(table, 1)
    table.clock.now += HOUR_MS
    await asyncio.gather(table.hosting.end(table.match, HOST), rung(table), table.hosting.resume(table.match, HOST),
                         return_exceptions=True)  # fmt: skip
    assert await status(table) == "ended"
    assert await table.deadlines() == []


async def test_a_substitute_meanwhile(table: Table) -> None:
    await sleep(table, 1)
    await table.hosting.seat_person(table.match, HOST, 2, 777, "zoe")
    await table.hosting.seat_person(table.match, HOST, 3, None, "a shadow")
    await time(table, HOUR_S)
    awake = await table.awake()
    assert (awake.seat_of(777), awake.seats[3].player) == (2, "thoughtful")
    assert await status(table) == "running"


async def test_time_turned_back_while_it_sleeps(table: Table) -> None:
    await table.answer(await table.asked("night.suspect"), None)
    await time(table, 30)
    until = await sleep(table, 1)
    await table.hosting.rewind(table.match, HOST, 0, force=True)
    assert await status(table) == "paused"
    assert (await table.row()).resume_ms == until
    await time(table, HOUR_S)
    assert await status(table) == "running"
    keys = await table.keys()
    assert "night.suspect" in keys or "roles.delivered" in keys


async def test_a_disk_in_trouble_makes_the_pause_longer_and_costs_nobody_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting_module, "RETRY_MS", 10)
    await time(table, 30)
    await sleep(table, 1)
    write, fails = table.store.write, True

    async def troubled(work: Any) -> Any:
        if fails:
            raise DiskFull("a test")
        return await write(work)

    monkeypatch.setattr(table.store, "write", troubled)
    await time(table, HOUR_S)
    assert (await table.row()).status == "paused"
    fails = False
    table.clock.now += 5_000

    async def is_running() -> bool:
        return await status(table) == "running"

    await until_it_is(is_running)
    await rung(table)
    assert await table.night_left_s() == NIGHT_S - 30


async def test_many_tables_sleep_and_one_wakes(table: Table) -> None:
    first = table.match
    await sleep(table, 1)
    await table.deal()
    await sleep(table, 2)
    await time(table, HOUR_S)
    async with table.store.reading() as connection:
        assert await hosting_module.matches.asleep(connection) == [(table.match, table.clock.now + HOUR_MS)]
    assert (await table.service.awake(first)).row.status == "running"
    assert await status(table) == "paused"
