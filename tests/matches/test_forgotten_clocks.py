"""A clock that nobody waits for rings after all, and no other rings for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table

from bot.matches import forgotten_clocks
from bot.matches.awake import Awake
from bot.matches.deadlines import Deadline
from bot.matches.forgotten_clocks import OVERDUE_MS, ForgottenClocks
from bot.matches.keeper import Keeper
from bot.matches.service import MatchService
from bot.matches.untold import LATE_MS

NIGHT_S = 75


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A night has fallen."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        yield opened


async def looks(table: Table) -> int:
    """How many games had a forgotten clock; everything that is due has rung."""
    found = await ForgottenClocks(table.service.keeper).look()
    await table.ring()
    return found


async def is_overdue(table: Table) -> None:
    await table.time_passes(NIGHT_S + OVERDUE_MS / 1000 + 1)


async def test_one_that_nobody_waits_for(table: Table) -> None:
    table.service._deadlines.replace(table.match, [])
    await is_overdue(table)
    assert "clock.night" in await table.keys()
    assert await looks(table) == 1
    assert "clock.night" not in await table.keys()
    assert await looks(table) == 0


async def test_one_in_whose_place_another_was_waited_for(table: Table) -> None:
    """What was waited for was out of date: it rang, and nothing came of it."""
    table.service._deadlines.replace(table.match, [Deadline(table.play_ms + 1_000, table.match, 0, 99)])
    await is_overdue(table)
    assert await looks(table) == 1
    assert "clock.night" not in await table.keys()


async def test_one_that_rang_in_vain(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(MatchService, "_let_pass", goes_wrong)
        await is_overdue(table)
    assert "clock.night" in await table.keys()
    assert await looks(table) == 1
    assert "clock.night" not in await table.keys()


async def goes_wrong(*_: object) -> None:
    raise RuntimeError("a test")


async def test_a_game_that_cannot_be_woken_keeps_no_other_from_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = table.match, await table.deal(seed="another")
    for match in (broken, whole):
        table.service._deadlines.replace(match, [])
    await is_overdue(table)
    find = Keeper._find

    async def finds(keeper: Keeper, match_id: int) -> Awake:
        if match_id == broken:
            raise RuntimeError("a test")
        return await find(keeper, match_id)

    monkeypatch.setattr(Keeper, "_find", finds)
    assert await looks(table) == 1
    assert "clock.night" not in await table.keys()


async def test_a_game_whose_turn_does_not_end_keeps_no_other_from_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgotten_clocks, "PATIENCE_S", 0.01)
    stuck, whole = table.match, await table.deal(seed="another")
    for match in (stuck, whole):
        table.service._deadlines.replace(match, [])
    await is_overdue(table)
    async with table.service.keeper.alone(stuck):
        assert await looks(table) == 1
    assert "clock.night" not in await table.keys()


async def test_one_that_ran_out_a_moment_ago_is_left_alone(table: Table) -> None:
    table.service._deadlines.replace(table.match, [])
    await table.time_passes(NIGHT_S + 1)
    assert await looks(table) == 0


async def test_one_that_waits_until_everybody_is_told(table: Table) -> None:
    table.service.untold.note(table.match)
    await table.time_passes(LATE_MS / 1000)
    await is_overdue(table)
    assert await looks(table) == 0
    assert "clock.night" in await table.keys()


async def test_one_that_stands_or_waits_for_a_moderator(table: Table) -> None:
    table.service._deadlines.replace(table.match, [])
    table.service.time.stand("shard 0")
    await is_overdue(table)
    assert await looks(table) == 0
    table.service.time.go_on("shard 0")
    await table.hosting.pause(table.match, HOST)
    await is_overdue(table)
    assert await looks(table) == 0
    await table.hosting.resume(table.match, HOST)
    await table.moderation.take(table.match, HOST, HOST)
    table.service._deadlines.replace(table.match, [])
    await is_overdue(table)
    assert await looks(table) == 0
