"""Questions and answers: what is refused, and the ways in which a rule can wait."""

from __future__ import annotations

from typing import Any

import pytest
from toy import ToyTable, answers, asked, notes, started

from bot.engine.match import Match
from bot.engine.questions import (
    MIRROR,
    TEXT_LIMIT,
    TIME_IS_UP,
    IllegalAnswer,
    Question,
    ask,
    ask_all,
    draw,
    first_of,
    put,
    timer,
    together,
)


def one_question(*arguments: Any, **details: Any) -> Match:
    async def rule(table: ToyTable) -> None:
        table.notes.append(await ask(1, "toy.ask", *arguments, **details))

    return started(rule)


def test_everything_that_is_said_of_a_question_stands_in_it() -> None:
    said: dict[str, Any] = {
        "seat": 3, "key": "toy.ask", "choices": ("x", "y"), "kind": "several", "within": 9, "default": ["x"],
        "values": {"of": 1}, "least": 0, "most": 2, "occasion": "o", "says": list,
    }  # fmt: skip

    async def rule(table: ToyTable) -> None:
        await ask(**said)

    for question in (put(*said.values()), put(**said), *started(rule).waiting):
        question.number = 0
        assert {slot: getattr(question, slot) for slot in Question.__slots__} == said | {"number": 0}
    usual = {"choices": (), "kind": "one", "least": 1, "most": 1, "within": None, "default": None, "values": None}
    left_out = put(3, "toy.ask")
    assert {name: getattr(left_out, name) for name in usual} == usual


def refusal(match: Match, value: Any, *, number: int | None = None, seat: int = 1) -> str:
    """The code of the refusal, after making sure that nothing at all has changed."""
    match.take_changes()
    before = (asked(match), [q.number for q in match.open], match.view(1), match.announced, match.answered)
    with pytest.raises(IllegalAnswer) as refused:
        match.answer(match.open[0].number if number is None else number, seat, value)
    assert before == (asked(match), [q.number for q in match.open], match.view(1), match.announced, match.answered)
    changes = match.take_changes()
    assert (changes.entries, changes.announcements, changes.snapshot) == ((), (), None)
    return refused.value.code


@pytest.mark.parametrize("value", [0, 3, True, False, 1.0, "1", None, [1], [], {}, {"seat": 1}])
def test_only_what_is_offered_is_an_answer(value: Any) -> None:
    """A forged `true` must not stand for seat 1, nor 1.0, nor "1"."""
    assert refusal(one_question((1, 2)), value) == "not_offered"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([], "too_few"),
        ([1], "too_few"),
        ([1, 2, 3, 4], "too_many"),
        ([1, 1], "not_offered"),
        ([True, 2], "not_offered"),
        ([1, 9], "not_offered"),
        (1, "not_offered"),
        ("12", "not_offered"),
        (None, "not_offered"),
    ],
)
def test_several_are_between_least_and_most_and_different(value: Any, code: str) -> None:
    match = one_question((1, 2, 3, 4), "several", least=2, most=3)
    assert refusal(match, value) == code
    match.answer(match.open[0].number, 1, [4, 2])
    assert notes(match) == [[4, 2]]


@pytest.mark.parametrize("value", [0, 6, True, 2.0, "3", None, [3]])
def test_a_number_is_a_whole_number_in_range(value: Any) -> None:
    match = one_question((), "number", least=1, most=5)
    assert refusal(match, value) == "not_in_range"
    match.answer(match.open[0].number, 1, 5)
    assert notes(match) == [5]


def test_a_text_is_a_text_and_not_a_book() -> None:
    match = one_question((), "text")
    assert refusal(match, 7) == "not_a_text"
    assert refusal(match, ["words"]) == "not_a_text"
    assert refusal(match, "x" * (TEXT_LIMIT + 1)) == "too_long"
    match.answer(match.open[0].number, 1, "x" * TEXT_LIMIT)
    assert notes(match) == ["x" * TEXT_LIMIT]


def test_a_text_may_be_left_out() -> None:
    match = one_question((), "text")
    match.answer(match.open[0].number, 1, None)
    assert notes(match) == [None]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1, "not_offered"),
        ([1], "not_offered"),
        ([3, None], "not_offered"),
        ([True, None], "not_offered"),
        ([1, 2], "not_a_text"),
        ([1, "x" * (TEXT_LIMIT + 1)], "too_long"),
        ([1, "because", "more"], "not_offered"),
        ("1x", "not_offered"),
    ],
)
def test_a_reasoned_answer_is_a_choice_and_a_text(value: Any, code: str) -> None:
    match = one_question((1, 2), "reasoned")
    assert refusal(match, value) == code
    match.answer(match.open[0].number, 1, [1, "because"])
    assert notes(match) == [[1, "because"]]


def test_a_question_is_answered_by_the_seat_it_was_put_to_and_only_once() -> None:
    async def rule(table: ToyTable) -> None:
        await ask_all([put(1, "toy.a", ("x",)), put(2, "toy.b", ("x",))])

    match = started(rule)
    first, second = (question.number for question in match.open)
    assert refusal(match, "x", number=second, seat=1) == "not_open"
    assert refusal(match, "x", number=99, seat=1) == "not_open"
    assert refusal(match, "x", number=0, seat=1) == "not_open"
    assert refusal(match, "x", number=-1, seat=1) == "not_open"
    match.answer(first, 1, "x")
    assert refusal(match, "x", number=first, seat=1) == "not_open"
    match.answer(second, 2, "x")
    assert match.outcome is not None
    with pytest.raises(IllegalAnswer, match="not_open"):
        match.answer(second, 2, "x")


def test_question_numbers_begin_again_at_a_checkpoint() -> None:
    async def rule(table: ToyTable) -> None:
        await ask(1, "toy.a", ("x",))
        await ask(2, "toy.b", ("x",))

    match = started(rule, rounds=3)
    seen: dict[int, list[int]] = {1: [], 2: [], 3: []}
    while match.outcome is None:
        question = match.open[0]
        seen[match.checkpoint].append(question.number)
        match.answer(question.number, question.seat, "x")
    assert len(set(seen[1])) == 2
    assert seen[1] == seen[2] == seen[3]


def test_a_number_does_not_tell_what_others_have_been_asked() -> None:
    """Numbers stand in buttons: those of one seat are the same, whatever the others are asked."""

    def numbers(others: int) -> list[int]:
        async def rule(table: ToyTable) -> None:
            for _ in range(others):
                await ask(2, "toy.other", ("x",))
            await ask_all([put(2, "toy.b", ("x",)) for _ in range(others)] + [put(1, "toy.a", ("x",))])

        match = started(rule)
        while not match.open_for(1):
            answers(match, 2, "toy.other", "x")
        return [question.number for question in match.open_for(1)]

    assert numbers(0) == numbers(1) == numbers(3)


def test_the_first_answer_withdraws_the_others() -> None:
    async def rule(table: ToyTable) -> None:
        question, value = await first_of([put(1, "toy.a", ("x",)), put(2, "toy.b", ("y",))])
        table.notes.append((question.seat, value))
        await ask(3, "toy.c", ("z",))

    match = started(rule)
    first = match.open[0].number
    answers(match, 2, "toy.b", "y")
    assert notes(match) == [(2, "y")]
    assert asked(match) == [(3, "toy.c")]
    assert refusal(match, "x", number=first) == "not_open"


def test_a_question_that_stays_open_keeps_its_number() -> None:
    """Buttons that were sent for it go on working."""

    async def rule(table: ToyTable) -> None:
        lasting = put(1, "toy.lasting", ("x",))
        for _ in range(3):
            question, _ = await first_of([lasting, put(2, "toy.passing", ("y",))])
            if question is lasting:
                return

    match = started(rule)
    number = match.open_for(1)[0].number
    passing = set()
    for _ in range(2):
        passing.add(match.open_for(2)[0].number)
        answers(match, 2, "toy.passing", "y")
        assert match.open_for(1)[0].number == number
    assert len(passing) == 2
    match.answer(number, 1, "x")
    assert match.outcome is not None


# -- ask_all ----------------------------------------------------------------------------------------------------------


def everybody(until: int | None = None, *, wait_full: bool = False) -> Match:
    async def rule(table: ToyTable) -> None:
        questions = [put(seat, "toy.ask", ("x", "y", None)) for seat in range(1, table.seats + 1)]
        clock = timer("clock.toy", until) if until is not None else None
        table.notes.append(await ask_all(questions, clock, wait_full=wait_full))

    return started(rule)


def test_everybody_is_asked_at_once_and_the_answers_come_in_the_order_of_the_questions() -> None:
    match = everybody()
    assert asked(match) == [(1, "toy.ask"), (2, "toy.ask"), (3, "toy.ask")]
    answers(match, 3, "toy.ask", "x")
    assert asked(match) == [(1, "toy.ask"), (2, "toy.ask")]
    answers(match, 1, "toy.ask", "y")
    answers(match, 2, "toy.ask", None)
    assert notes(match) == [["y", None, "x"]]
    assert match.outcome is not None


def test_when_time_is_up_the_rest_is_answered_by_default() -> None:
    match = everybody(until=30)
    clock = match.open[-1]
    assert (clock.seat, clock.key, clock.within, clock.default) == (MIRROR, "clock.toy", 30, TIME_IS_UP)
    answers(match, 2, "toy.ask", "x")
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == [[None, "x", None]]


def test_a_clock_is_not_waited_for_when_everybody_has_answered() -> None:
    match = everybody(until=30)
    for seat in (1, 2, 3):
        answers(match, seat, "toy.ask", "x")
    assert notes(match) == [["x", "x", "x"]]


def test_a_clock_that_is_waited_for_in_full_outlasts_all_answers() -> None:
    """The length of the wait tells nothing."""
    match = everybody(until=30, wait_full=True)
    for seat in (1, 2, 3):
        answers(match, seat, "toy.ask", "x")
    assert asked(match) == [(MIRROR, "clock.toy")]
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == [["x", "x", "x"]]


def test_nobody_is_asked_and_the_clock_is_waited_for_in_full() -> None:
    async def rule(table: ToyTable) -> None:
        table.notes.append(await ask_all([], timer("clock.toy", 5), wait_full=True))
        table.notes.append(await ask_all([], timer("clock.toy", 5)))

    match = started(rule)
    assert asked(match) == [(MIRROR, "clock.toy")]
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == [[], []]


# -- together ---------------------------------------------------------------------------------------------------------


async def twice(table: ToyTable, seat: int) -> str:
    try:
        first = await ask(seat, "toy.first", ("x", "y"))
        second = await ask(seat, "toy.second", ("x", "y"))
    finally:
        table.notes.append(f"seat {seat} is done")
    return first + second


def side_by_side(*, wait_full: bool = False) -> Match:
    async def rule(table: ToyTable) -> None:
        rules = [twice(table, seat) for seat in (1, 2, 3)]
        table.notes.append(await together(rules, timer("clock.toy", 9), wait_full=wait_full))

    return started(rule)


def test_rules_side_by_side_each_wait_for_their_own_player() -> None:
    match = side_by_side()
    answers(match, 2, "toy.first", "x")
    answers(match, 2, "toy.second", "y")
    assert notes(match) == ["seat 2 is done"]
    answers(match, 3, "toy.first", "y")
    assert sorted(asked(match)) == [(MIRROR, "clock.toy"), (1, "toy.first"), (3, "toy.second")]
    answers(match, 3, "toy.second", "y")
    answers(match, 1, "toy.first", "x")
    answers(match, 1, "toy.second", "x")
    assert notes(match)[-1] == ["xx", "xy", "yy"]


def test_when_time_is_up_rules_that_still_wait_are_closed() -> None:
    match = side_by_side()
    answers(match, 1, "toy.first", "x")
    answers(match, 2, "toy.first", "x")
    answers(match, 2, "toy.second", "x")
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == ["seat 2 is done", "seat 1 is done", "seat 3 is done", [None, "xx", None]]


def test_a_clock_that_is_waited_for_in_full_outlasts_rules_that_are_done() -> None:
    match = side_by_side(wait_full=True)
    for seat in (1, 2, 3):
        answers(match, seat, "toy.first", "x")
        answers(match, seat, "toy.second", "x")
    assert asked(match) == [(MIRROR, "clock.toy")]
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match)[-1] == ["xx", "xx", "xx"]


def test_rules_side_by_side_may_hold_rules_side_by_side() -> None:
    async def inner(table: ToyTable) -> list[str]:
        return await together([twice(table, 1), twice(table, 2)])

    async def rule(table: ToyTable) -> None:
        table.notes.append(await together([inner(table), twice(table, 3)], timer("clock.toy", 9)))

    match = started(rule)
    numbers = {question.seat: question.number for question in match.open}
    for key in ("toy.first", "toy.second"):
        answers(match, 2, key, "y")
        answers(match, 3, key, "x")
    assert match.open_for(1)[0].number == numbers[1]
    answers(match, 1, "toy.first", "x")
    answers(match, 1, "toy.second", "y")
    assert notes(match)[-1] == [["xy", "yy"], "xx"]


def test_a_nested_rule_is_closed_to_its_heart_when_time_is_up() -> None:
    async def inner(table: ToyTable) -> list[str]:
        return await together([twice(table, 1), twice(table, 2)])

    async def rule(table: ToyTable) -> None:
        table.notes.append(await together([inner(table), twice(table, 3)], timer("clock.toy", 9)))

    match = started(rule)
    answers(match, 1, "toy.first", "x")
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert sorted(notes(match)[:-1]) == ["seat 1 is done", "seat 2 is done", "seat 3 is done"]
    assert notes(match)[-1] == [None, None]


def test_chance_within_rules_side_by_side_answers_at_once() -> None:
    async def gamble(table: ToyTable, seat: int) -> int:
        before = await draw("toy.before", (1,))
        await ask(seat, "toy.ask", ("x",))
        return before + await draw("toy.after", (2,))

    async def rule(table: ToyTable) -> None:
        table.notes.append(await together([gamble(table, seat) for seat in (1, 2)]))

    match = started(rule)
    assert asked(match) == [(1, "toy.ask"), (2, "toy.ask")]
    answers(match, 2, "toy.ask", "x")
    answers(match, 1, "toy.ask", "x")
    assert notes(match) == [[3, 3]]


def test_no_rules_at_all_are_done_at_once() -> None:
    async def rule(table: ToyTable) -> None:
        table.notes.append(await together([]))
        table.notes.append(await together([], timer("clock.toy", 3)))
        table.notes.append(await together([], timer("clock.toy", 3), wait_full=True))

    match = started(rule)
    assert asked(match) == [(MIRROR, "clock.toy")]
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == [[], [], []]


def test_something_may_be_said_instead_of_an_answer_and_what_that_is_is_asked_anew() -> None:
    """What can be said depends on what has been said; the choices are not looked up there."""
    offered: list[str] = ["#one"]
    looked = []
    question = put(1, "floor", (2, "pass"), says=lambda: looked.append(1) or offered)
    question.check("pass")
    question.check(2)
    assert not looked
    question.check("#one")
    offered.clear()
    for value in ("#one", "#two", 3, None):
        with pytest.raises(IllegalAnswer, match="not_offered"):
            question.check(value)


def test_where_nothing_may_be_said_only_the_choices_count() -> None:
    with pytest.raises(IllegalAnswer, match="not_offered"):
        put(1, "floor", (2, "pass")).check("#one")
