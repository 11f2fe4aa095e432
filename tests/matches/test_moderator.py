"""A master in the chair: nothing runs out by itself, and the Mirror can take over again at any time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, SEED, Table, opened_table, questions_of, refused

from bot.games import GAMES
from bot.matches import moderator
from bot.matches.happenings import Happening
from bot.store import matches
from bot.store.errors import DiskFull
from bot.store.seating import NewSeat
from bot.trying.rehousing import rehouse

MASTER = 777
NIGHT_S = 75


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        yield opened


async def seated(table: Table, master: int = MASTER, **more: Any) -> None:
    await table.moderation.take(table.match, HOST, master, **more)


async def test_nothing_runs_out_while_a_master_leads(table: Table) -> None:
    await seated(table)
    clock = await table.asked("clock.night")
    await table.time_passes(NIGHT_S + 3600)
    assert "clock.night" in await table.keys()
    assert table.told[-1] == Happening(table.match, "time_is_up", clock.seat, clock.number)
    assert table.kinds().count("time_is_up") == 1
    assert all(row.strikes == 0 for row in (await table.seats()).values())


async def test_the_master_ends_what_is_open(table: Table) -> None:
    await seated(table)
    await table.time_passes(NIGHT_S)
    moment = (await table.awake()).moment()
    await table.hosting.skip(table.match, MASTER, moment)
    assert "clock.night" not in await table.keys()
    assert await refused(table.hosting.skip(table.match, MASTER, moment)) == "gone_on"


async def test_two_presses_at_once_are_one(table: Table) -> None:
    await seated(table)
    moment = (await table.awake()).moment()
    presses = [table.hosting.skip(table.match, MASTER, moment) for _ in range(2)]
    found = await asyncio.gather(*presses, return_exceptions=True)
    assert [str(one) for one in found if one is not None] == ["gone_on"]
    clocks = [line for line in await table.journal() if line.key.startswith("clock.")]
    assert len(clocks) == 1


async def test_a_night_in_which_all_have_answered_waits_for_the_master(table: Table) -> None:
    await seated(table)
    while True:
        asked = [question for question in (await table.awake()).match.open if question.seat > 0]
        fresh = [question for question in asked if not (question.values or {}).get("picked")]
        if not fresh:
            break
        choice = fresh[0].default if None in fresh[0].choices else fresh[0].choices[0]
        await table.answer(fresh[0], choice)
    await table.time_passes(NIGHT_S * 10)
    assert (await table.awake()).match.view(0).phase == "night"


@pytest.mark.parametrize(("passed", "left"), [(20, NIGHT_S - 20), (70, 10), (NIGHT_S, 10), (4000, 10)])
async def test_the_mirror_takes_over_with_the_time_that_is_left(table: Table, passed: int, left: int) -> None:
    await seated(table)
    await table.time_passes(passed)
    await table.moderation.give_back(table.match, HOST)
    assert (await table.row()).moderator_id is None
    assert await table.night_left_s() == left
    await table.time_passes(left - 1)
    assert "clock.night" in await table.keys()
    await table.time_passes(1)
    assert "clock.night" not in await table.keys()


async def test_taking_and_giving_back_many_times_tells_a_time_once(table: Table) -> None:
    for _ in range(3):
        await seated(table)
        await table.moderation.give_back(table.match, HOST)
    await seated(table)
    await table.time_passes(NIGHT_S)
    assert set(table.kinds()) == {"led", "time_is_up"}
    assert "clock.night" in await table.keys()


@pytest.mark.parametrize("away", [0, 5000])
async def test_a_restart_keeps_the_master(table: Table, away: int) -> None:
    await seated(table)
    await table.time_passes(30)
    await table.service.beat()
    await table.restart(away)
    await table.time_passes(NIGHT_S)
    assert (await table.awake()).row.moderator_id == MASTER
    assert "clock.night" in await table.keys()
    assert "time_is_up" in table.kinds()
    await table.service.beat()
    await table.restart()
    await table.ring()
    assert table.kinds().count("time_is_up") == 1
    await table.moderation.give_back(table.match, HOST)
    await table.service.beat()
    await table.restart()
    assert await table.night_left_s() == 10
    await table.time_passes(10)
    assert "clock.night" not in await table.keys()


async def test_a_pause_under_a_master(table: Table) -> None:
    """Paused after its time was over; given back while it is paused; then the clock has its ten seconds."""
    await seated(table)
    await table.time_passes(NIGHT_S + 100)
    await table.hosting.pause(table.match, HOST)
    await table.time_passes(500)
    await table.restart()
    await table.moderation.give_back(table.match, HOST)
    await table.time_passes(500)
    await table.hosting.resume(table.match, HOST)
    assert await table.night_left_s() == 10
    await table.time_passes(10)
    assert "clock.night" not in await table.keys()


async def test_a_pause_that_ends_while_a_master_leads(table: Table) -> None:
    await table.hosting.pause(table.match, HOST)
    await seated(table)
    await table.time_passes(500)
    await table.hosting.resume(table.match, HOST)
    assert await table.night_left_s() == NIGHT_S
    await table.time_passes(NIGHT_S)
    assert "time_is_up" in table.kinds()
    assert "clock.night" in await table.keys()


async def test_more_time_begins_when_it_is_given(table: Table) -> None:
    await seated(table)
    await table.time_passes(NIGHT_S + 300)
    table.told.clear()
    await table.hosting.extend(table.match, MASTER, 30)
    assert await table.night_left_s() == 30
    await table.time_passes(30)
    assert table.kinds() == ["changed", "time_is_up"]


async def test_more_time_without_a_master_is_added(table: Table) -> None:
    await table.time_passes(20)
    await table.hosting.extend(table.match, HOST, 30)
    assert await table.night_left_s() == NIGHT_S + 10


async def test_a_rewind_leaves_the_master_where_he_is(table: Table) -> None:
    await seated(table)
    await table.hosting.rewind(table.match, HOST, 0, force=True)
    assert (await table.awake()).row.moderator_id == MASTER


async def test_what_cannot_be_written_has_not_happened(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise DiskFull("no room")

    with monkeypatch.context() as broken:
        broken.setattr(matches, "set_moderator", full)
        with pytest.raises(DiskFull):
            await seated(table)
    assert (await table.awake()).row.moderator_id is None
    await table.time_passes(NIGHT_S)
    assert "clock.night" not in await table.keys()


async def test_who_may_lead(table: Table) -> None:
    assert await refused(seated(table, 103)) == "master_plays"
    assert await refused(table.moderation.give_back(table.match, HOST)) == "chair_is_mirrors"
    await table.moderation.transfer_host(table.match, HOST, 103)
    await seated(table, 103)
    assert (await table.awake()).row.moderator_id == 103
    assert await refused(seated(table, 103, sees_all=True)) == "player_knows_not_all"
    await table.hosting.end(table.match, HOST)
    assert await refused(seated(table)) == "over"


async def test_a_host_who_plays_and_leads_leads_no_longer_when_somebody_else_is_host(table: Table) -> None:
    await table.moderation.transfer_host(table.match, HOST, 103)
    await seated(table, 103)
    await table.moderation.transfer_host(table.match, 103, 104)
    awake = await table.awake()
    assert (awake.row.host_id, awake.row.moderator_id) == (104, None)
    await table.time_passes(NIGHT_S)
    assert "clock.night" not in await table.keys(), "the clocks run again"


async def test_whoever_leads_without_a_seat_goes_on_leading_under_another_host(table: Table) -> None:
    await seated(table)
    await table.moderation.transfer_host(table.match, HOST, 103)
    assert (await table.awake()).row.moderator_id == MASTER


async def test_to_know_all_cards_the_host_offers_it_and_the_master_wants_it(table: Table) -> None:
    await seated(table)
    assert await refused(table.moderation.know_all(table.match, MASTER)) == "cards_not_for_master"
    await seated(table, sees_all=True)
    assert not moderator.knows_all((await table.awake()).snapshot())
    assert await refused(table.moderation.know_all(table.match, HOST)) == "not_master"
    await table.moderation.know_all(table.match, MASTER)
    await table.restart()
    assert moderator.knows_all((await table.awake()).snapshot())
    assert await refused(seated(table, sees_all=True)) == "in_the_chair"


async def test_who_knows_all_cards_never_gets_a_seat(table: Table) -> None:
    await seated(table, sees_all=True)
    assert await refused(table.hosting.seat_person(table.match, HOST, 4, MASTER, "M")) == "master_takes_no_seat"
    await table.moderation.know_all(table.match, MASTER)
    await table.moderation.give_back(table.match, HOST)
    assert await refused(table.hosting.seat_person(table.match, HOST, 4, MASTER, "M")) == "knows_all_cards"


async def test_a_master_who_saw_nothing_may_play_later(table: Table) -> None:
    await seated(table)
    await table.moderation.give_back(table.match, HOST)
    await table.hosting.seat_person(table.match, HOST, 4, MASTER, "M")
    assert (await table.awake()).seat_of(MASTER) == 4


async def test_who_has_had_a_seat_never_knows_all(table: Table) -> None:
    await table.hosting.seat_person(table.match, HOST, 3, None, "Shadow")
    assert await refused(seated(table, 103, sees_all=True)) == "player_knows_not_all"
    await table.hosting.seat_person(table.match, HOST, 4, 555, "New")
    await table.hosting.seat_person(table.match, HOST, 4, None, "Shadow")
    assert await refused(seated(table, 555, sees_all=True)) == "player_knows_not_all"
    await seated(table, 555)


@pytest.mark.parametrize("name", ["village", "mafia"])
async def test_a_restart_in_every_state_of_a_game_that_a_master_leads(tmp_path: Path, name: str) -> None:
    """Nothing happens for hours, the bot dies, and only Next ends what is open."""
    async with opened_table(tmp_path / "led.db") as table:
        people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in range(1, 9)]
        game = GAMES[name]
        table.match = await table.service.create(
            game, game.options(), people, guild_id=1, channel_id=20, host_id=HOST, role_set="", seed=SEED
        )
        await seated(table)
        states = set()
        for _ in range(40):
            if (await table.awake()).over:
                break
            await table.time_passes(50_000)
            before = questions_of(await table.awake())
            await table.service.beat()
            await table.restart()
            await table.ring()
            awake = await table.awake()
            assert questions_of(awake) == before
            assert awake.row.moderator_id == MASTER
            view: Any = awake.match.view(0)
            states.add(view.phase)
            await table.hosting.skip(table.match, MASTER, awake.moment())
        assert states >= {"village": {"introductions", "night", "day"}, "mafia": {"speeches", "night"}}[name]
        assert all(row.strikes == 0 and not row.away for row in (await table.seats()).values())


async def test_the_log_tells_who_led(table: Table) -> None:
    await seated(table)
    await table.moderation.give_back(table.match, HOST)
    chaired = [details for action, details in await table.logged() if action == "chair"]
    assert chaired == [{"now": MASTER, "sees": 0}, {"now": None, "sees": 0}]


async def test_moving_to_another_server_forgets_a_master_who_is_not_there(table: Table) -> None:
    await seated(table)
    people = {MASTER: 888}
    await table.store.write(lambda c: rehouse(c, table.match, 2, 30, HOST, people))
    assert (await table.row()).moderator_id == 888
    await table.store.write(lambda c: rehouse(c, table.match, 3, 31, HOST, {}))
    assert ((await table.row()).moderator_id, (await table.row()).moderator_sees) == (None, 0)
