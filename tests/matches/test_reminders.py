"""Reminders of turns: one a question, at half of its time, to people who want them, and never many at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from support.tables import HOST, Table, opened_table
from support.waiting import turns, until, until_it_is

from bot.engine.questions import Question, Seat
from bot.games import GAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.matches import reminders as reminders_module
from bot.matches.guild_settings import GuildSettings
from bot.matches.reach import PeopleBook
from bot.matches.reminders import Reminders
from bot.store import deadlines
from bot.store.errors import DiskFull
from bot.store.seating import NewSeat

TURN_S = 600
ANN, BEN = 101, 102


class Salon:
    """Duels with long turns, and who was reminded of what."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clock = table.clock
        self.reminded: list[tuple[int, Seat, int]] = []
        self.fails: type[Exception] | None = None
        self.reminders = self.fresh()

    def fresh(self) -> Reminders:
        reminders = Reminders(self.table.service, self.clock, self.remind)
        self.table.service.watchers.append(reminders.watch)
        return reminders

    async def remind(self, match_id: int, seat: Seat, number: int) -> None:
        self.reminded.append((match_id, seat, number))
        if self.fails:
            raise self.fails("a test")

    @property
    def who(self) -> list[int]:
        """The people who were reminded, in order."""
        return [seat for _, seat, _ in self.reminded]

    async def deal(self, turn_s: int = TURN_S, people: tuple[int | None, ...] = (ANN, BEN), **options: Any) -> int:
        """A duel in which seat 1 has the first turn."""
        seats = [
            NewSeat(seat, f"p{seat}", person, "human" if person else "thoughtful")
            for seat, person in enumerate(people, 1)
        ]
        self.table.match = await self.table.service.create(
            GAMES["name_duel"], NameDuelOptions(turn_seconds=turn_s, **options), seats,
            guild_id=1, channel_id=20, host_id=HOST, role_set="classic", seed="a seed",
        )  # fmt: skip
        await self.table.answer(await self.table.asked("duel.start"), 1)
        await self.rest()
        return self.table.match

    async def turn(self) -> Question:
        return await self.table.asked("duel.play")

    async def play(self) -> None:
        """Whoever's turn it is plays it to its end, with the first choice each time."""
        before = (await self.table.awake()).match.checkpoint
        while (awake := await self.table.awake()).match.checkpoint == before:
            question = next(q for q in awake.match.open if q.seat > 0)
            value: Any = question.choices[0] if question.choices else question.least
            if question.kind == "several":
                value = list(question.choices[: question.least])
            await self.table.answer(question, value)

    async def time(self, seconds: float) -> list[int]:
        """Move the clock; who has been reminded so far."""
        self.clock.now += int(seconds * 1000)
        return await self.rest()

    async def rest(self) -> list[int]:
        looks = self.reminders._looks
        looks.look()
        await until(
            lambda: (
                looks._task is None
                and not (looks._heap and looks._heap[0].due_ms <= self.clock.now)
                and not self.reminders._tasks
            )
        )
        await self.table.ring()
        return self.who

    async def restart(self, away_s: float = 0) -> None:
        self.reminders.close()
        await self.table.restart(away_s)
        self.reminders = self.fresh()
        await self.reminders.start_up()
        await self.rest()


@pytest.fixture
async def salon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Salon]:
    monkeypatch.setitem(
        GAMES, "name_duel", replace(GAMES["name_duel"], reminders=frozenset({"duel.play", "duel.react"}))
    )
    async with opened_table(tmp_path / "mirror.db") as table:
        salon = Salon(table)
        yield salon
        salon.reminders.close()


# -- when -------------------------------------------------------------------------------------------------------------


async def test_once_when_half_of_the_time_is_over(salon: Salon) -> None:
    match = await salon.deal()
    question = await salon.turn()
    assert await salon.time(TURN_S / 2 - 1) == []
    assert await salon.time(1) == [1]
    assert salon.reminded == [(match, 1, question.number)]
    assert await salon.time(TURN_S / 2 - 1) == [1]


@pytest.mark.parametrize(("turn_s", "after_s"), [(60, 45), (80, 45), (90, 45), (92, 46), (86_400, 43_200)])
async def test_not_in_the_first_seconds(salon: Salon, turn_s: int, after_s: int) -> None:
    await salon.deal(turn_s)
    assert await salon.time(after_s - 1) == []
    assert await salon.time(1) == [1]


async def test_not_in_quiet_hours_but_when_they_end(salon: Salon) -> None:
    """The turn begins at 22:13 and half of it is over at 10:13; it is quiet from nine to noon."""
    salon.table.service.keeper.quiet.note(1, GuildSettings(quiet_from=9, quiet_until=12))
    await salon.deal(86_400)
    assert await salon.time(13 * 3600) == []
    assert await salon.time(2800 - 1) == []
    assert await salon.time(1) == [1], "13 hours and 46 minutes after 22:13 it is noon"


async def test_never_of_a_short_clock(salon: Salon) -> None:
    await salon.deal(59)
    assert await salon.time(58) == []


async def test_not_who_has_answered(salon: Salon) -> None:
    await salon.deal()
    await salon.time(299)
    await salon.play()
    assert await salon.time(10) == []
    assert (await salon.turn()).seat == 2
    assert await salon.time(289) == []
    assert await salon.time(2) == [2]


async def test_who_answers_in_the_very_moment(salon: Salon, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wish is read from the disk; who has played meanwhile is left in peace."""
    await salon.deal()
    wants = PeopleBook.wants_reminders

    async def slowly(self: PeopleBook, user_id: int) -> bool:
        await salon.play()
        return await wants(self, user_id)

    monkeypatch.setattr(PeopleBook, "wants_reminders", slowly)
    assert await salon.time(300) == []


async def test_every_turn_anew(salon: Salon) -> None:
    await salon.deal()
    for turn in range(1, 4):
        assert len(await salon.time(TURN_S / 2)) == turn
        await salon.play()
    assert salon.who[:2] == [1, 2]


async def test_only_games_of_turns_remind(salon: Salon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "name_duel", replace(GAMES["name_duel"], reminders=frozenset()))
    await salon.deal()
    assert await salon.time(TURN_S - 1) == []
    await salon.restart()
    assert await salon.time(TURN_S - 1) == []
    assert salon.reminders._plans == {}


async def test_more_time_makes_it_later_and_not_twice(salon: Salon) -> None:
    await salon.deal()
    await salon.table.hosting.extend(salon.table.match, HOST, 120)
    assert await salon.time(300) == []
    assert await salon.time(120) == [1]
    await salon.table.hosting.extend(salon.table.match, HOST, 3_000)
    assert await salon.time(2_000) == [1]


async def test_a_game_that_is_over_leaves_nothing_behind(salon: Salon) -> None:
    await salon.deal()
    await salon.table.hosting.end(salon.table.match, HOST)
    assert await salon.time(TURN_S) == []
    assert salon.reminders._plans == {}


async def test_a_question_that_is_asked_again_may_be_reminded_of_again(salon: Salon) -> None:
    await salon.deal()
    assert await salon.time(300) == [1]
    await salon.table.answer(await salon.turn(), (await salon.turn()).choices[-1])
    await salon.table.hosting.rewind(salon.table.match, HOST, 0, force=True)
    assert await salon.time(299) == [1]
    assert await salon.time(1) == [1, 1]


# -- pauses -----------------------------------------------------------------------------------------------------------


async def test_none_while_it_is_paused(salon: Salon) -> None:
    await salon.deal()
    await salon.time(200)
    await salon.table.hosting.pause(salon.table.match, HOST)
    assert await salon.time(5_000) == []
    await salon.table.hosting.resume(salon.table.match, HOST)
    assert await salon.time(99) == []
    assert await salon.time(1) == [1]


@pytest.mark.parametrize("restarts", [False, True])
async def test_who_was_reminded_before_a_pause_is_not_reminded_after_it(salon: Salon, restarts: bool) -> None:
    await salon.deal()
    assert await salon.time(310) == [1]
    await salon.table.hosting.pause(salon.table.match, HOST)
    await salon.time(5_000)
    if restarts:
        await salon.table.service.beat()
        await salon.restart(100)
    await salon.time(5_000)
    await salon.table.hosting.resume(salon.table.match, HOST)
    assert await salon.time(280) == [1]


async def test_a_restart_while_it_is_paused(salon: Salon) -> None:
    await salon.deal()
    await salon.time(200)
    await salon.table.hosting.pause(salon.table.match, HOST, salon.clock.now + 3_600_000)
    await salon.restart(60)
    assert await salon.time(3_600) == []
    salon.table.hosting._pauses.look()

    async def is_running() -> bool:
        return (await salon.table.awake()).row.status == "running"

    await until_it_is(is_running)
    assert await salon.time(99) == []
    assert await salon.time(61) == [1]


# -- restarts ---------------------------------------------------------------------------------------------------------


async def test_after_a_restart_it_comes_in_time_and_no_match_is_woken_before(salon: Salon) -> None:
    await salon.deal()
    await salon.time(100)
    await salon.table.service.beat()
    await salon.restart(1_000)
    assert await salon.time(198) == []
    assert salon.table.service.keeper._awake == {}
    # What is left is what the clock began with, as far as the plan knows: 500 s, so it comes at half of them.
    assert await salon.time(53) == [1]


async def test_after_a_restart_a_match_that_is_awake_is_known_exactly(salon: Salon) -> None:
    await salon.deal()
    await salon.time(100)
    await salon.table.service.beat()
    await salon.restart(1_000)
    await salon.table.hosting.extend(salon.table.match, HOST, 1)
    assert await salon.time(200) == []
    assert await salon.time(1) == [1]


async def test_who_was_reminded_is_not_reminded_after_a_restart(salon: Salon) -> None:
    await salon.deal()
    assert await salon.time(300) == [1]
    await salon.time(5)
    await salon.table.service.beat()
    await salon.restart(30)
    assert await salon.time(280) == [1]


async def test_nor_when_it_died_right_after_it(salon: Salon) -> None:
    """The last note that the bot was there is older than the reminder."""
    await salon.deal()
    await salon.time(290)
    await salon.table.service.beat()
    assert await salon.time(10) == [1]
    await salon.restart(500)
    assert await salon.time(300) == [1]


async def test_a_question_of_which_little_time_is_left_at_the_start(salon: Salon) -> None:
    await salon.deal(60)
    await salon.time(10)
    await salon.table.service.beat()
    await salon.restart()
    assert await salon.time(34) == []
    assert await salon.time(1) == [1]


async def test_many_matches_at_the_start(salon: Salon) -> None:
    people = [(1_000 + 2 * number, 1_001 + 2 * number) for number in range(30)]
    for pair in people:
        await salon.deal(people=pair)
    await salon.table.service.beat()
    await salon.restart()
    assert len(salon.reminders._plans) == 30
    assert salon.table.service.keeper._awake == {}
    assert await salon.time(301) == [1] * 30
    assert len(set(salon.reminded)) == 30


# -- whom -------------------------------------------------------------------------------------------------------------


async def test_not_who_does_not_want_it(salon: Salon) -> None:
    memory = PeopleBook(salon.table.store, salon.clock)
    await memory.set_reminders(ANN, False)
    await salon.deal()
    assert await salon.time(599) == []
    await salon.play()
    assert await salon.time(300) == [2]
    await salon.restart()
    await memory.set_reminders(ANN, True)
    await salon.play()
    assert await salon.time(301) == [2, 1]


async def test_no_computer_player(salon: Salon) -> None:
    await salon.deal(people=(None, BEN))
    assert await salon.time(599) == []
    await salon.play()
    assert await salon.time(300) == [2]


async def test_a_seat_that_goes_to_a_computer_player_and_back(salon: Salon) -> None:
    await salon.deal()
    await salon.table.hosting.seat_person(salon.table.match, HOST, 1, None, "a shadow")
    assert await salon.time(299) == []
    await salon.table.hosting.seat_person(salon.table.match, HOST, 1, 777, "zoe")
    assert await salon.time(1) == [1]


async def test_a_substitute_is_not_reminded_of_what_the_seat_was_reminded_of(salon: Salon) -> None:
    await salon.deal()
    assert await salon.time(300) == [1]
    await salon.table.hosting.seat_person(salon.table.match, HOST, 1, 777, "zoe")
    assert await salon.time(200) == [1]


async def test_one_a_minute_over_all_tables(salon: Salon) -> None:
    first = await salon.deal()
    await salon.time(30)
    second = await salon.deal()
    await salon.time(31)
    third = await salon.deal()
    await salon.time(238)
    assert await salon.time(1) == [1]
    assert await salon.time(30) == [1]
    assert await salon.time(31) == [1, 1]
    assert [match for match, _, _ in salon.reminded] == [first, third]
    assert await salon.time(200) == [1, 1], "what was dropped is not made up for"
    assert second not in {match for match, _, _ in salon.reminded}


async def test_two_turns_in_one_moment(salon: Salon) -> None:
    await salon.deal()
    await salon.deal()
    assert await salon.time(300) == [1]


async def test_people_who_were_reminded_are_forgotten(salon: Salon) -> None:
    for number in range(5):
        await salon.deal(people=(1_000 + number, 2_000 + number))
        await salon.time(300)
        await salon.time(61)
    assert len(set(salon.reminders._last.values())) == 1, "only those of the last minute are known"


# -- trouble ----------------------------------------------------------------------------------------------------------


async def test_a_reminder_that_fails_is_logged_and_not_repeated(salon: Salon) -> None:
    salon.fails = ValueError
    await salon.deal()
    with capture_logs() as logs:
        assert await salon.time(300) == [1]
    assert [line["event"] for line in logs if line["log_level"] == "error"] == ["reminder_failed"]
    salon.fails = None
    assert await salon.time(200) == [1]
    await salon.play()
    assert await salon.time(300) == [1, 2]


async def test_one_slow_message_holds_up_nobody(salon: Salon) -> None:
    gate = asyncio.Event()
    told: list[int] = []

    async def remind(match_id: int, seat: Seat, number: int) -> None:
        told.append(match_id)
        if len(told) == 1:
            await gate.wait()

    salon.reminders._remind = remind
    await salon.deal()
    await salon.deal(people=(201, 202))
    salon.clock.now += 300_000
    salon.reminders._looks.look()
    await until(lambda: len(told) == 2)
    gate.set()
    await salon.rest()


async def test_a_store_in_trouble_is_looked_at_again(salon: Salon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders_module, "RETRY_MS", 5_000)
    await salon.deal()
    snapshot, fails, tried = salon.table.service.snapshot, True, asyncio.Event()

    async def troubled(match_id: int) -> Any:
        if fails:
            tried.set()
            raise DiskFull("a test")
        return await snapshot(match_id)

    monkeypatch.setattr(salon.table.service, "snapshot", troubled)
    salon.clock.now += 300_000
    salon.reminders._looks.look()
    await until(tried.is_set)
    await turns()
    assert salon.who == []
    fails = False
    assert await salon.time(5) == [1]


async def test_after_closing_nobody_is_reminded(salon: Salon) -> None:
    await salon.deal()
    salon.reminders.close()
    salon.clock.now += 300_000
    await turns()
    salon.reminders.watch(salon.table.told[-1])
    assert salon.who == []


async def test_a_turn_that_begins_while_the_bot_starts_is_reminded_of(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody plays just when all clocks have been read."""
    await salon.deal()
    await salon.time(100)
    salon.reminders.close()
    await salon.table.restart()
    salon.reminders = salon.fresh()
    genuine = deadlines.of_running

    async def read_slowly(*what: Any, **which: Any) -> Any:
        found = await genuine(*what, **which)
        await salon.play()
        return found

    monkeypatch.setattr(deadlines, "of_running", read_slowly)
    await salon.reminders.start_up()
    assert await salon.time(TURN_S / 2 - 1) == []
    assert await salon.time(2) == [2]
