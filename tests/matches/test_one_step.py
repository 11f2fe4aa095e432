"""One card's step of a night that a person leads: passed over, and run again while everybody else's answers stay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.engine.questions import Question
from bot.matches.one_step import OneStep
from bot.matches.recapping import recap_of

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


# -- by a leader who knows no cards ------------------------------------------------------------------------------------


async def in_sight(table: Table) -> list[object]:
    """What is kept of the table for others than the one who is asked: its clocks, its log, and what has happened."""
    return [await table.deadlines(), await table.logged(), list(table.told), (await table.awake()).moment()]


async def asked_of_others(table: Table, besides: Question) -> list[tuple[int, str]]:
    open_ = (await table.awake()).match.open
    return [(one.number, one.signature()) for one in open_ if one.seat != besides.seat]


async def ask_sheriff(table: Table) -> list[object]:
    await steps(table).ask_once_more(table.match, MASTER, await round_of(table), SHERIFF)
    assert (await table.row()).unsent, "who is asked is sent it, even if the process dies now"
    return await in_sight(table)


async def test_a_card_is_asked_once_more_and_nothing_else_has_changed(table: Table) -> None:
    sheriff, other = await first(table, "night.investigate"), await first(table, "night.suspect")
    silent = await ask_sheriff(table)
    await table.answer(sheriff, sheriff.choices[0], interaction_id=41)
    await table.answer(other, other.choices[0], interaction_id=42)
    before, others = await table.journal(), await asked_of_others(table, sheriff)
    table.told.clear()
    await ask_sheriff(table)
    assert table.kinds() == ["asked_again"]
    after = await table.journal()
    assert [(one.seat, one.key) for one in after] == [(one.seat, one.key) for one in before if one.seat != sheriff.seat]
    tonight = [one.number for one in after if one.checkpoint == await round_of(table)]
    assert tonight == list(range(len(tonight)))
    assert after[-1].interaction_id == 42, "a press that comes twice still counts once"
    assert (await table.voided())[-1].value == sheriff.choices[0]
    for _ in range(2):
        assert await asked_of_others(table, sheriff) == others
        (again,) = (await table.awake()).match.open_for(sheriff.seat)
        assert again.number == sheriff.number, "the button that stands there works"
        await table.restart()
    await table.answer(sheriff, sheriff.choices[1], interaction_id=43)
    assert silent[0] == await table.deadlines()


async def test_it_looks_the_same_whether_anything_was_taken_back(tmp_path: Path) -> None:
    seen = []
    for world in ("waits", "has chosen", "was passed over"):
        async with opened_table(tmp_path / f"{world}.db") as table:
            await table.deal()
            await table.moderation.take(table.match, HOST, MASTER)
            sheriff = await first(table, "night.investigate")
            if world == "has chosen":
                await table.answer(sheriff, sheriff.choices[0])
            elif world == "was passed over":
                await steps(table).pass_over(table.match, MASTER, await round_of(table), SHERIFF)
            table.told.clear()
            seen.append(await ask_sheriff(table))
            assert await open_keys(table, sheriff.seat) == ["night.investigate"]
    skip = seen[2][1]
    assert isinstance(skip, list)
    skip.remove(("skip", {"checkpoint": 1, "keys": ["night.investigate"]}))
    assert seen[0] == seen[1] == seen[2]


async def test_where_a_secret_was_told_nothing_is_taken_back_and_the_end_tells_what_was(table: Table) -> None:
    victim, sheriff = await first(table, "night.victim"), await first(table, "night.investigate")
    await table.answer(victim, victim.choices[0])
    await table.answer(sheriff, sheriff.choices[0])
    kept, said = await answered(table), await table.said()
    for _ in range(2):
        await steps(table).ask_once_more(table.match, MASTER, await round_of(table), TEAM)
        table.clock.now += 1000
    assert (await answered(table), await table.said()) == (kept, said)
    assert victim.seat not in [one.seat for one in await table.voided()]
    await ask_sheriff(table)
    late = steps(table).ask_once_more(table.match, MASTER, await round_of(table) - 1, SHERIFF)
    assert await refused(late) == "gone_on"
    await table.hosting.end(table.match, HOST)
    async with table.store.reading() as connection:
        acts = (await recap_of(connection, table.match)).acts
    assert [(act.line, act.answers, act.forced) for act in acts if act.what == "rewind"] == [(2, 1, False)]
