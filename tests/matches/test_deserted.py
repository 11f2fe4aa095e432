"""A table at which no person answers for two rounds sleeps, and is ended when nobody comes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table, refused
from support.waiting import until

from bot.games import GAMES
from bot.games.mafia.options import MafiaOptions
from bot.games.name_duel.options import NameDuelOptions
from bot.matches.deserted import GRACE_MS
from bot.matches.guild_settings import SettingsBook
from bot.matches.happenings import Happening
from bot.store.errors import DiskFull

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS
DAY_S = 24 * 60 * 60


CHANNEL = 9
"""The channel of the thread in which the table stands."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal(parent_id=CHANNEL)
        yield opened


async def a_night(table: Table) -> None:
    """A night passes, and so does all that comes after it, until the next one or until the table sleeps."""
    await one_clock(table)
    while await is_awake(table) and "clock.night" not in await table.keys():
        await one_clock(table)


async def one_clock(table: Table) -> None:
    """What is due next is due."""
    awake = await table.awake()
    await table.time_passes((min(awake.deadlines.values()) - table.play_ms) / 1000)


async def is_awake(table: Table) -> bool:
    return (await table.awake()).row.status == "running"


async def falls_asleep(table: Table) -> None:
    await a_night(table)
    assert await is_awake(table)
    await a_night(table)
    assert not await is_awake(table)


async def rung(table: Table) -> None:
    """Every table whose time is up was dealt with."""
    ends = table.deserted._ends
    ends.look()
    await until(lambda: ends._task is None and not (ends._heap and ends._heap[0].due_ms <= table.clock.now))


async def test_after_two_rounds_of_silence_it_sleeps(table: Table) -> None:
    await falls_asleep(table)
    row = await table.row()
    assert (row.status, row.deserted_until_ms, row.deserted_asked) == ("paused", table.clock.now + DAY_MS, False)
    assert row.unsent, "everybody is still asked whether anybody is there"
    deserted = [happening for happening in table.told if happening.kind == "deserted"]
    assert deserted == [Happening(table.match, "deserted", amount=table.clock.now + DAY_MS)]
    assert "offered" not in table.kinds(), "the one question is enough"
    journal = len(await table.journal())
    await table.time_passes(DAY_S - 1)
    assert len(await table.journal()) == journal, "its clocks stand"
    assert (await table.row()).deserted_until_ms == (await table.awake()).row.deserted_until_ms


async def test_one_answer_of_one_person_keeps_it_awake(table: Table) -> None:
    for _ in range(3):
        question = next(one for one in (await table.awake()).match.open if one.seat == 5)
        await table.answer(question, question.choices[0])
        await a_night(table)
    assert await is_awake(table)


async def test_a_computer_player_is_nobody(table: Table) -> None:
    for user_id in range(101, 107):
        await table.leaves(user_id)
    for _ in range(2):
        for question in (await table.awake()).match.open:
            if question.key.startswith("night.") and question.seat < 7:
                await table.answer(question, question.choices[0])
        await a_night(table)
    assert not await is_awake(table)


async def test_another_table_plays_on(table: Table) -> None:
    first = table.match
    await falls_asleep(table)
    asleep = table.match = first
    await table.deal(seed="another seed")
    await one_clock(table)
    assert await is_awake(table)
    assert (await table.service.awake(asleep)).row.status == "paused"


async def test_somebody_comes_back(table: Table) -> None:
    """The game goes on with the time that was left, and nobody has missed anything."""
    await falls_asleep(table)
    left = [due - table.play_ms for due in (await table.awake()).deadlines.values()]
    table.clock.now += 5 * HOUR_MS
    table.told.clear()
    await table.deserted.wake(table.match, 103)
    awake = await table.awake()
    assert (awake.row.status, awake.row.deserted_until_ms, awake.row.deserted_asked) == ("running", None, False)
    assert [due - table.play_ms for due in awake.deadlines.values()] == left
    assert all((row.strikes, row.away) == (0, False) for row in (await table.seats()).values())
    assert awake.seats == await table.seats()
    assert table.kinds() == ["resumed"]
    await table.deserted.wake(table.match, 104)
    assert table.kinds() == ["resumed"], "whoever comes next finds it awake"
    table.clock.now += 2 * DAY_MS
    await rung(table)
    assert await is_awake(table)
    for _ in range(2):  # the rest of that day, and a night: the third silent one, so the rules end the game
        assert await is_awake(table)
        await a_night(table)
    assert (await table.row()).status == "over"


async def test_only_those_of_the_table_wake_it(table: Table) -> None:
    await falls_asleep(table)
    assert await refused(table.deserted.wake(table.match, 777)) == "not_seated"
    assert not await is_awake(table)
    await table.deserted.wake(table.match, HOST)
    assert await is_awake(table)


async def test_the_host_resumes_it_as_well(table: Table) -> None:
    await falls_asleep(table)
    await table.hosting.resume(table.match, HOST)
    assert await is_awake(table)
    await a_night(table)
    assert await is_awake(table)


async def test_what_is_refused_says_that_it_sleeps(table: Table) -> None:
    await falls_asleep(table)
    question = (await table.awake()).match.open[0]
    assert await refused(table.answer(question, question.default)) == "deserted"
    assert await refused(table.hosting.skip(table.match, HOST)) == "deserted"


async def test_when_nobody_comes_it_is_ended(table: Table) -> None:
    await falls_asleep(table)
    table.told.clear()
    table.clock.now += DAY_MS - 1
    await rung(table)
    assert (await table.row()).status == "paused"
    table.clock.now += 1
    await rung(table)
    row = await table.row()
    assert (row.status, row.ending, row.outcome, row.deserted_until_ms) == ("ended", "silence", None, None)
    assert table.told == [Happening(table.match, "ended", ending="silence")]
    assert [action for action, _ in await table.logged()] == ["pause", "end"]
    assert await table.deadlines() == []
    assert await refused(table.deserted.wake(table.match, 103)) == "over"


async def test_the_channel_of_its_thread_sets_after_what_time(table: Table) -> None:
    await SettingsBook(table.store).change(1, deserted_hours=7)
    await SettingsBook(table.store).change_in(1, CHANNEL, deserted_hours=3)
    await falls_asleep(table)
    assert (await table.row()).deserted_until_ms == table.clock.now + 3 * HOUR_MS
    table.clock.now += 3 * HOUR_MS
    await rung(table)
    assert (await table.row()).status == "ended"


@pytest.mark.parametrize("away_s", [0, 3600, 3 * DAY_S])
async def test_a_restart_while_it_sleeps(table: Table, away_s: int) -> None:
    """It is neither woken nor asked again; and whoever could not come while the bot was away has an hour."""
    await falls_asleep(table)
    await table.deserted.note_asked(table.match)
    before = await table.row()
    await table.service.beat()
    await table.restart(away_s)
    await table.ring()
    await rung(table)
    assert await table.row() == before
    assert (await table.awake()).row == before
    assert table.told == []
    end_ms = max(before.deserted_until_ms or 0, table.clock.now + GRACE_MS)
    table.clock.now = end_ms - 1
    await rung(table)
    assert (await table.row()).status == "paused"
    table.clock.now = end_ms
    await rung(table)
    assert (await table.row()).ending == "silence"


async def test_killed_between_falling_asleep_and_the_word_of_it(table: Table) -> None:
    class Killed(BaseException):
        pass

    def die(happening: Happening) -> None:
        if happening.kind == "deserted":
            raise Killed

    await a_night(table)
    table.service.watchers.insert(0, die)
    awake = await table.awake()
    due = min((at, number) for number, at in awake.deadlines.items())
    deadline = next(one for one in awake.clocks() if (one.due_ms, one.question) == due)
    table.clock.now += deadline.due_ms - table.play_ms
    with pytest.raises(Killed):
        await table.service._let_pass(deadline)
    await table.restart()
    row = await table.row()
    assert (row.status, row.deserted_asked, row.unsent) == ("paused", False, True)
    table.clock.now += DAY_MS
    await rung(table)
    assert (await table.row()).ending == "silence"


async def test_a_disk_in_trouble_lets_nobody_sleep_half(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written did not happen, and is tried again."""
    await a_night(table)
    write = table.store.write

    async def troubled(work: Any) -> Any:
        raise DiskFull("a test")

    monkeypatch.setattr(table.store, "write", troubled)
    awake = await table.awake()
    table.clock.now = min(awake.deadlines.values())
    table.service._deadlines.look()
    await until(lambda: table.service._deadlines._task is None and table.service.in_memory(table.match) is None)
    monkeypatch.setattr(table.store, "write", write)
    assert await is_awake(table)
    table.clock.now += 5_000
    await table.ring()
    assert (await table.row()).deserted_until_ms == table.clock.now + DAY_MS


async def test_a_game_of_turns_sleeps_when_each_has_let_two_pass(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(2, NameDuelOptions(), game=GAMES["name_duel"], begun=False)
        for _ in range(100):
            if not await is_awake(table):
                break
            strikes = [row.strikes for row in (await table.seats()).values()]
            assert min(strikes) < 2
            await one_clock(table)
        assert [row.strikes for row in (await table.seats()).values()] == [2, 2]
        assert not await is_awake(table)


async def test_it_plays_on_when_its_last_person_is_out(table: Table) -> None:
    """One person among computer players lets a night pass and is killed in it, without last words."""
    await table.deal(options=MafiaOptions(final_seconds=0), game=GAMES["mafia"])
    while "clock.night" not in await table.keys():
        await one_clock(table)
    pack = [one for one in (await table.awake()).match.open if one.key == "night.victim"]
    person = next(seat for seat in range(1, 9) if seat not in {one.seat for one in pack})
    for seat in range(1, 9):
        if seat != person:
            await table.leaves(100 + seat)
    for question in pack:
        await table.answer(question, person)
    await one_clock(table)
    assert person not in (await table.awake()).snapshot().still_in()
    assert await is_awake(table)
    assert "deserted" not in table.kinds()
