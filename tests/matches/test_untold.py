"""What could not be told yet: no clock of that match runs out, and others are not touched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table

from bot.matches.happenings import Happening
from bot.matches.untold import LATE_MS, Untold

NIGHT_S = 75


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A night has fallen at a table whose people are told what happens."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        opened.service.watchers.append(opened.service.untold.watch)
        yield opened


def untold(table: Table) -> Untold:
    return table.service.untold


async def test_nothing_runs_out_before_it_was_told(table: Table) -> None:
    untold(table).note(table.match)
    await table.time_passes(NIGHT_S + 900)
    assert "clock.night" in await table.keys()
    await table.service.told(table.match, untold(table).count)
    assert await table.night_left_s() == NIGHT_S
    assert table.told == [Happening(table.match, "away", amount=(NIGHT_S + 900) * 1000)]
    await table.time_passes(NIGHT_S)
    assert "clock.night" not in await table.keys()


async def test_what_is_told_at_once_moves_no_clock(table: Table) -> None:
    untold(table).note(table.match)
    await table.time_passes(LATE_MS / 1000 - 1)
    await table.service.told(table.match, untold(table).count)
    assert await table.night_left_s() == NIGHT_S - LATE_MS / 1000 + 1
    assert table.told == []


async def test_a_table_beside_it_is_not_touched(table: Table) -> None:
    untold(table).note(table.match + 1)
    await table.time_passes(NIGHT_S)
    assert "clock.night" not in await table.keys()


async def test_what_came_while_it_was_being_told_is_still_untold(table: Table) -> None:
    untold(table).note(table.match)
    as_of = untold(table).count
    await table.time_passes(5)
    untold(table).note(table.match)
    await table.service.told(table.match, as_of)
    assert untold(table).is_waiting(table.match)
    await table.service.told(table.match, untold(table).count)
    assert not untold(table).is_waiting(table.match)


async def test_a_clock_that_is_set_back_leaves_nothing_untold_for_ever(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found on the wire: noted at a start, told a moment later by a clock that had been corrected meanwhile."""
    untold(table).note(table.match)
    noted_ms = table.play_ms
    monkeypatch.setattr(table.service.time, "play_ms", lambda: noted_ms - 300)
    await table.service.told(table.match, untold(table).count)
    assert not untold(table).is_waiting(table.match)


async def test_a_pause_is_not_given_back_twice(table: Table) -> None:
    untold(table).note(table.match)
    await table.time_passes(20)
    await table.hosting.pause(table.match, HOST)
    await table.time_passes(3600)
    await table.hosting.resume(table.match, HOST)
    await table.service.told(table.match, untold(table).count)
    assert await table.night_left_s() == NIGHT_S - 20


async def test_given_back_time_outlives_a_restart(table: Table) -> None:
    untold(table).note(table.match)
    await table.time_passes(60)
    await table.service.told(table.match, untold(table).count)
    await table.restart()
    assert await table.night_left_s() >= NIGHT_S


async def test_who_was_not_reached_has_missed_nothing(table: Table) -> None:
    async def all_but_the_first(_match: object, question: object) -> bool:
        return question.seat != 1  # type: ignore[attr-defined]

    table.service.has_reached = all_but_the_first
    await table.time_passes(NIGHT_S)
    await table.service.told(table.match, untold(table).count)
    assert {seat for seat, row in (await table.seats()).items() if row.strikes} == set(range(2, 9))
