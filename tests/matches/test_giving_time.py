"""People who need longer have it, and anybody at the table gives a minute: for everybody alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.engine.questions import MIRROR
from bot.games import GAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.games.village.options import VillageOptions
from bot.matches.giving_time import MINUTE_S, MINUTES_MOST, GivingTime
from bot.store import people

ANN, BEN, STRANGER = 101, 102, 199
QUICK = VillageOptions(introductions=False, night_seconds=40, day_seconds=100, warning_seconds=70)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def clocks(table: Table) -> dict[str, float]:
    """Seconds that are left, on disk and in memory alike."""
    awake = await table.awake()
    assert awake.deadlines == {line.question: line.due_ms for line in await table.deadlines()}
    due = awake.deadlines
    return {one.key: (due[one.number] - table.play_ms) / 1000 for one in awake.match.open if one.number in due}


async def give(table: Table, who: int) -> None:
    await GivingTime(table.service.keeper).give_a_minute(table.match, who)


async def need(table: Table, who: int, wanted: bool = True) -> None:
    await table.service.keeper.unhurried.change(who, wanted)


# -- who needs longer -------------------------------------------------------------------------------------------------


async def test_every_clock_of_the_table_has_at_least_a_minute(table: Table) -> None:
    await need(table, BEN)
    await table.deal(options=QUICK)
    assert await clocks(table) == {"clock.night": MINUTE_S}
    assert (await table.service.snapshot(table.match)).least_s == MINUTE_S


async def test_a_warning_comes_when_it_has_to(table: Table) -> None:
    await need(table, BEN)
    await table.deal(options=QUICK)
    await table.night_passes()
    left = await clocks(table)
    assert left["clock.warning"] == 30
    assert left["clock.day"] == 100


async def test_it_outlives_the_process_and_holds_until_it_is_taken_back(table: Table) -> None:
    await need(table, BEN)
    await table.restart()
    await table.deal(options=QUICK)
    assert await clocks(table) == {"clock.night": MINUTE_S}
    await need(table, BEN, wanted=False)
    await table.deal(options=QUICK)
    assert await clocks(table) == {"clock.night": 40}


async def test_whoever_asks_for_it_while_the_others_are_read_is_not_forgotten(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine, unhurried = people.unhurried, table.service.keeper.unhurried
    asked: list[int] = []

    async def slowly(connection: Any) -> set[int]:
        found = await genuine(connection)
        if not asked:
            asked.append(BEN)
            await need(table, BEN)
        return found

    monkeypatch.setattr(people, "unhurried", slowly)
    await unhurried.start_up()
    assert unhurried.has(BEN)


async def test_tables_without_them_or_that_do_not_allow_it_are_as_before(table: Table) -> None:
    await need(table, STRANGER)
    await table.deal(options=QUICK)
    assert await clocks(table) == {"clock.night": 40}
    await need(table, BEN)
    await table.deal(options=QUICK.model_copy(update={"may_be_longer": False}))
    assert await clocks(table) == {"clock.night": 40}


async def test_what_is_asked_after_somebody_has_asked_for_it_is_longer(table: Table) -> None:
    await table.deal(options=QUICK)
    await need(table, BEN)
    assert await clocks(table) == {"clock.night": 40}, "what runs already runs on"
    await table.hosting.rewind(table.match, HOST, 0, force=True)
    await table.answer(await table.asked("roles.delivered"), "delivered")
    assert await clocks(table) == {"clock.night": MINUTE_S}


async def test_nobody_learns_from_the_clocks_who_needs_it(table: Table) -> None:
    """Whoever it is, all clocks of all seats are the same."""
    seen = []
    for who in (ANN, BEN):
        await need(table, who)
        await table.deal(2, NameDuelOptions(reaction_seconds=30), game=GAMES["name_duel"], begun=False)
        asked = [(one.key, one.number) for one in (await table.awake()).match.open if one.seat == MIRROR]
        seen.append((asked, await clocks(table)))
        await need(table, who, wanted=False)
    assert seen[0] == seen[1]


# -- a minute ---------------------------------------------------------------------------------------------------------


async def test_a_minute_moves_every_clock_and_outlives_the_process(table: Table) -> None:
    await table.deal(options=QUICK)
    await table.night_passes()
    before = await clocks(table)
    await give(table, ANN)
    after = {key: left + MINUTE_S for key, left in before.items()}
    assert await clocks(table) == after
    await table.restart()
    assert await clocks(table) == after
    assert ("minute", {"seconds": MINUTE_S, "checkpoint": (await table.row()).checkpoint}) in await table.logged()


async def test_each_person_gives_some_in_a_round_and_no_more(table: Table) -> None:
    await table.deal(options=QUICK)
    for _ in range(MINUTES_MOST):
        await give(table, ANN)
    await table.restart()
    before = await clocks(table)
    assert await refused(give(table, ANN)) == "minutes_given"
    assert await clocks(table) == before
    await give(table, BEN)
    assert (await clocks(table))["clock.night"] == before["clock.night"] + MINUTE_S
    while (await table.row()).checkpoint < 2:
        awake = await table.awake()
        clock = next(one for one in awake.match.open if one.key.startswith("clock."))
        await table.answer(clock, clock.default)
    await give(table, ANN)


@pytest.mark.parametrize("who", [STRANGER, HOST])
async def test_who_has_no_seat_gives_none(table: Table, who: int) -> None:
    await table.deal(options=QUICK)
    assert await refused(give(table, who)) == "not_seated"


async def test_none_while_somebody_has_no_card(table: Table) -> None:
    """The board offers no minute then, but an old message may: the table must not wait for ever."""
    await table.deal(options=QUICK.model_copy(update={"cards_have_a_clock": True}), begun=False)
    before = await clocks(table)
    assert "clock.cards" in before
    assert await refused(give(table, ANN)) == "time_is_fixed"
    assert await clocks(table) == before


@pytest.mark.parametrize(
    ("options", "code"),
    [({"may_be_longer": False}, "time_is_fixed"), ({}, "paused")],
)
async def test_none_where_time_is_fixed_or_stands(table: Table, options: dict[str, Any], code: str) -> None:
    await table.deal(options=QUICK.model_copy(update=options))
    if code == "paused":
        await table.hosting.pause(table.match, HOST)
    assert await refused(give(table, ANN)) == code
