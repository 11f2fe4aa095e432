"""A village with bonus cards on a real store: spells fly by the clock, and the day gets no longer for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import Table, opened_table

from bot.games.village.options import VillageOptions

OPTIONS = VillageOptions(introductions=False, bonus=("sleep", "deflection"))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The first day; somebody holds Sleep."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal(options=OPTIONS, begun=False)
        await opened.answer(await opened.asked("roles.delivered"), "delivered")
        await opened.time_passes(OPTIONS.redraw_seconds)
        await opened.night_passes()
        yield opened


async def due(table: Table, key: str) -> int:
    """When this clock runs out, on disk and in memory alike."""
    clock = await table.asked(key)
    stored = {line.question: line.due_ms for line in await table.deadlines()}
    assert (await table.awake()).deadlines == stored
    return stored[clock.number]


async def test_the_redraw_waits_for_the_cards_and_is_over_when_its_time_is(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(options=OPTIONS, begun=False)
        assert await table.keys() == ["roles.delivered", "clock.cards"]
        await table.answer(await table.asked("roles.delivered"), "delivered")
        assert (await table.keys()).count("bonus.redraw") == 8
        await table.time_passes(OPTIONS.redraw_seconds - 1)
        assert "bonus.redraw" in await table.keys()
        await table.time_passes(1)
        assert "bonus.redraw" not in await table.keys()
        assert "clock.night" in await table.keys()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_spell_flies_by_the_clock_and_the_day_is_no_longer_for_it(table: Table, restarted: bool) -> None:
    cast = await table.asked("day.cast_sleep")
    await table.answer(cast, cast.choices[0])
    if restarted:  # the time the bot was away is given back
        await table.restart()
    sunset, step = await due(table, "clock.day"), await due(table, "clock.redirect")
    for _ in range(2):
        await table.time_passes((step - table.clock.now) / 1000 - 1)
        assert "spell.sleep" not in [said.key for said in await table.said()]
        await table.time_passes(1)
        step += OPTIONS.redirect_seconds * 1000
    assert [said.key for said in await table.said()].count("spell.sleep") == 1
    assert "clock.redirect" not in await table.keys()
    assert await due(table, "clock.day") == sunset
    assert (await table.awake()).match.view(0).players[cast.choices[0] - 1].speech == "asleep"  # type: ignore[attr-defined]
