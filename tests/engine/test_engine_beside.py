"""Rules that go on beside another: `Beside`, and the sub-rules of `together` that are not waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from toy import ToyTable, answers, asked, notes, started

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR, TIME_IS_UP, Beside, Question, answer_each, ask, first_of, put, timer, together


async def spell(table: ToyTable, seat: int, seconds: int = 5) -> None:
    """Asks somebody, waits for a clock, and takes effect."""
    cast = await ask(seat, "toy.cast", ("x",))
    await first_of((timer("clock.spell", seconds),))
    table.notes.append(f"{seat} casts {cast}")


async def explodes(table: ToyTable) -> None:
    await ask(3, "toy.fuse", ("x",))
    raise RuntimeError("bang")


def day(
    *sub_rules: Callable[[ToyTable], object], is_open: Callable[[Question], bool] = lambda _: True, answered: int = 2
) -> Match:
    """The main rule asks seat 1 until it has so many answers, and notes when it had to look again."""

    async def rule(table: ToyTable) -> None:
        beside = Beside(is_open)
        for sub_rule in sub_rules:
            beside.begin(sub_rule(table))  # type: ignore[arg-type]
        count = 0
        question = put(1, "toy.talk", ("x",))
        while count < answered:
            moved = await beside.first_of([question])
            if moved is None:
                table.notes.append("look again")
                continue
            count += 1
            table.notes.append(f"talk {moved[1]}")
            question = put(1, "toy.talk", ("x",))
        beside.close()

    return started(rule)


def test_without_sub_rules_it_waits_like_first_of() -> None:
    match = day()
    assert asked(match) == [(1, "toy.talk")]
    answers(match, 1, "toy.talk", "x")
    answers(match, 1, "toy.talk", "x")
    assert notes(match) == ["talk x", "talk x"]
    assert match.outcome is not None


def test_people_are_asked_before_the_main_rule_and_clocks_after_it() -> None:
    match = day(lambda table: spell(table, 2), lambda table: spell(table, 3))
    assert asked(match) == [(2, "toy.cast"), (3, "toy.cast"), (1, "toy.talk")]
    answers(match, 2, "toy.cast", "x")
    assert asked(match) == [(3, "toy.cast"), (1, "toy.talk"), (MIRROR, "clock.spell")]


def test_the_main_rule_looks_again_whenever_a_sub_rule_has_moved() -> None:
    match = day(lambda table: spell(table, 2))
    talk = match.open_for(1)[0].number
    answers(match, 2, "toy.cast", "x")
    answers(match, MIRROR, "clock.spell", TIME_IS_UP)
    assert notes(match) == ["look again", "2 casts x", "look again"]
    assert match.open_for(1)[0].number == talk  # a button that was sent still works
    answers(match, 1, "toy.talk", "x")
    answers(match, 1, "toy.talk", "x")
    assert notes(match)[3:] == ["talk x", "talk x"]


def test_a_sub_rule_that_is_done_is_asked_no_more() -> None:
    match = day(lambda table: spell(table, 2), answered=1)
    answers(match, 2, "toy.cast", "x")
    answers(match, MIRROR, "clock.spell", TIME_IS_UP)
    assert asked(match) == [(1, "toy.talk")]


def test_a_sub_rule_keeps_its_question_while_others_move() -> None:
    match = day(lambda table: spell(table, 2), lambda table: spell(table, 3))
    number = match.open_for(3)[0].number
    answers(match, 2, "toy.cast", "x")
    clock = match.open_for(MIRROR)[0].number
    answers(match, 1, "toy.talk", "x")
    assert (match.open_for(3)[0].number, match.open_for(MIRROR)[0].number) == (number, clock)
    answers(match, 3, "toy.cast", "x")
    assert len(match.open_for(MIRROR)) == 2
    answers(match, MIRROR, "clock.spell", TIME_IS_UP)
    assert notes(match)[-2:] == ["2 casts x", "look again"]


def test_a_question_that_is_not_open_is_not_asked_and_comes_back() -> None:
    closed: set[int] = set()
    match = day(lambda table: spell(table, 2), is_open=lambda question: question.seat not in closed, answered=3)
    number = match.open_for(2)[0].number
    closed.add(2)
    answers(match, 1, "toy.talk", "x")
    assert asked(match) == [(1, "toy.talk")]
    closed.clear()
    answers(match, 1, "toy.talk", "x")
    assert match.open_for(2)[0].number == number


def test_what_is_left_when_it_is_closed_never_happens() -> None:
    match = day(lambda table: spell(table, 2), answered=1)
    answers(match, 2, "toy.cast", "x")
    answers(match, 1, "toy.talk", "x")
    assert notes(match) == ["look again", "talk x"]
    assert match.outcome is not None


def test_what_a_sub_rule_raises_is_raised_in_the_main_rule() -> None:
    async def rule(table: ToyTable) -> None:
        beside = Beside(lambda _: True)
        beside.begin(explodes(table))
        try:
            await beside.first_of([put(1, "toy.talk", ("x",))])
        except RuntimeError as bang:
            table.notes.append(str(bang))

    match = started(rule)
    answers(match, 3, "toy.fuse", "x")
    assert notes(match) == ["bang"]


def test_a_sub_rule_that_asks_nothing_is_over_at_once() -> None:
    async def nothing(table: ToyTable) -> None:
        table.notes.append("done")

    match = day(nothing, answered=1)
    assert asked(match) == [(1, "toy.talk")]
    assert notes(match) == ["done"]


def test_it_goes_on_after_a_restart() -> None:
    async def rule(table: ToyTable) -> None:
        beside = Beside(lambda _: True)
        beside.begin(spell(table, 2))
        while await beside.first_of([put(1, "toy.talk", ("x",))]) is None:
            pass
        beside.close()

    match = started(rule)
    before = match.take_changes().snapshot
    answers(match, 2, "toy.cast", "x")
    changes = match.take_changes()
    assert before is not None
    again = Match.resume(match.game, match.saved(before, changes.entries), SealedChance("toy"))
    assert asked(again) == asked(match)
    assert [question.number for question in again.open] == [question.number for question in match.open]


# -- together, and what runs beside it --------------------------------------------------------------------------------


def night(*, until: bool = True, wait_full: bool = False, beside: bool = True) -> Match:
    async def note(table: ToyTable, seat: int) -> str:
        answer = str(await ask(seat, "toy.ask", ("x", "y")))
        table.notes.append(f"{seat} says {answer}")
        return answer

    async def rule(table: ToyTable) -> None:
        besides = [note(table, 3)] if beside else []
        rules = [note(table, seat) for seat in (1, 2)]
        table.notes.append(
            await together(rules, timer("clock.toy", 9) if until else None, wait_full=wait_full, beside=besides)
        )

    return started(rule)


def test_rules_beside_others_are_not_waited_for() -> None:
    match = night()
    assert asked(match) == [(1, "toy.ask"), (2, "toy.ask"), (3, "toy.ask"), (MIRROR, "clock.toy")]
    answers(match, 1, "toy.ask", "x")
    answers(match, 2, "toy.ask", "y")
    assert notes(match)[-1] == ["x", "y", None]
    assert match.outcome is not None


def test_rules_beside_others_run_along() -> None:
    match = night()
    answers(match, 3, "toy.ask", "y")
    assert notes(match) == ["3 says y"]
    answers(match, 1, "toy.ask", "x")
    answers(match, 2, "toy.ask", "x")
    assert notes(match)[-1] == ["x", "x", "y"]


def test_rules_beside_others_may_move_as_long_as_a_clock_is_waited_for_in_full() -> None:
    match = night(wait_full=True)
    answers(match, 1, "toy.ask", "x")
    answers(match, 2, "toy.ask", "x")
    assert asked(match) == [(3, "toy.ask"), (MIRROR, "clock.toy")]
    answers(match, 3, "toy.ask", "y")
    assert asked(match) == [(MIRROR, "clock.toy")]
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match)[-1] == ["x", "x", "y"]


def test_with_nobody_beside_it_is_as_before() -> None:
    match = night(until=False, beside=False)
    answers(match, 1, "toy.ask", "x")
    answers(match, 2, "toy.ask", "x")
    assert notes(match)[-1] == ["x", "x"]


@pytest.mark.parametrize("wait_full", [True, False])
def test_nothing_to_wait_for_but_a_rule_beside(wait_full: bool) -> None:
    async def rule(table: ToyTable) -> None:
        besides = [answer_each([put(2, "toy.ask", ("x",))], lambda question, value: table.notes.append(value))]
        table.notes.append(await together([], timer("clock.toy", 9), wait_full=wait_full, beside=besides))

    match = started(rule)
    if not wait_full:
        assert notes(match) == [[None]]
        return
    answers(match, 2, "toy.ask", "x")
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == ["x", [None]]


def second_thoughts(*, wait_full: bool) -> Match:
    """Seat 1 says something and may think again; seat 2 says something as well."""

    async def think_again(table: ToyTable) -> None:
        table.notes.append(await ask(1, "toy.again", ("x", "y")))

    async def say(table: ToyTable) -> Any:
        table.notes.append(await ask(1, "toy.ask", ("x", "y")))
        return think_again(table)

    async def rule(table: ToyTable) -> None:
        rules = [say(table), ask(2, "toy.ask", ("x", "y"))]
        table.notes.append(await together(rules, timer("clock.toy", 9), wait_full=wait_full))

    return started(rule)


def test_what_a_rule_leaves_behind_is_not_waited_for() -> None:
    match = second_thoughts(wait_full=False)
    answers(match, 1, "toy.ask", "x")
    assert asked(match) == [(2, "toy.ask"), (1, "toy.again"), (MIRROR, "clock.toy")]
    answers(match, 2, "toy.ask", "y")
    assert notes(match) == ["x", [None, "y"]]
    assert match.outcome is not None


def test_what_a_rule_leaves_behind_runs_along() -> None:
    match = second_thoughts(wait_full=True)
    answers(match, 1, "toy.ask", "x")
    answers(match, 1, "toy.again", "y")
    assert asked(match) == [(2, "toy.ask"), (MIRROR, "clock.toy")]
    answers(match, 2, "toy.ask", "y")
    answers(match, MIRROR, "clock.toy", TIME_IS_UP)
    assert notes(match) == ["x", "y", [None, "y"]]
