"""Time in which the bot was not there for its players does not count, however it came about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, NOON, Clock, Table, opened_table
from support.waiting import until_it_is

from bot.matches.happenings import Happening
from bot.matches.heart import PULSE_S, SLOWEST_S
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store import heartbeat
from bot.store.errors import DiskFull

NIGHT_S = 75
HOUR_S = 3600


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A night has fallen, and the process feels its pulse."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        await opened.restart()
        await opened.service.pulse()
        yield opened


async def runs(table: Table, seconds: float) -> None:
    """The process runs: its pulse is felt as often as it wants."""
    left_s = seconds
    while left_s > 0:
        step_s = min(left_s, await table.service.pulse())
        await table.time_passes(step_s)
        left_s -= step_s
    await table.service.pulse()


async def strikes(table: Table) -> int:
    return sum(row.strikes for row in (await table.seats()).values())


async def test_a_frozen_process(table: Table) -> None:
    await runs(table, 10)
    await table.time_passes(HOUR_S)
    await table.service.pulse()
    assert await table.night_left_s() == NIGHT_S - 10
    assert await strikes(table) == 0
    assert table.told == [Happening(table.match, "away", amount=HOUR_S * 1000)]
    await runs(table, NIGHT_S - 11)
    assert "clock.night" in await table.keys()
    await runs(table, 1)
    assert "clock.night" not in await table.keys()


async def test_out_of_touch_with_discord(table: Table) -> None:
    await runs(table, 10)
    table.service.time.stand("shard 0")
    await runs(table, 900)
    assert "clock.night" in await table.keys()
    table.service.time.go_on("shard 0")
    await table.service.pulse()
    assert await table.night_left_s() == NIGHT_S - 10
    assert table.told == [Happening(table.match, "away", amount=900_000)]
    await runs(table, NIGHT_S - 10)
    assert "clock.night" not in await table.keys()


async def test_a_short_interruption_is_not_spoken_of_and_the_board_shows_the_new_time(table: Table) -> None:
    shown = (await table.service.snapshot(table.match)).due_ms("clock.night")
    table.service.time.stand("shard 0")
    await runs(table, 20)
    table.service.time.go_on("shard 0")
    await table.service.pulse()
    assert (await table.service.snapshot(table.match)).due_ms("clock.night") == shown + 20_000
    assert table.told == [Happening(table.match, "answered", amount=20_000)]


async def test_what_is_asked_while_nobody_can_answer_has_its_whole_time_afterwards(table: Table) -> None:
    table.service.time.stand("shard 0")
    await runs(table, 100)
    await table.night_passes()
    await runs(table, 100)
    table.service.time.go_on("shard 0")
    due_ms = (await table.service.snapshot(table.match)).due_ms("clock.day")
    day = await table.asked("clock.day")
    assert day.within is not None
    assert due_ms == table.clock.now + day.within * 1000


async def test_killed_while_it_was_out_of_touch(table: Table) -> None:
    """The next process knows since when nobody could answer: it is in the file."""
    await runs(table, 10)
    table.service.time.stand("shard 0")
    await runs(table, 900)
    await table.restart(away_s=60)
    assert await table.night_left_s() == NIGHT_S - 10
    assert table.told == [Happening(table.match, "away", amount=960_000)]


async def test_killed_before_it_noticed_and_after(table: Table) -> None:
    """Silence is noticed late: what was written down meanwhile is taken back."""
    await runs(table, 10)
    since = table.service.time.steady_ms()
    await runs(table, 40)
    table.service.time.stand("silence", since)
    await table.service.pulse()
    await table.restart(away_s=60)
    assert await table.night_left_s() == NIGHT_S - 10


@pytest.mark.parametrize("life_s", [3, 5, 8])
async def test_a_bot_that_dies_every_few_seconds_stretches_no_clock(table: Table, life_s: int) -> None:
    """Its lives are short, and nearly all of each counts."""
    alive_s = 0
    while "clock.night" in await table.keys():
        await runs(table, life_s)
        alive_s += life_s
        assert alive_s < NIGHT_S * 1.6
        await table.restart(away_s=20)
    assert alive_s >= NIGHT_S


@pytest.mark.parametrize("stands", [True, False])
async def test_a_beat_that_could_not_be_written_is_made_up_for(
    table: Table, monkeypatch: pytest.MonkeyPatch, stands: bool
) -> None:
    """The disk is full for a moment."""
    await runs(table, 50)
    if stands:
        table.service.time.stand("silence", table.service.time.steady_ms() - 9_000)
    else:
        await table.time_passes(SLOWEST_S)
    counted = table.service.time.last_there().play_ms
    with monkeypatch.context() as full:
        full.setattr(heartbeat, "beat", no_room)
        with pytest.raises(DiskFull):
            await table.service.pulse()
    await table.service.pulse()
    await table.restart(away_s=20)
    assert table.play_ms == counted


async def no_room(*_: object, **__: object) -> None:
    raise DiskFull("There is no room left.")


async def test_at_most_one_heartbeat_is_given_too_much(table: Table) -> None:
    await runs(table, 50)
    counted = table.play_ms
    await table.restart(away_s=20)
    assert counted - SLOWEST_S * 1000 - PULSE_S * 1000 <= table.play_ms <= counted


async def test_a_clock_that_begins_to_run_is_not_waited_for_as_long_as_when_none_runs(tmp_path: Path) -> None:
    """While nothing is due, the pulse is a minute away."""
    woken: list[bool] = []
    async with opened_table(tmp_path / "mirror.db") as table:
        table.service.wake_pulse = lambda: woken.append(True)
        await runs(table, 100)
        assert await table.service.pulse() > SLOWEST_S
        await table.deal()
        assert woken == [True]
        assert await table.service.pulse() <= SLOWEST_S
        await table.night_passes()
        assert woken == [True], "once is enough"


async def test_an_answer_shows_that_the_bot_was_there(table: Table) -> None:
    await runs(table, 60)
    await table.time_passes(4)
    await table.answer(await table.asked("night.suspect"), None)
    counted = table.play_ms
    await table.restart(away_s=20)
    assert table.play_ms == counted


async def test_an_answer_while_the_bot_starts_does_not_hide_how_long_it_was_away(table: Table) -> None:
    """It is on Discord before all that was left is taken up."""
    await runs(table, 20)
    left = await table.night_left_s()
    table.close()
    await table.time_passes(HOUR_S)
    table.begin()
    await table.time_passes(2)
    await table.answer(await table.asked("night.suspect"), None)
    assert await table.service.start_up() >= HOUR_S * 1000
    assert left <= await table.night_left_s() <= left + SLOWEST_S


async def test_a_clock_that_begins_while_the_bot_starts_is_not_forgotten(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody presses just when all clocks have been read, and the night goes on with another clock."""
    genuine = MatchService._running

    async def read_slowly(self: MatchService) -> Any:
        found = await genuine(self)
        await table.night_passes()
        return found

    monkeypatch.setattr(MatchService, "_running", read_slowly)
    await table.restart(away_s=60)
    day = await table.asked("clock.day")
    assert day.within is not None
    await runs(table, day.within)
    assert "clock.day" not in await table.keys()


async def test_no_clock_runs_out_while_the_bot_starts(table: Table) -> None:
    """Somebody presses before all that was left is taken up, and by people's own clocks the night is long over."""
    await runs(table, 20)
    left = await table.night_left_s()
    await begins_again_after(table, HOUR_S)
    await table.answer(await table.asked("night.suspect"), None)
    await table.time_passes(NIGHT_S)
    assert "clock.night" in await table.keys()
    assert await table.service.start_up() >= HOUR_S * 1000 + NIGHT_S * 1000
    assert left <= await table.night_left_s() <= left + SLOWEST_S
    await runs(table, left + SLOWEST_S)
    assert "clock.night" not in await table.keys()


async def test_a_clock_that_begins_while_the_bot_starts_has_its_time_and_no_more(table: Table) -> None:
    """What counts goes on from where it was, and not from the time on people's own clocks."""
    await runs(table, 20)
    await begins_again_after(table, HOUR_S)
    await table.night_passes()
    day = await table.asked("clock.day")
    assert day.within is not None
    shown = (await table.service.snapshot(table.match)).due_ms("clock.day")
    assert shown == table.clock.now + day.within * 1000
    await table.time_passes(20)
    await table.service.start_up()
    assert await table.seconds_left("clock.day") == day.within
    await runs(table, day.within)
    assert "clock.day" not in await table.keys()


async def begins_again_after(table: Table, seconds: float) -> None:
    """Another process begins so much later. It is on Discord, and has not taken up what was left."""
    table.close()
    await table.time_passes(seconds)
    table.begin()
    await table.service.learn()


@pytest.mark.parametrize("wrong_s", [-3 * HOUR_S, 12 * 365 * 24 * HOUR_S])
async def test_a_start_with_a_wrong_clock_stretches_and_ends_nothing(table: Table, wrong_s: int) -> None:
    await runs(table, 10)
    await table.restart(away_s=wrong_s)
    assert await table.night_left_s() >= NIGHT_S - 10
    assert await table.night_left_s() <= NIGHT_S - 10 + SLOWEST_S
    await runs(table, 5)
    await table.restart(away_s=-wrong_s)  # and it is put right
    assert NIGHT_S - 15 <= await table.night_left_s() <= NIGHT_S - 15 + SLOWEST_S
    assert await strikes(table) == 0


async def test_a_paused_table_gets_what_it_had(table: Table) -> None:
    await runs(table, 10)
    await table.hosting.pause(table.match, HOST)
    await runs(table, 20)
    await table.restart(away_s=HOUR_S)
    await runs(table, 20)
    await table.hosting.resume(table.match, HOST)
    assert await table.night_left_s() == NIGHT_S - 10


async def test_a_file_from_before_goes_on_where_it_was(table: Table) -> None:
    """An older version had one clock for everything, and moved the deadlines when it came back."""
    due_ms = NOON + NIGHT_S * 1000
    assert (await table.deadlines())[0].due_ms == due_ms
    await table.store.write(lambda connection: heartbeat.beat(connection, NOON + 15_000))
    table.close()
    table.clock.now = NOON + HOUR_S * 1000
    table.begin()
    assert await table.service.start_up() == HOUR_S * 1000 - 15_000
    assert await table.night_left_s() == NIGHT_S - 15


async def test_two_clocks_that_run_apart(tmp_path: Path) -> None:
    """What is written down is in the time of the day; only deadlines are in the time that counts."""
    async with opened_table(tmp_path / "mirror.db") as table:
        steady = Clock(77)
        table.close()
        table.service = type(table.service)(table.store, Timekeeper(table.clock, steady))
        await table.service.start_up()
        await table.deal(begun=False)
        steady.now += 5_000
        await table.answer(await table.asked("roles.delivered"), "delivered")
        assert (await table.journal())[-1].at_ms == NOON + 5_000
        assert (await table.service.snapshot(table.match)).due_ms("clock.night") == NOON + 80_000


async def test_clocks_are_waited_for_again_as_soon_as_time_goes_on(table: Table) -> None:
    """However short it stood: nobody looks at the clocks while it does."""
    await runs(table, NIGHT_S - 1)
    table.service.time.stand("shard 0")
    table.service._deadlines.look()
    await table.time_passes(1)
    assert "clock.night" in await table.keys()
    table.service.time.go_on("shard 0")
    await until_it_is(lambda: is_over(table, "clock.night"))


async def is_over(table: Table, key: str) -> bool:
    return key not in await table.keys()


async def test_a_long_first_start_is_no_absence(tmp_path: Path) -> None:
    """Nobody was there before. Who deals meanwhile has their whole time, and is told of nothing."""
    async with opened_table(tmp_path / "mirror.db") as table:
        table.close()
        await table.store.write(lambda connection: heartbeat.forget(connection, table.store.slot))
        table.begin()
        await table.service.learn()
        await table.time_passes(20)
        await table.deal()
        await table.time_passes(40)
        assert await table.service.start_up() == 0
        await table.service.pulse()
        assert table.told == []
        assert await table.night_left_s() == NIGHT_S
        await runs(table, NIGHT_S)
        assert "clock.night" not in await table.keys()


async def test_a_start_that_failed_hides_nothing_of_the_absence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks have gone on, but nothing more was taken up. The next one, of this process or another, tells it all."""
    await runs(table, 20)
    left = await table.night_left_s()
    await begins_again_after(table, HOUR_S)
    with monkeypatch.context() as broken:
        broken.setattr(MatchService, "_running", no_room)
        with pytest.raises(DiskFull):
            await table.service.start_up()
    await table.time_passes(10)
    for _ in range(2):  # the rest fails once more
        assert await table.service.start_up() >= HOUR_S * 1000 + 10_000
    assert table.kinds() == [], "the next one would tell of it as well"
    assert await table.restart(away_s=10) >= HOUR_S * 1000 + 20_000
    assert table.kinds() == ["away"]
    assert await table.restart(away_s=10) == 10_000
    assert left <= await table.night_left_s() <= left + SLOWEST_S
