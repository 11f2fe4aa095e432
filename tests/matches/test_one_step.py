"""One card's step of a night that a person leads: passed over, and run again while everybody else's answers stay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.engine.questions import Question
from bot.matches.one_step import OneStep

MASTER = 777
SHERIFF = frozenset(("night.investigate",))
SUSPECT = frozenset(("night.suspect",))
TEAM = frozenset(("night.victim",))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        await opened.moderation.take(opened.match, HOST, MASTER)
        opened.told.clear()
        yield opened


def steps(table: Table) -> OneStep:
    return OneStep(table.service.keeper)


async def round_of(table: Table) -> int:
    return (await table.awake()).match.checkpoint


async def open_keys(table: Table, seat: int) -> list[str]:
    return [one.key for one in (await table.awake()).match.open_for(seat)]


async def answered(table: Table) -> list[tuple[int, str, object]]:
    """What people have answered tonight."""
    checkpoint = await round_of(table)
    lines = [line for line in await table.journal() if line.checkpoint == checkpoint and line.seat > 0]
    return [(line.seat, line.key, line.value) for line in lines]


async def first(table: Table, key: str) -> Question:
    return await table.asked(key)


async def test_one_card_is_asked_again_and_the_others_are_not(table: Table) -> None:
    sheriff = await first(table, "night.investigate")
    await table.answer(sheriff, sheriff.choices[0])
    other = await first(table, "night.suspect")
    await table.answer(other, other.choices[1])
    third = await first(table, "night.suspect")
    before = await table.awake()
    hers = [line for line in await answered(table) if line[0] == other.seat]
    await steps(table).run_again(table.match, MASTER, await round_of(table), SHERIFF)
    assert await open_keys(table, sheriff.seat) == ["night.investigate"]
    assert await open_keys(table, other.seat) == []
    assert await open_keys(table, third.seat) == ["night.suspect"]
    assert await answered(table) == hers
    assert "rewound" in table.kinds()
    assert {seat: row.user_id for seat, row in (await table.awake()).seats.items()} == {
        seat: row.user_id for seat, row in before.seats.items()
    }
    again = await first(table, "night.investigate")
    await table.answer(again, again.choices[1])
    assert (sheriff.seat, "night.investigate", again.choices[1]) in await answered(table)


async def test_another_process_wakes_the_same_table(table: Table) -> None:
    sheriff, other = await first(table, "night.investigate"), await first(table, "night.suspect")
    await table.answer(sheriff, sheriff.choices[0])
    await table.answer(other, other.choices[0])
    await steps(table).run_again(table.match, MASTER, await round_of(table), SHERIFF)
    open_ = [(one.number, one.seat, one.key) for one in (await table.awake()).match.open]
    await table.restart()
    assert [(one.number, one.seat, one.key) for one in (await table.awake()).match.open] == open_
    assert [line for line in table.kinds() if line == "again"] == []


async def test_what_was_told_in_secret_is_not_taken_back(table: Table) -> None:
    """The others of the team have seen where somebody points; whoever points later is another matter."""
    victim = await first(table, "night.victim")
    await table.answer(victim, victim.choices[0])
    kept = await answered(table)
    again = steps(table).run_again(table.match, MASTER, await round_of(table), TEAM)
    assert await refused(again) == "secret_shown"
    assert await answered(table) == kept
    sheriff = await first(table, "night.investigate")
    await table.answer(sheriff, sheriff.choices[0])
    await steps(table).run_again(table.match, MASTER, await round_of(table), SHERIFF)
    assert await answered(table) == kept, "what the team was told it is told again"


async def test_there_may_be_nothing_to_run_again(table: Table) -> None:
    run = steps(table).run_again(table.match, MASTER, await round_of(table), SHERIFF)
    assert await refused(run) == "nothing_to_run_again"
    late = steps(table).run_again(table.match, MASTER, await round_of(table) - 1, SHERIFF)
    assert await refused(late) == "gone_on"
    await table.hosting.pause(table.match, HOST)
    run = steps(table).run_again(table.match, MASTER, await round_of(table), SHERIFF)
    assert await refused(run) == "paused"


async def test_whoever_may_decline_is_passed_over(table: Table) -> None:
    sheriff = await first(table, "night.investigate")
    suspicious = [one.seat for one in (await table.awake()).match.open if one.key == "night.suspect"]
    await steps(table).pass_over(table.match, MASTER, await round_of(table), SHERIFF)
    assert await answered(table) == [(sheriff.seat, "night.investigate", None)]
    assert [one.seat for one in (await table.awake()).match.open if one.key == "night.suspect"] == suspicious
    await steps(table).pass_over(table.match, MASTER, await round_of(table), frozenset(("night.heal",)))
    await steps(table).pass_over(table.match, MASTER, await round_of(table), TEAM)
    assert len(await answered(table)) == 1, "whoever is not asked, or has to choose, is left alone"
    assert [action for action, _ in await table.logged()] == ["chair", "skip", "skip", "skip"]


async def test_a_card_is_passed_over_for_one_night(table: Table) -> None:
    """What cannot be declined is answered no more, by whoever it is; to take the night back asks everybody anew."""
    victim, other = await first(table, "night.victim"), await first(table, "night.suspect")
    await table.answer(other, other.choices[0])
    await steps(table).pass_over(table.match, MASTER, await round_of(table), TEAM)
    assert await refused(table.answer(victim, victim.choices[0])) == "passed_over"
    await table.restart()
    assert await refused(table.answer(victim, victim.choices[0])) == "passed_over"
    bystander = await first(table, "night.suspect")
    await table.answer(bystander, bystander.choices[0])
    checkpoint = await round_of(table)
    tonight = [line.key for line in await table.journal() if line.checkpoint == checkpoint]
    await table.hosting.rewind(table.match, HOST, tonight.index("night.suspect"))
    await table.answer(await first(table, "night.victim"), victim.choices[0])
