"""A snapshot of a match: what is shown from it is durable, of one moment, and stays so while the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, VILLAGE, Table, opened_table, refused

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Views
from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.snapshot import MatchSnapshot
from bot.store.seating import NewSeat

SEATS = range(1, 9)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def taken(table: Table) -> MatchSnapshot:
    return await table.service.snapshot(table.match)


def shown(snapshot: MatchSnapshot) -> list[str]:
    return [snapshot.view(seat).model_dump_json() for seat in (SPECTATOR, *SEATS)]


async def test_it_says_what_the_disk_says(table: Table) -> None:
    await table.deal()
    snapshot, row = await taken(table), await table.row()
    assert (snapshot.id, snapshot.row.host_id, snapshot.game) == (table.match, HOST, VILLAGE)
    assert snapshot.place == (row.checkpoint, row.head, row.announced)
    assert snapshot.seats == await table.seats()
    assert snapshot.deadlines == {line.question: line.due_ms for line in await table.deadlines()}
    assert snapshot.people() == {seat: 100 + seat for seat in SEATS}
    assert (snapshot.seat_of(103), snapshot.seat_of(999), snapshot.computers()) == (3, None, [])
    assert snapshot.running
    assert not snapshot.over


async def test_what_is_asked_of_it_later_is_of_the_moment_it_was_taken(table: Table) -> None:
    """Night: the pack chooses, everybody suspects, and it becomes day while somebody is still sending."""
    await table.deal()
    night, now = await taken(table), shown(await taken(table))
    asked = {question.number for question in night.open}
    await table.night_passes()
    day = await taken(table)
    assert shown(night) == now
    assert shown(day) != now
    assert {question.number for question in night.open} == asked
    assert (night.checkpoint, night.announced) < (day.checkpoint, day.announced)
    assert night.deadlines != day.deadlines


async def test_a_seat_that_changes_hands_keeps_its_owner_in_what_was_taken_before(table: Table) -> None:
    await table.deal()
    before = await taken(table)
    await table.hosting.seat_person(table.match, HOST, 3, 777, "Zora")
    after = await taken(table)
    assert (before.seats[3].user_id, before.seat_of(777)) == (103, None)
    assert (after.seats[3].user_id, after.seat_of(103), after.names()[3]) == (777, None, "Zora")


async def test_nothing_is_in_it_before_it_is_on_disk(table: Table) -> None:
    """An answer is applied in memory first: whoever looks meanwhile waits for the disk."""
    await table.deal()
    before = await taken(table)
    question = before.open_for(2)[0]
    place = (table.match, question.seat, before.checkpoint, question.number)
    writing = asyncio.create_task(table.service.answer(*place, question.choices[0]))
    await asyncio.sleep(0)
    in_memory = table.service.in_memory(table.match)
    assert in_memory is not None
    assert in_memory.match.answered == before.answered + 1 > (await table.row()).head
    snapshot = await taken(table)
    assert snapshot.answered == before.answered + 1 == (await table.row()).head
    await writing


async def test_two_who_look_at_one_moment_share_its_views(table: Table) -> None:
    await table.deal()
    first, second = await taken(table), await taken(table)
    assert first.view(4) is second.view(4)
    question = await table.asked("night.suspect")
    await table.answer(question, question.choices[0])
    assert (await taken(table)).view(4) is not first.view(4)


async def test_a_village_of_twenty_is_not_looked_at_from_every_seat_at_every_click(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the seat that is shown is computed, and the table is copied only for a snapshot that is still held."""
    rulebook, looked, copies = type(GAMES["village"].rulebook), [], []
    view, part = rulebook.view, Views.part
    monkeypatch.setattr(rulebook, "view", lambda self, table, seat: looked.append(seat) or view(self, table, seat))
    monkeypatch.setattr(Views, "part", lambda views: copies.append(views) or part(views))
    people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in range(1, 21)]
    options = VillageOptions(introductions=False)
    table.match = await table.service.create(
        VILLAGE, options, people, guild_id=1, channel_id=20, host_id=HOST, role_set="classic"
    )
    await table.answer(await table.asked("roles.delivered"), "delivered")
    looked.clear()
    for question in [one for one in (await taken(table)).open if one.key == "night.suspect"]:
        await table.answer(question, question.choices[0])
        (await taken(table)).view(question.seat)
    assert len(looked) == len(set(looked)) > 10
    assert copies == []
    held = await taken(table)
    await table.night_passes()
    assert [views is held.views for views in copies] == [True]


async def test_what_happens_next(table: Table) -> None:
    await table.deal()
    snapshot = await taken(table)
    first = snapshot.soonest()[0]
    assert snapshot.moment() == (await taken(table)).moment()
    assert str(first.number) not in snapshot.moment().split("|"), "who is asked next is nobody's business"
    assert snapshot.due_ms(first.key) == snapshot.deadlines[first.number] == min(snapshot.deadlines.values())
    assert snapshot.due_ms("no.such.question") is None
    assert snapshot.waiting_step() is None


async def test_somebody_elses_question_is_not_open(table: Table) -> None:
    await table.deal()
    snapshot = await taken(table)
    question = snapshot.open_for(2)[0]
    assert snapshot.question(question.number, 2) is question

    async def look() -> None:
        snapshot.question(question.number, 3)

    assert await refused(look()) == "not_open"


async def test_there_is_none_of_no_match(table: Table) -> None:
    assert await refused(table.service.snapshot(4711)) == "no_such_table"
