"""Plans in the store: made once, changed by whoever may, and kept whatever happens in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import VILLAGE, Table, opened_table, refused

from bot.games.village.options import VillageOptions
from bot.matches.bars import Barring, Bars
from bot.matches.errors import Refused
from bot.matches.forgetting import forget
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.planned_tables import CHANNEL_MOST, HOST_MOST, KEPT_MS, REMIND_MS, Planned, PlannedTables, Wanted
from bot.store.personal import KEPT, rows_of

ANN, BEN, CAT = 11, 12, 13
SERVER = 1
HOUR_MS = 3_600_000


class Calendar:
    """A server in which tables are planned."""

    def __init__(self, table: Table) -> None:
        self.store, self.clock = table.store, table.clock
        self.plans = PlannedTables(table.store, table.clock)
        self.openings = LobbyOpenings(table.store, table.clock)

    async def drafts(self, host: int = ANN, hours: int = 2, channel: int = 77) -> Planned:
        at_ms = self.clock.now + hours * HOUR_MS
        return await self.plans.draft(
            Wanted(SERVER, channel, host, f"p{host}", "village", None, at_ms)
        )  # fmt: skip

    async def plan(self, host: int = ANN, hours: int = 2) -> Planned:
        return await self.plans.make((await self.drafts(host, hours)).id, host)

    async def opens(self, plan: Planned) -> int:
        lobby = await self.openings.open(
            SERVER, 77, plan.host_id, plan.host_name, VILLAGE, "classic", VillageOptions(),
            also=lambda connection, number: self.plans.opened(connection, plan.id, number),
        )  # fmt: skip
        return lobby.id


@pytest.fixture
async def calendar(tmp_path: Path) -> AsyncIterator[Calendar]:
    async with opened_table(tmp_path / "mirror.db") as table:
        yield Calendar(table)


async def test_a_draft_is_its_hosts_alone_and_is_made_once(calendar: Calendar) -> None:
    first = await calendar.drafts()
    draft = await calendar.drafts(hours=3)
    assert await calendar.plans.of_guild(SERVER) == []
    assert await refused(calendar.plans.make(first.id, ANN)) == "plan_is_off"
    assert await refused(calendar.plans.make(draft.id, BEN)) == "forged"
    made = await calendar.plans.make(draft.id, ANN)
    assert (made.status, made.reminded, made.people) == ("planned", False, (ANN,))
    assert await refused(calendar.plans.make(draft.id, ANN)) == "plan_made_already"
    assert [plan.id for plan in await calendar.plans.of_guild(SERVER)] == [draft.id]
    late = await calendar.drafts()
    calendar.clock.now += 3 * HOUR_MS
    assert await refused(calendar.plans.make(late.id, ANN)) == "when_past"


async def test_people_come_and_take_it_back(calendar: Calendar) -> None:
    plan = await calendar.plan()
    await Bars(calendar.store, calendar.clock).bar(Barring(SERVER, "host", ANN, CAT, ANN, None), "cat", "")
    assert await refused(calendar.plans.come(plan.id, ANN, "ann")) == "plan_host_comes"
    with pytest.raises(Refused, match="barred"):
        await calendar.plans.come(plan.id, CAT, "cat")
    now, comes = await calendar.plans.come(plan.id, BEN, "ben")
    assert comes
    assert now.people == (ANN, BEN)
    now, comes = await calendar.plans.come(plan.id, BEN, "ben")
    assert not comes
    assert now.people == (ANN,)


async def test_moving_and_calling_off_is_its_hosts_and_those_who_keep_order(calendar: Calendar) -> None:
    plan = await calendar.plan()
    at_ms = plan.at_ms + HOUR_MS
    assert await refused(calendar.plans.move(plan.id, BEN, at_ms)) == "not_host"
    await calendar.plans.was_reminded(plan.id)
    moved = await calendar.plans.move(plan.id, ANN, at_ms)
    assert (moved.at_ms, moved.reminded) == (at_ms, False), "they are reminded anew"
    near = await calendar.plans.move(plan.id, ANN, calendar.clock.now + REMIND_MS)
    assert near.reminded, "that is too near for a reminder"
    assert await refused(calendar.plans.move(plan.id, ANN, calendar.clock.now)) == "when_past"
    assert await refused(calendar.plans.move(plan.id, ANN, (1 << 63) - 1)) == "when_too_far", "a forged button"
    assert await refused(calendar.plans.cancel(plan.id, BEN)) == "not_host"
    off = await calendar.plans.cancel(plan.id, BEN, keeps_order=True)
    assert (off.status, off.reason) == ("off", "cancelled")
    assert await refused(calendar.plans.come(plan.id, BEN, "ben")) == "plan_is_off"
    assert await calendar.plans.off(plan.id, "late") is None, "it is off already"
    waiting = await calendar.plan(hours=1)
    calendar.clock.now = off.at_ms + KEPT_MS + 1
    await calendar.plans.forget_past()
    assert await refused(calendar.plans.get(plan.id)) == "plan_is_off"
    assert (await calendar.plans.get(waiting.id)).status == "planned", "with that one something is to be done still"


async def test_what_nobody_was_told_to_be_off_is_found_again_until_it_is_seen_to(calendar: Calendar) -> None:
    shown, untold, waits = [await calendar.plan() for _ in range(3)]
    for plan in (shown, waits):
        await calendar.plans.placed(plan.id, 500 + plan.id)
    for plan in (shown, untold):
        await calendar.plans.cancel(plan.id, ANN)
    assert [plan.id for plan in await calendar.plans.left_standing()] == [shown.id, untold.id]
    for plan in (shown, untold):
        await calendar.plans.let_go(plan.id)
    assert await calendar.plans.left_standing() == []


async def test_a_plan_opens_one_lobby_in_one_transaction(calendar: Calendar) -> None:
    plan = await calendar.plan()
    lobby = await calendar.opens(plan)
    opened = await calendar.plans.get(plan.id)
    assert (opened.status, opened.lobby) == ("opened", lobby)
    with pytest.raises(Refused, match="plan_open_already"):
        await calendar.opens(plan)
    assert await refused(calendar.plans.cancel(plan.id, ANN)) == "plan_open_already"
    assert [one.id for one in await calendar.plans.waiting()] == [plan.id], "it is still to be shown"
    await calendar.plans.done(plan.id)
    assert await calendar.plans.waiting() == []


async def test_there_is_a_most_for_each_person_and_each_channel(calendar: Calendar) -> None:
    for _ in range(HOST_MOST):
        await calendar.plan()
    assert await refused(calendar.drafts()) == "plan_host_busy"
    for number in range(HOST_MOST, CHANNEL_MOST):
        await calendar.plan(100 + number)
    assert await refused(calendar.drafts(BEN)) == "plan_channel_busy"
    elsewhere = await calendar.drafts(BEN, channel=78)
    await calendar.plans.make(elsewhere.id, BEN)  # of what is planned where they see nothing this tells them nothing


async def test_who_is_forgotten_plans_nothing_and_comes_nowhere(calendar: Calendar) -> None:
    mine, theirs = await calendar.plan(ANN), await calendar.plan(BEN)
    await calendar.plans.come(theirs.id, ANN, "ann")
    await forget(calendar.store, ANN, calendar.clock.now)
    gone = await calendar.plans.get(mine.id)
    assert (gone.status, gone.reason, gone.host_id) == ("off", "host", 0)
    assert "p11" not in gone.host_name
    assert (await calendar.plans.get(theirs.id)).people == (BEN,)
    async with calendar.store.reading() as connection:
        for one in KEPT:
            if one.name in ("plans", "coming"):
                assert await rows_of(connection, one, ANN) == []
