"""Lessons: what the strong player would have done, for one person among computers, the same each time and for nobody
else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, SEED, Table, opened_table, refused

from bot.engine.questions import Question, Seat, put
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.games.name_duel.options import NameDuelOptions
from bot.matches.lessons import Lesson, Lessons, is_practice, lesson_on
from bot.matches.snapshot import MatchSnapshot
from bot.store import people
from bot.store.seating import NewSeat

ANN, BEN = 101, 102
NAME_DUEL = GAMES["name_duel"]
ONE_GAME = NameDuelOptions(best_of=1)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Ann duels with a computer."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        people = [NewSeat(1, "ann", ANN), NewSeat(2, "Hansel", None, player="thoughtful")]
        opened.match = await opened.service.create(
            NAME_DUEL, ONE_GAME, people, guild_id=1, channel_id=20, host_id=HOST, role_set="practice", seed=SEED
        )
        yield opened


async def snapshot(table: Table) -> MatchSnapshot:
    return await table.service.snapshot(table.match)


async def decision(table: Table, seat: Seat) -> tuple[MatchSnapshot, Question]:
    """The game is played on until this seat has something to decide; the first choice is always taken."""
    for _ in range(40):
        match = await snapshot(table)
        for question in match.open:
            if question.seat == seat and len(question.choices) > 1 and question.key != "duel.start":
                return match, question
        question = next(one for one in match.open if one.seat > 0)
        await table.answer(question, question.choices[0] if question.kind == "one" else question.least)
    raise AssertionError("nothing to decide")


def told(lesson: Lesson | None) -> tuple[Any, ...]:
    assert lesson is not None
    return lesson.asked.key, lesson.given, lesson.better, lesson.reason


async def test_a_lesson_is_the_same_out_of_the_journal_and_after_a_restart(table: Table) -> None:
    before, question = await decision(table, 1)
    given = question.choices[-1]
    await table.answer(question, given)
    lessons = Lessons(table.service)
    at_once = told(await lessons.on(before, question, given))
    assert at_once[:2] == (question.key, given)
    assert told(await lessons.last(await snapshot(table), 1)) == at_once
    await table.restart()
    assert told(await Lessons(table.service).last(await snapshot(table), 1)) == at_once


async def test_a_lesson_is_worked_out_once_however_often_it_is_asked_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons, worked_out = Lessons(table.service), []

    def lesson(game: Game, question: Question, *_: Any) -> None:
        worked_out.append(question.key)

    _, question = await decision(table, 1)
    await table.answer(question, question.choices[-1])
    monkeypatch.setattr("bot.matches.lessons.lesson_on", lesson)
    for _ in range(3):
        await lessons.last(await snapshot(table), 1)
    once = len(worked_out)
    assert once > 0
    _, question = await decision(table, 1)
    await table.answer(question, question.choices[-1])
    await lessons.last(await snapshot(table), 1)
    await lessons.last(await snapshot(table), 1)
    assert once < len(worked_out)


async def test_who_has_answered_more_meanwhile_finds_the_lesson_before_it(table: Table) -> None:
    """The lesson is worked out after the answer, and somebody quick gives another one before it is told."""
    before, question = await decision(table, 1)
    given = question.choices[-1]
    await table.answer(question, given)
    lessons = Lessons(table.service)
    told_at_once = await lessons.on(before, question, given)
    _, another = await decision(table, 1)
    await table.answer(another, another.choices[-1])
    told_late = await lessons.on(before, question, given)
    assert told_at_once is not None
    assert told_late is not None
    assert told_late.place == told_at_once.place
    earlier = await lessons.last(await snapshot(table), 1, told_late.place)
    assert earlier is None or earlier.place < told_late.place


async def test_the_strong_player_agrees_with_what_is_as_good(table: Table) -> None:
    """It is given the person's own view, and its own answer is one that it agrees with."""
    before, question = await decision(table, 1)
    seen = before.view(1)
    first = lesson_on(NAME_DUEL, question, seen, None, "a secret")
    assert first is not None
    again = lesson_on(NAME_DUEL, question, seen, first.better, "a secret")
    assert again is not None
    assert again.better == first.better


async def test_the_wish_is_kept_and_ends_with_the_seat(table: Table) -> None:
    lessons = Lessons(table.service)
    assert not await lessons.are_wanted(await snapshot(table), 1)
    for wanted in (True, True, False, True):
        await (lessons.want(table.match, ANN) if wanted else lessons.want_no_more(ANN))
        assert await lessons.are_wanted(await snapshot(table), 1) is wanted
    await table.restart()
    lessons = Lessons(table.service)
    assert await lessons.are_wanted(await snapshot(table), 1)
    assert not await lessons.are_wanted(await snapshot(table), 2)
    await table.hosting.seat_person(table.match, HOST, 1, BEN, "ben")
    assert not await lessons.are_wanted(await snapshot(table), 1)
    assert await refused(lessons.want(table.match, ANN)) == "not_seated"


async def test_the_wish_holds_in_every_game_of_this_person_alone_and_in_no_other(table: Table) -> None:
    lessons = Lessons(table.service)

    async def another_game(*people: int) -> MatchSnapshot:
        seats = [NewSeat(place, f"person {who}", who) for place, who in enumerate(people, 1)]
        seats += [NewSeat(2, "Hansel", None, player="thoughtful")][len(people) - 1 :]
        table.match = await table.service.create(
            NAME_DUEL, ONE_GAME, seats, guild_id=1, channel_id=20, host_id=HOST, role_set="practice", seed=SEED
        )
        return await snapshot(table)

    await lessons.want(table.match, ANN)
    alone = await another_game(ANN)
    assert await lessons.are_wanted(alone, 1)
    assert alone.row.options == ONE_GAME.model_dump(), "nobody else can see it"
    assert not await lessons.are_wanted(await another_game(BEN), 1)
    together = await another_game(ANN, BEN)
    assert not await lessons.are_wanted(together, 1)
    await table.hosting.seat_person(table.match, HOST, 2, None, "Hansel")
    assert not await lessons.are_wanted(await snapshot(table), 1), "the game may still count in statistics"

    await another_game(ANN)
    await lessons.want_no_more(ANN)
    assert not await lessons.are_wanted(await another_game(ANN), 1)


async def test_of_whoever_never_wanted_lessons_nothing_is_kept_when_they_stop(table: Table) -> None:
    await Lessons(table.service).want_no_more(BEN)
    async with table.store.reading() as connection:
        assert await people.get(connection, BEN) is None


async def test_there_is_no_practice_among_people(table: Table) -> None:
    await table.deal(2, ONE_GAME, game=NAME_DUEL, begun=False)
    lessons = Lessons(table.service)
    assert not is_practice(await snapshot(table))
    assert await refused(lessons.want(table.match, ANN)) == "not_practice"
    await table.hosting.seat_person(
        table.match, HOST, 2, None, "Hansel"
    )  # ben has left: what ann does may still count in statistics
    assert await refused(lessons.want(table.match, ANN)) == "not_practice"
    assert await refused(lessons.check_practice(await snapshot(table))) == "not_practice", "nor of what was decided"


def test_what_cannot_be_decided_is_no_lesson() -> None:
    forced = put(1, "duel.play", ("noggin",))
    assert lesson_on(NAME_DUEL, forced, None, "noggin", "a secret") is None  # type: ignore[arg-type]  # nobody looks
    talk = put(1, "speech.floor", (2, 3), says=lambda: ("#i_am.sheriff",))
    assert lesson_on(GAMES["mafia"], talk, None, "#i_am.sheriff", "a secret") is None  # type: ignore[arg-type]
