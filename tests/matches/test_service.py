"""The match service on a real store: what is told is durable, what is refused changes nothing, time is fair."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update
from support.tables import HOST, NO_INTRODUCTIONS, VILLAGE, Table, opened_table, questions_of, refused
from support.waiting import turns

from bot.engine.questions import MIRROR
from bot.games.village.options import VillageOptions
from bot.matches import keeper as keeper_module
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store import schema
from bot.store.database import Store
from bot.store.errors import DiskFull, StoreError
from bot.store.seating import NewSeat

CLICK = 700_000


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def as_stored(table: Table) -> tuple[Any, ...]:
    """All that the disk knows of the match."""
    return await table.row(), await table.journal(), await table.said(), await table.deadlines(), await table.seats()


class Trouble:
    """A store whose writes fail, before or after they were done, as long as it is told to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fails = True
        self.after = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, work: Any) -> Any:
        if self.fails and not self.after:
            raise DiskFull("a test")
        result = await self.store.write(work)
        if self.fails:
            raise DiskFull("a test")
        return result


# -- beginning --------------------------------------------------------------------------------------------------------


async def test_a_new_match_is_durable_before_it_is_told(table: Table) -> None:
    rows = []

    def look(happening: Happening) -> None:
        with sqlite3.connect(table.path) as connection:
            rows.extend(connection.execute("SELECT id, checkpoint, announced FROM match").fetchall())

    table.service.watchers.append(look)
    match = await table.deal(begun=False)
    row = await table.row()
    assert rows == [(match, row.checkpoint, row.announced)]
    assert row.unsent
    assert (await table.said())[0].key == "game.begins"
    assert await table.keys() == ["roles.delivered", "clock.cards"]


async def test_people_who_cannot_play_get_no_match(table: Table) -> None:
    people = [NewSeat(seat, f"p{seat}") for seat in range(1, 6)]
    create = table.service.create(
        VILLAGE, NO_INTRODUCTIONS, people, guild_id=1, channel_id=20, host_id=HOST, role_set="classic"
    )
    assert await refused(create) == "faults"
    with sqlite3.connect(table.path) as connection:
        assert connection.execute("SELECT count(*) FROM match").fetchone() == (0,)


async def test_there_is_no_such_table(table: Table) -> None:
    assert await refused(table.service.awake(4711)) == "no_such_table"


async def test_many_who_ask_at_once_wake_a_match_once(table: Table) -> None:
    await table.deal()
    await table.restart()
    awakes = await asyncio.gather(*(table.awake() for _ in range(5)))
    assert len({id(awake) for awake in awakes}) == 1


# -- answering --------------------------------------------------------------------------------------------------------


async def test_an_answer_is_written_with_all_that_follows(table: Table) -> None:
    await table.deal()
    question = await table.asked("night.victim")
    await table.answer(question, question.choices[0], CLICK)
    line = (await table.journal())[-1]
    assert (line.seat, line.key, line.value, line.interaction_id) == (
        question.seat, "night.victim", question.choices[0], CLICK,
    )  # fmt: skip
    assert (await table.said())[-1].key == "night.agreed"
    assert (await table.said())[-1].audience == [question.seat]
    assert table.kinds() == ["changed"]


@pytest.mark.parametrize("forged", [99, True, "2", [1, 2], {"seat": 1}])
async def test_an_answer_that_is_not_offered_leaves_everything_as_it_was(table: Table, forged: Any) -> None:
    await table.deal()
    before = await as_stored(table)
    assert await refused(table.answer(await table.asked("night.victim"), forged)) == "not_offered"
    assert await as_stored(table) == before
    assert table.told == []


async def test_questions_of_others_of_the_past_and_of_the_mirror_are_refused(table: Table) -> None:
    await table.deal()
    before = await as_stored(table)
    question = await table.asked("night.victim")
    clock = await table.asked("clock.night")
    checkpoint = (await table.awake()).match.checkpoint
    stranger = question.seat % 8 + 1
    answer = table.service.answer
    assert await refused(answer(table.match, stranger, checkpoint, question.number, 1)) == "not_open"
    assert await refused(answer(table.match, stranger, checkpoint, clock.number, clock.default)) == "not_open"
    assert await refused(answer(table.match, question.seat, checkpoint - 1, question.number, 1)) == "not_open"
    assert await refused(answer(table.match, question.seat, checkpoint, 4711, 1)) == "not_open"
    assert await as_stored(table) == before


async def test_the_same_interaction_twice_counts_once(table: Table) -> None:
    await table.deal()
    question = await table.asked("night.suspect")
    await table.answer(question, None, CLICK)
    lines = await table.journal()
    assert await refused(table.answer(question, None, CLICK)) == "not_open"
    await table.restart()
    assert await refused(table.answer(question, None, CLICK)) == "not_open"
    assert await table.journal() == lines


async def test_the_same_interaction_for_another_question_counts_once(table: Table) -> None:
    """A click that was served before a crash may come again, and find another question of the same person open."""
    await table.deal(9)
    question = await table.asked("night.victim")
    await table.answer(question, question.choices[0], CLICK)
    again = next(
        q for q in (await table.awake()).match.open_for(question.seat) if q.key == "night.victim"
    )  # he may change the team's victim
    lines = await table.journal()
    for _ in range(2):
        awake = await table.answer(again, again.choices[1], CLICK)
        assert await table.journal() == lines
        assert any(q.number == again.number for q in awake.match.open), "the second click must not be seen in memory"
        await table.restart()


async def test_clicks_in_the_same_moment_all_count(table: Table) -> None:
    await table.deal()
    awake = await table.awake()
    questions = [q for q in awake.match.open if q.key == "night.suspect"]
    commits = table.store.commits
    await asyncio.gather(
        *(
            table.service.answer(table.match, q.seat, awake.match.checkpoint, q.number, None, interaction_id=CLICK + n)
            for n, q in enumerate(questions)
        )
    )
    assert table.store.commits - commits <= 3, "they share a transaction"
    assert [line.interaction_id for line in await table.journal() if line.key == "night.suspect"] == [
        CLICK + n for n in range(len(questions))
    ]


async def test_nobody_is_told_before_it_is_durable(table: Table) -> None:
    """At every happening, a second connection to the file finds what is in memory."""
    await table.deal()

    def look(happening: Happening) -> None:
        match = table.service.keeper._awake[table.match].match
        with sqlite3.connect(table.path) as connection:
            row = connection.execute("SELECT checkpoint, head, announced FROM match").fetchone()
            lines = connection.execute("SELECT count(*) FROM journal WHERE checkpoint = ?", (row[0],)).fetchone()
        assert row == (match.checkpoint, match.answered, match.announced)
        assert lines == (match.answered,)

    table.service.watchers.insert(0, look)
    await table.night_passes()
    caller = await table.asked("day.call")
    await table.answer(caller, [caller.seat, None])
    assert len(table.told) >= 3


async def test_what_is_being_written_is_not_shown(table: Table) -> None:
    """Neither a board nor a panel may be made from an answer that could still get lost."""
    await table.deal()
    question = await table.asked("night.suspect")
    begun, gate, write = asyncio.Event(), asyncio.Event(), table.store.write

    async def slow(work: Any) -> Any:
        begun.set()
        await gate.wait()
        return await write(work)

    table.store.write = slow  # type: ignore[method-assign]
    answering = asyncio.create_task(
        table.service.answer(table.match, question.seat, 1, question.number, None, interaction_id=CLICK)
    )
    await begun.wait()
    looking = asyncio.create_task(table.awake())
    await turns()
    assert not answering.done()
    assert not looking.done()
    gate.set()
    awake = await looking
    assert answering.done()
    assert question.number not in [q.number for q in awake.match.open]


# -- a store in trouble -----------------------------------------------------------------------------------------------


async def test_a_failed_write_is_told_to_nobody_and_works_later(table: Table) -> None:
    await table.deal()
    before, open_before = await as_stored(table), questions_of(await table.awake())
    question = await table.asked("night.victim")
    trouble: Any = Trouble(table.store)
    table.service.keeper.store = trouble
    with pytest.raises(StoreError):
        await table.answer(question, question.choices[0])
    assert table.told == []
    assert await as_stored(table) == before
    assert questions_of(await table.awake()) == open_before
    trouble.fails = False
    await table.answer(question, question.choices[0])
    assert table.kinds() == ["changed"]


async def test_an_answer_behind_a_failed_one_is_refused_and_the_table_goes_on(table: Table) -> None:
    """Both were made in memory, one upon the other; the disk has neither."""
    await table.deal()
    awake = await table.awake()
    first, second = [q for q in awake.match.open if q.key == "night.suspect"][:2]
    write, count = table.store.write, 0

    async def fail_once(work: Any) -> Any:
        nonlocal count
        count += 1
        if count == 1:
            await asyncio.sleep(0)
            raise DiskFull("a test")
        return await write(work)

    table.store.write = fail_once  # type: ignore[method-assign]
    results = await asyncio.gather(
        *(table.service.answer(table.match, q.seat, 1, q.number, None) for q in (first, second)),
        return_exceptions=True,
    )
    assert isinstance(results[0], StoreError)
    assert isinstance(results[1], Refused)
    assert results[1].code == "try_again"
    assert table.told == []
    for question in (first, second):
        await table.answer(question, None)
    assert [line.seat for line in (await table.journal())[-2:]] == [first.seat, second.seat]


async def test_a_write_that_was_done_and_reported_as_failed_is_found(table: Table) -> None:
    await table.deal()
    question = await table.asked("night.suspect")
    trouble: Any = Trouble(table.store)
    trouble.after = True
    table.service.keeper.store = trouble
    with pytest.raises(StoreError):
        await table.answer(question, None)
    trouble.fails = False
    assert await refused(table.answer(question, None)) == "not_open"
    assert [line.key for line in await table.journal()][-1] == "night.suspect"


async def test_a_full_disk(table: Table) -> None:
    await table.deal()
    await table.night_passes()

    async def limit(pages: int) -> None:
        await table.store.write(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}"))

    with sqlite3.connect(table.path) as connection:
        used = connection.execute("PRAGMA page_count").fetchone()[0]

    async def play_on() -> None:
        while True:
            await table.answer(await table.asked("day.call"), ["ready", None])
            await table.hosting.note(table.match, HOST, "fill", text="x" * 3000)
            await table.deal()
            await table.night_passes()

    await limit(used)
    with pytest.raises(DiskFull):
        await play_on()
    open_before = questions_of(await table.awake())
    table.service.close()
    table.begin()
    assert questions_of(await table.awake()) == open_before
    table.told.clear()
    await limit(1 << 30)
    await table.night_passes()
    await table.answer(await table.asked("day.call"), ["ready", None])
    assert "changed" in table.kinds()


async def test_two_services_on_one_file(table: Table) -> None:
    await table.deal()
    second_store = await Store.open(table.path)
    second = MatchService(second_store, Timekeeper(table.clock))
    try:
        await second.awake(table.match)
        mine, other = [q for q in (await table.awake()).match.open if q.key == "night.suspect"][:2]
        await table.answer(mine, None, CLICK)
        arguments = (table.match, other.seat, 1, other.number, None)
        assert await refused(second.answer(*arguments, interaction_id=CLICK + 1)) == "try_again"
        await second.answer(*arguments, interaction_id=CLICK + 1)
        assert [line.seat for line in (await table.journal())[-2:]] == [mine.seat, other.seat]
        assert (await second.awake(table.match)).match.answered == 3
    finally:
        second.close()
        await second_store.close()


async def test_the_same_click_in_two_services_counts_once(table: Table) -> None:
    await table.deal()
    second_store = await Store.open(table.path)
    second = MatchService(second_store, Timekeeper(table.clock))
    try:
        await second.awake(table.match)
        question = await table.asked("night.suspect")
        await table.answer(question, None, CLICK)
        lines = len(await table.journal())
        awake = await second.answer(table.match, question.seat, 1, question.number, None, interaction_id=CLICK)
        assert (awake.match.answered, len(await table.journal())) == (2, lines)
    finally:
        second.close()
        await second_store.close()


# -- time -------------------------------------------------------------------------------------------------------------


async def test_a_clock_runs_out_with_its_default(table: Table) -> None:
    await table.deal()
    await table.time_passes(74)
    assert "clock.night" in await table.keys()
    await table.time_passes(2)
    line = (await table.journal())[-1]
    assert (line.seat, line.key, line.value) == (MIRROR, "clock.night", "time is up")
    assert "clock.night" not in await table.keys()
    assert table.kinds()[0] == "changed"


async def test_a_whole_game_in_which_nobody_ever_does_anything_ends_by_itself(table: Table) -> None:
    """A village draws after three silent nights; whoever is asked then is told so, and no clock runs any more."""
    await table.deal()
    for _ in range(40):
        await table.time_passes(100)
        await table.wakes_up()
    assert ((await table.row()).status, (await table.row()).checkpoint) == ("over", 3)
    assert {line.seat for line in await table.journal()} <= {MIRROR, -1}
    assert await table.deadlines() == []


async def test_a_question_with_its_own_time_lets_it_pass(table: Table) -> None:
    await table.deal()
    await table.night_passes()
    callers = [q for q in (await table.awake()).match.open if q.key == "day.call"]
    await table.answer(callers[0], [callers[1].seat, None])
    while "day.vote" not in await table.keys():
        await table.answer(await table.asked("day.call"), ["ready", None])
    words = await table.asked("day.last_words")
    due = {line.question: line.due_ms for line in await table.deadlines()}
    assert due[words.number] == table.clock.now + 20_000
    await table.time_passes(21)
    line = (await table.journal())[-1]
    assert (line.seat, line.key, line.value) == (words.seat, "day.last_words", None)
    assert line.seat == callers[1].seat


async def test_a_deadline_that_cannot_be_written_is_tried_again(table: Table) -> None:
    await table.deal()
    trouble: Any = Trouble(table.store)
    table.service.keeper.store = trouble
    await table.time_passes(80)
    assert table.told == []
    assert (await table.journal())[-1].key == "roles.delivered"
    trouble.fails = False
    await table.time_passes(6)
    assert (await table.journal())[-1].key == "clock.night"


async def test_a_deadline_that_meets_another_process_is_tried_again(table: Table) -> None:
    await table.deal()
    second_store = await Store.open(table.path)
    second = MatchService(second_store, Timekeeper(table.clock))
    try:
        question = await table.asked("night.suspect")
        await second.answer(table.match, question.seat, 1, question.number, None)
        await table.time_passes(80)
        assert (await table.journal())[-1].key == "night.suspect"
        await table.time_passes(6)
        assert (await table.journal())[-1].key == "clock.night"
    finally:
        second.close()
        await second_store.close()


async def test_time_the_bot_was_away_is_given_back(table: Table) -> None:
    await table.deal()
    await table.restart()
    await table.time_passes(15)
    await table.service.beat()
    assert await table.restart(away_s=3600) == 3_600_000
    assert table.told == [Happening(table.match, "away", amount=3_600_000)]
    assert (await table.deadlines())[0].due_ms == table.play_ms + 60_000
    await table.time_passes(59)
    assert "clock.night" in await table.keys()
    assert all(seat.strikes == 0 for seat in (await table.seats()).values())
    await table.time_passes(2)
    assert "clock.night" not in await table.keys()


async def test_a_short_absence_is_given_back_without_a_word(table: Table) -> None:
    await table.deal()
    await table.restart()
    assert await table.restart(away_s=10) == 10_000
    assert table.told == []


async def test_a_table_that_stands_still_is_not_given_time_twice(table: Table) -> None:
    await table.deal()
    await table.restart()
    await table.hosting.pause(table.match, HOST)
    await table.restart(away_s=600)
    await table.hosting.resume(table.match, HOST)
    assert (await table.deadlines())[0].due_ms == table.play_ms + 75_000


# -- strikes ----------------------------------------------------------------------------------------------------------


async def test_two_nights_slept_through_offer_the_seat(table: Table) -> None:
    await table.deal()
    awake = await table.awake()
    diligent = next(q for q in awake.match.open if q.key == "night.suspect")
    await table.answer(diligent, None)
    await table.time_passes(76)
    assert {seat: row.strikes for seat, row in (await table.seats()).items()} == {
        seat: 0 if seat == diligent.seat else 1 for seat in range(1, 9)
    }
    assert "offered" not in table.kinds()
    while "clock.night" not in await table.keys() or (await table.row()).checkpoint == 1:
        await table.time_passes(60)
    await table.answer(next(q for q in (await table.awake()).match.open if q.seat == diligent.seat), None)
    table.told.clear()
    await table.time_passes(76)
    offered = sorted(happening.seat for happening in table.told if happening.kind == "offered")
    assert offered == [seat for seat in range(1, 9) if seat != diligent.seat]
    seats = await table.seats()
    assert all(seats[seat].away and seats[seat].strikes == 2 for seat in offered)
    assert not seats[diligent.seat].away


async def test_who_acts_again_is_here_again(table: Table) -> None:
    await table.deal()
    await table.time_passes(76)
    await table.night_passes()
    awake = await table.awake()
    await table.store.write(
        lambda connection: connection.execute(update(schema.seat).where(schema.seat.c.seat == 3).values(away=True))
    )
    await table.restart()
    caller = next(q for q in awake.match.open if q.seat == 3)
    await table.answer(caller, ["ready", None])
    seat = (await table.seats())[3]
    assert (seat.strikes, seat.away) == (0, False)
    assert (await table.awake()).seats[3] == seat
    assert (await table.seats())[4].strikes == 1


async def test_saying_i_am_back_clears_the_strikes(table: Table) -> None:
    await table.deal()
    await table.time_passes(76)
    await table.hosting.forgive(table.match, 5)
    assert (await table.seats())[5].strikes == 0
    assert (await table.awake()).seats[5].strikes == 0


async def test_who_acted_and_is_asked_whether_he_stays_with_it_gets_no_strike(table: Table) -> None:
    """Two Rumplestiltskins who do not agree are asked again and again; both have done what was expected."""
    await table.deal(9)
    pack = [q for q in (await table.awake()).match.open if q.key == "night.victim"]
    assert len(pack) == 2
    for question, victim in zip(pack, pack[0].choices, strict=False):
        await table.answer(question, victim)
    assert [q.seat for q in (await table.awake()).match.open if q.key == "night.victim"]
    await table.restart()  # and that is remembered
    await table.time_passes(76)
    seats = await table.seats()
    assert [seats[question.seat].strikes for question in pack] == [0, 0]
    assert sum(seat.strikes for seat in seats.values()) == 7


async def test_who_may_still_move_his_vote_gets_no_strike(table: Table) -> None:
    await table.deal(options=VillageOptions(introductions=False, open_ballot=True, last_words_seconds=0))
    await table.night_passes()
    callers = [q for q in (await table.awake()).match.open if q.key == "day.call"]
    await table.answer(callers[0], [callers[1].seat, None])
    while "day.ballot" not in await table.keys():
        await table.answer(await table.asked("day.call"), ["ready", None])
    voter = await table.asked("day.ballot")
    await table.answer(voter, None)
    for seat in range(1, 9):
        await table.hosting.forgive(table.match, seat)
    await table.time_passes(31)
    seats = await table.seats()
    assert seats[voter.seat].strikes == 0
    assert sum(seat.strikes for seat in seats.values()) == 7


async def test_computer_players_get_no_strikes(table: Table) -> None:
    await table.deal()
    await table.hosting.seat_person(table.match, HOST, 2, None, "a shadow")
    await table.time_passes(76)
    assert {seat for seat, row in (await table.seats()).items() if not row.strikes} == {2}


# -- what a host may do -----------------------------------------------------------------------------------------------


async def test_pause_stops_the_clocks_and_resume_gives_them_what_was_left(table: Table) -> None:
    await table.deal()
    await table.time_passes(30)
    await table.hosting.pause(table.match, HOST)
    assert await refused(table.answer(await table.asked("night.suspect"), None)) == "paused"
    assert await refused(table.hosting.pause(table.match, HOST)) == "not_running"
    assert await refused(table.hosting.extend(table.match, HOST, 30)) == "paused"
    assert await refused(table.hosting.skip(table.match, HOST)) == "paused"
    await table.time_passes(10_000)
    assert "clock.night" in await table.keys()
    await table.hosting.resume(table.match, HOST)
    assert await refused(table.hosting.resume(table.match, HOST)) == "not_paused"
    await table.time_passes(44)
    assert "clock.night" in await table.keys()
    await table.time_passes(2)
    assert "clock.night" not in await table.keys()
    assert [action for action, _ in await table.logged()] == ["pause", "resume"]
    assert table.kinds()[:2] == ["paused", "resumed"]


async def test_a_pause_outlives_a_restart(table: Table) -> None:
    await table.deal()
    await table.time_passes(30)
    await table.hosting.pause(table.match, HOST)
    await table.restart()
    await table.time_passes(500)
    assert (await table.awake()).row.status == "paused"
    await table.hosting.resume(table.match, HOST)
    assert (await table.deadlines())[0].due_ms == table.play_ms + 45_000
    assert (await table.awake()).deadlines == {line.question: line.due_ms for line in await table.deadlines()}


async def test_a_pause_that_is_not_written_is_no_pause(table: Table) -> None:
    await table.deal()
    trouble: Any = Trouble(table.store)
    table.service.keeper.store = trouble
    with pytest.raises(StoreError):
        await table.hosting.pause(table.match, HOST)
    assert (await table.awake()).row.status == "running"
    assert table.told == []


async def test_more_time(table: Table) -> None:
    await table.deal()
    await table.hosting.extend(table.match, HOST, 60)
    await table.time_passes(76)
    assert "clock.night" in await table.keys()
    await table.restart()
    await table.time_passes(58)
    assert "clock.night" in await table.keys()
    await table.time_passes(2)
    assert "clock.night" not in await table.keys()


async def test_more_time_where_no_clock_runs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of an earlier version waits for its cards without one."""
    monkeypatch.setattr(VillageOptions, "settled", {})
    await table.deal(begun=False)
    assert await refused(table.hosting.extend(table.match, HOST, 60)) == "no_clock"


async def test_skip_lets_the_next_clock_run_out(table: Table) -> None:
    await table.deal()
    await table.hosting.skip(table.match, HOST)
    assert (await table.journal())[-1].key == "clock.night"
    assert all(not seat.strikes for seat in (await table.seats()).values())
    assert (await table.logged())[0][0] == "skip"


async def test_skip_does_not_wait_for_the_roles(table: Table) -> None:
    await table.deal(begun=False)
    await table.hosting.skip(table.match, HOST)
    assert (await table.journal())[-1].key == "clock.cards"
    assert "clock.night" in await table.keys()


async def test_an_ended_match_stays_ended(table: Table) -> None:
    await table.deal()
    question = await table.asked("night.suspect")
    await table.hosting.end(table.match, HOST)
    assert table.kinds() == ["ended"]
    await table.restart()
    hosting = table.hosting
    assert await refused(table.answer(question, None)) == "over"
    assert await refused(hosting.end(table.match, HOST)) == "over"
    assert await refused(hosting.rewind(table.match, HOST, 0)) == "over"
    assert await refused(hosting.skip(table.match, HOST)) == "over"
    assert await refused(hosting.seat_person(table.match, HOST, 1, 555, "zoe")) == "over"
    assert await table.deadlines() == []
    await table.time_passes(1000)
    assert (await table.journal())[-1].key == "roles.delivered"


async def test_a_substitute_takes_over_questions_and_secrets(table: Table) -> None:
    await table.deal()
    question = await table.asked("night.victim")
    view = (await table.awake()).match.view(question.seat)
    await table.hosting.seat_person(table.match, HOST, question.seat, 555, "zoe")
    awake = await table.awake()
    assert awake.seat_of(555) == question.seat
    assert awake.seat_of(100 + question.seat) is None
    await table.restart()
    awake = await table.awake()
    assert awake.seat_of(555) == question.seat
    assert awake.names()[question.seat] == "zoe"
    assert awake.match.view(question.seat) == view
    await table.answer(question, question.choices[0])
    assert await table.logged() == [
        ("seat", {"seat": question.seat, "was": 100 + question.seat, "now": 555}),
    ]


async def test_who_may_not_be_seated(table: Table) -> None:
    await table.deal()
    assert await refused(table.hosting.seat_person(table.match, HOST, 1, 102, "p2")) == "already_seated"
    assert await refused(table.hosting.seat_person(table.match, HOST, 20, 555, "zoe")) == "no_such_seat"


async def test_nobody_knows_the_secrets_of_two_seats(table: Table) -> None:
    """Who lost a seat may come back to it, but to no other; somebody who never sat here may have any."""
    await table.deal()
    await table.hosting.seat_person(table.match, HOST, 1, None, "shadow")
    assert await refused(table.hosting.seat_person(table.match, HOST, 2, 101, "p1")) == "sat_before"
    assert (await table.awake()).seats[2].user_id == 102
    await table.hosting.seat_person(table.match, HOST, 2, 555, "zoe")
    await table.hosting.seat_person(table.match, HOST, 1, 101, "p1")
    assert (await table.awake()).seat_of(101) == 1


async def test_another_host(table: Table) -> None:
    await table.deal()
    await table.moderation.transfer_host(table.match, HOST, 901)
    assert (await table.awake()).row.host_id == 901
    assert (await table.row()).host_id == 901


# -- rewinding --------------------------------------------------------------------------------------------------------


async def test_a_rewind_takes_back_answers_and_keeps_them_as_voided(table: Table) -> None:
    await table.deal()
    questions = [q for q in (await table.awake()).match.open if q.key == "night.suspect"][:3]
    for question in questions:
        await table.answer(question, None)
    decisions = await Archive(table.store).decisions(table.match)
    assert [line.seat for line in decisions] == [q.seat for q in questions]
    table.told.clear()
    await table.time_passes(20)
    await table.hosting.rewind(table.match, HOST, decisions[1].number)
    assert [line.seat for line in await Archive(table.store).decisions(table.match)] == [questions[0].seat]
    assert [(line.seat, line.reason) for line in await table.voided()] == [(q.seat, "rewind") for q in questions[1:]]
    assert table.kinds() == ["rewound"]
    assert (await table.deadlines())[0].due_ms == table.play_ms + 75_000, "clocks begin anew"
    open_now = questions_of(await table.awake())
    await table.restart()
    assert questions_of(await table.awake()) == open_now
    await table.answer(await table.asked("night.suspect"), None)
    told = {"keep": decisions[1].number, "forced": False, "checkpoint": 1, "answers": 2}
    assert (await table.logged())[-1] == ("rewind", told)


async def test_no_rewind_once_a_secret_was_shown(table: Table) -> None:
    await table.deal(9)
    question = await table.asked("night.victim")
    await table.answer(question, question.choices[0])  # the team hears of it
    keep = (await Archive(table.store).decisions(table.match))[0].number
    before = await as_stored(table)
    assert await refused(table.hosting.rewind(table.match, HOST, keep)) == "secret_shown"
    assert await as_stored(table) == before
    await table.hosting.rewind(table.match, HOST, keep, force=True)
    assert await Archive(table.store).decisions(table.match) == []
    assert "night.picked" not in [line.key for line in await table.said()]
    await table.answer(await table.asked("night.victim"), question.choices[1])


async def test_a_rewind_of_a_day_unsays_what_was_said(table: Table) -> None:
    await table.deal()
    await table.night_passes()
    caller = await table.asked("day.call")
    await table.answer(caller, [caller.seat, "by mistake"])
    keep = (await Archive(table.store).decisions(table.match))[-1].number
    await table.hosting.rewind(table.match, HOST, keep)
    assert "day.nominated" not in [line.key for line in await table.said()]
    assert (await table.awake()).match.view(0).nominations == ()


async def test_a_rewind_to_the_beginning_of_a_round_and_to_nowhere(table: Table) -> None:
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    assert await refused(table.hosting.rewind(table.match, HOST, 2)) == "cannot_rewind"
    assert await refused(table.hosting.rewind(table.match, HOST, -1)) == "cannot_rewind"
    await table.hosting.rewind(table.match, HOST, 0)
    assert await table.keys() == ["roles.delivered", "clock.cards"]
    await table.answer(await table.asked("roles.delivered"), "delivered")
    assert "clock.night" in await table.keys()


async def test_a_rewind_to_where_chance_draws_goes_on(table: Table) -> None:
    """A draw that needs nobody's answer is drawn again at once, just the same."""
    await table.deal()
    await table.answer(await table.asked("night.peek"), "peek")
    await table.time_passes(76)
    line = next(line for line in await table.journal() if line.key == "mary.glimpse")
    await table.hosting.rewind(table.match, HOST, line.number, force=True)
    assert (await table.journal())[-1] == line
    await table.night_passes()
    assert "day.call" in await table.keys()


async def test_a_rewind_of_a_table_that_stands_still_waits_with_its_clocks(table: Table) -> None:
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    await table.hosting.pause(table.match, HOST)
    await table.time_passes(1000)
    await table.hosting.rewind(table.match, HOST, 1)
    await table.time_passes(1000)
    await table.hosting.resume(table.match, HOST)
    assert (await table.deadlines())[0].due_ms == table.play_ms + 75_000


async def test_a_rewind_that_is_not_written_changes_nothing(table: Table) -> None:
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    before, open_before = await as_stored(table), questions_of(await table.awake())
    trouble: Any = Trouble(table.store)
    table.service.keeper.store = trouble
    with pytest.raises(StoreError):
        await table.hosting.rewind(table.match, HOST, 1)
    assert await as_stored(table) == before
    assert questions_of(await table.awake()) == open_before


# -- an update between two answers ------------------------------------------------------------------------------------


async def tampered(table: Table, **changes: Any) -> None:
    """As if today's rules asked something else than the last answer of the journal answers."""
    last = (await table.journal())[-1]
    where = (schema.journal.c.checkpoint == last.checkpoint, schema.journal.c.number == last.number)
    await table.store.write(
        lambda connection: connection.execute(update(schema.journal).where(*where).values(**changes))
    )


@pytest.mark.parametrize("changes", [{"signature": "something else"}, {"digest": "something else"}])
async def test_a_round_that_today_would_be_another_begins_again(table: Table, changes: dict[str, str]) -> None:
    await table.deal()
    await table.night_passes()
    while (await table.row()).checkpoint == 1:
        await table.time_passes(100)
    begun = questions_of(await table.awake())
    for question in [q for q in (await table.awake()).match.open if q.key == "night.suspect"][:2]:
        await table.answer(question, None)
    kept = len(await table.journal()) - 2
    await tampered(table, **changes)
    await table.restart()
    awake = await table.awake()
    assert table.kinds() == ["again"]
    assert questions_of(awake) == begun
    assert len(await table.journal()) == kept
    assert [line.reason for line in await table.voided()] == ["diverged", "diverged"]
    assert (await table.deadlines())[0].due_ms == table.play_ms + 75_000
    said = [line.key for line in await table.said()]
    assert (said[-1], awake.match.announced) == ("night.falls", len(said))
    await table.night_passes()


async def test_a_round_that_began_again_survives_the_next_crash(table: Table) -> None:
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    await tampered(table, signature="something else")
    await table.restart()
    begun = questions_of(await table.awake())
    await table.restart()
    assert questions_of(await table.awake()) == begun
    await table.answer(await table.asked("roles.delivered"), "delivered")
    assert (await table.deadlines())[0].due_ms == table.play_ms + 75_000


async def test_a_round_that_cannot_be_voided_is_left_alone(table: Table) -> None:
    """The new beginning is one transaction: a crash in the middle must not leave a round without its clocks."""
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    await tampered(table, signature="something else")
    before = await as_stored(table)
    await table.restart()
    trouble: Any = Trouble(table.store)
    table.service.keeper.store = trouble
    with pytest.raises(StoreError):
        await table.awake()
    assert await as_stored(table) == before
    assert table.told == []
    trouble.fails = False
    await table.awake()
    assert table.kinds() == ["again"]


async def test_a_finished_match_is_never_voided(table: Table) -> None:
    await table.deal()
    await table.answer(await table.asked("night.suspect"), None)
    await tampered(table, signature="something else")
    await table.hosting.end(table.match, HOST)
    lines = await table.journal()
    await table.restart()
    assert (await table.awake()).over
    assert await table.journal() == lines
    assert await table.voided() == []


# -- memory -----------------------------------------------------------------------------------------------------------


async def test_the_match_not_touched_for_longest_sleeps_first(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "AWAKE_MOST", 2)
    numbers = [await table.deal() for _ in range(3)]
    await table.restart()
    before = questions_of(await table.service.awake(numbers[0]))
    await table.service.awake(numbers[1])
    await table.service.awake(numbers[0])
    await table.service.awake(numbers[2])
    assert list(table.service.keeper._awake) == [numbers[0], numbers[2]]
    await table.service.awake(numbers[1])
    assert list(table.service.keeper._awake) == [numbers[2], numbers[1]]
    assert questions_of(await table.service.awake(numbers[0])) == before


async def test_a_match_with_an_answer_under_way_stays_awake(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "AWAKE_MOST", 1)
    first, second = await table.deal(), await table.deal()
    await table.restart()
    awake = await table.service.awake(first)
    question = next(q for q in awake.match.open if q.key == "night.suspect")
    answering = asyncio.create_task(table.service.answer(first, question.seat, 1, question.number, None))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await table.service.awake(second)
    await answering
    assert (await table.service.awake(first)).match.answered == 2


async def test_announcements_do_not_pile_up_in_memory(table: Table) -> None:
    await table.deal()
    for _ in range(20):
        await table.time_passes(100)
    awake = await table.awake()
    assert awake.match.announced == len(await table.said())
    assert awake.match.announcements_for(1) == []


async def test_a_match_whose_rows_are_gone_is_refused(table: Table) -> None:
    match = await table.deal()
    await table.store.write(lambda connection: connection.execute(delete(schema.match)))
    await table.restart()
    assert await refused(table.service.awake(match)) == "no_such_table"
