"""Quiet hours: no clock runs out in them, wherever it was set, and everybody sees when it does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some
from support.tables import HOST, Table, opened_table

from bot.matches.giving_time import GivingTime
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.quiet_clocks import QuietClocks
from bot.matches.quiet_hours import QuietHours

BERLIN = "Europe/Berlin"
HOUR_MS = 3_600_000
NIGHT = QuietHours(22, 8, BERLIN)


def at(text: str, zone: str = BERLIN) -> int:
    """This time on the wall in epoch milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("would", "runs_out"),
    [
        ("2026-01-10 21:59", "2026-01-10 21:59"),
        ("2026-01-10 22:00", "2026-01-11 08:00"),
        ("2026-01-10 23:30", "2026-01-11 09:30"),
        ("2026-01-11 07:59", "2026-01-11 17:59"),
        ("2026-01-11 08:00", "2026-01-11 08:00"),
        ("2026-03-29 03:30", "2026-03-29 12:30"),  # an hour of this night is left out: 4.5 hours of it were over
        ("2026-10-25 07:00", "2026-10-25 18:00"),  # and of this one 10, since an hour comes twice
    ],
)
def test_a_clock_ends_as_much_after_quiet_hours_as_it_would_have_ended_after_their_beginning(
    would: str, runs_out: str
) -> None:
    assert NIGHT.moved(at(would)) == at(runs_out)


@pytest.mark.parametrize(
    ("now", "minutes_left"),
    [
        ("2026-01-10 21:50", 20),
        ("2026-01-10 22:00", 10),
        ("2026-01-11 03:00", 10),
        ("2026-01-11 08:00", 10),
        ("2026-01-11 08:04", 6),
        ("2026-01-11 08:11", 0),
    ],
)
def test_what_is_left_of_a_clock_is_left_outside_the_quiet_hours(now: str, minutes_left: int) -> None:
    due = NIGHT.moved(at("2026-01-10 22:10"))
    assert due == at("2026-01-11 08:10")
    assert NIGHT.left(due, at(now)) == minutes_left * 60_000


hours = some.integers(0, 23)


@given(
    hours,
    hours,
    some.sampled_from([BERLIN, "America/New_York", "Australia/Lord_Howe", "UTC"]),
    some.integers(0, 366 * 24 * 60),
)
def test_no_clock_is_ever_moved_into_quiet_hours_or_back(begin: int, end: int, zone: str, minute: int) -> None:
    quiet = GuildSettings(quiet_from=begin, quiet_until=end, time_zone=zone).quiet
    if quiet is None:
        assert begin == end
        return
    due = at("2026-01-01 00:00", zone) + minute * 60_000
    moved = quiet.moved(due)
    assert not quiet.holds(moved)
    assert moved >= due
    assert (moved == due) == (not quiet.holds(due))
    assert not quiet.holds(quiet.after(due))
    if moved != due and 0 < (end - begin) % 24 <= 11:
        assert quiet.unmoved(moved) == due


@pytest.mark.parametrize("zone", ["Europe", "Nowhere/At_All", "../../etc/passwd", ""])
def test_a_time_zone_that_nobody_knows_is_none(zone: str) -> None:
    assert GuildSettings.of({"time_zone": zone, "quiet_from": 22}).time_zone == "UTC"
    with pytest.raises(ValueError, match="time_zone"):
        GuildSettings(time_zone=zone)


# -- at a table --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        opened.clock.now = at("2026-01-10 21:59")
        yield opened


def quiet_clocks(table: Table) -> QuietClocks:
    return QuietClocks(SettingsBook(table.store), table.service.keeper)


async def goes_quiet(table: Table, **more: int) -> None:
    await quiet_clocks(table).change(1, None, **({"quiet_from": 22, "quiet_until": 8} | more), time_zone=BERLIN)


async def shown(table: Table) -> list[int]:
    """When the clocks of the table run out, as its board shows it."""
    return sorted((await table.service.snapshot(table.match)).deadlines.values())


async def stored(table: Table) -> list[int]:
    return sorted(row.due_ms for row in await table.deadlines())


async def test_clocks_that_are_set_run_out_behind_the_quiet_hours_and_nothing_happens_in_them(table: Table) -> None:
    await goes_quiet(table)
    await table.deal()
    board = await shown(table)
    assert board == await stored(table)
    assert all(at("2026-01-11 08:00") <= due < at("2026-01-11 09:00") for due in board)
    keys = await table.keys()
    await table.time_passes(10 * 3600)  # 07:59
    assert await table.keys() == keys
    await table.time_passes(3600)
    assert await table.keys() != keys, "then the clock runs out"


async def test_running_clocks_follow_the_setting_and_other_channels_do_not(table: Table) -> None:
    await table.deal()
    before = await shown(table)
    assert before[0] < at("2026-01-10 23:00")
    table.told.clear()
    await quiet_clocks(table).change(1, 99, quiet_from=22)
    await quiet_clocks(table).change(2, None, quiet_from=22)
    assert await shown(table) == before, "another channel, and another server"
    await goes_quiet(table)
    moved = [NIGHT.moved(due) for due in before]
    assert await shown(table) == moved == await stored(table)
    assert [one.kind for one in table.told] == ["changed"], "boards are drawn anew"
    await quiet_clocks(table).change(1, None, quiet_from=None)
    assert await shown(table) == moved, "time that was given is not taken away"


async def test_the_quiet_hours_of_a_channel_hold_in_its_threads(table: Table) -> None:
    await table.deal(parent_id=99)
    before = await shown(table)
    await quiet_clocks(table).change(1, None, time_zone=BERLIN)
    await quiet_clocks(table).change(1, 99, quiet_from=22)
    moved = await shown(table)
    assert moved != before, "clocks that run follow"
    await table.restart()
    await table.deal(parent_id=99)
    assert await shown(table) == moved, "and so do those that are set, after a restart too"
    await table.deal()
    assert await shown(table) == before, "another channel has none"


async def test_a_crash_between_the_setting_and_the_clocks_is_made_good_at_the_start(table: Table) -> None:
    await table.deal()
    before = await shown(table)
    await SettingsBook(table.store).change(1, quiet_from=22, quiet_until=8, time_zone=BERLIN)
    await table.restart()
    assert await shown(table) == [NIGHT.moved(due) for due in before] == await stored(table)


async def test_time_that_is_given_and_a_pause_that_ends_lead_out_of_quiet_hours(table: Table) -> None:
    table.clock.now = at("2026-01-10 21:00")
    await goes_quiet(table)
    await table.deal()
    early = await shown(table)
    assert early[-1] < at("2026-01-10 22:00")
    await table.hosting.extend(table.match, HOST, 3600)
    assert await shown(table) == [NIGHT.moved(due + HOUR_MS) for due in early] == await stored(table)
    assert not any(NIGHT.holds(due) for due in await shown(table))
    await table.hosting.pause(table.match, HOST)
    await table.time_passes(16 * 3600)  # 13:00
    await table.hosting.resume(table.match, HOST)
    assert not any(NIGHT.holds(due) for due in await shown(table))


async def test_a_clock_that_outages_have_brought_into_quiet_hours_does_not_run_out_in_them(table: Table) -> None:
    table.clock.now = at("2026-01-10 21:00")
    await table.deal()
    keys, before = await table.keys(), await shown(table)
    # What moves clocks without setting them: the hours come to stand around the clocks.
    table.service.keeper.quiet.note(1, GuildSettings(quiet_from=21, quiet_until=8, time_zone=BERLIN))
    await table.time_passes(3600)
    assert await table.keys() == keys
    assert min(await shown(table)) >= at("2026-01-11 08:00")
    assert await shown(table) != before


async def test_it_is_known_when_a_moved_clock_began(table: Table) -> None:
    """People are called to a question once: when that was has to be told from when it was asked."""
    await goes_quiet(table)
    await table.deal()
    snapshot = await table.service.snapshot(table.match)
    clocks = [one for one in snapshot.open if one.number in snapshot.deadlines]
    assert clocks
    assert {snapshot.opened_ms(one) for one in clocks} == {at("2026-01-10 21:59")}


async def test_a_minute_that_somebody_gives_counts_once(table: Table) -> None:
    await goes_quiet(table)
    await table.deal()
    before = await shown(table)
    await GivingTime(table.service.keeper).give_a_minute(table.match, 101)
    assert await shown(table) == [due + 60_000 for due in before]
