"""A process that dies after an answer is durable and before anybody was told: nothing is lost, nothing is double."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.tables import Table, opened_table, refused

from bot.matches.happenings import Happening
from bot.matches.ledger import Ledger


class Killed(BaseException):
    """As far as this process is concerned, it ends here."""


def die(happening: Happening) -> None:
    raise Killed


async def settled(table: Table) -> None:
    """Everything so far has been delivered."""
    row = await table.row()
    await Ledger(table.store, table.clock).settle(row.id, row.checkpoint, row.head, row.announced)


async def test_the_next_process_finds_the_answer_and_what_is_to_be_told(address: Path | str) -> None:
    async with opened_table(address) as table:
        await table.deal()
        await settled(table)
        question = await table.asked("night.victim")
        table.service.watchers.insert(0, die)
        with pytest.raises(Killed):
            await table.answer(question, question.choices[0], 700)
        assert table.told == []
        await table.restart()
        assert await refused(table.answer(question, question.choices[0], 700)) == "not_open"
        assert (await table.journal())[-1].value == question.choices[0]
        assert (await table.said())[-1].key == "night.agreed"
        assert await Ledger(table.store, table.clock).unsent() == [table.match]


async def test_an_answer_that_neither_says_nor_asks_anything_leaves_nothing_to_be_sent(address: Path | str) -> None:
    async with opened_table(address) as table:
        await table.deal()
        await settled(table)
        table.service.watchers.insert(0, die)
        with pytest.raises(Killed):
            await table.answer(await table.asked("night.suspect"), None)
        await table.restart()
        assert await Ledger(table.store, table.clock).unsent() == []
        assert (await table.journal())[-1].key == "night.suspect"


async def test_a_clock_that_ran_out_is_not_run_again(address: Path | str) -> None:
    async with opened_table(address) as table:
        await table.deal()
        table.service.watchers.insert(0, die)
        clock = await table.asked("clock.night")
        with pytest.raises(Killed):
            await table.answer(clock, clock.default)
        lines = len(await table.journal())
        await table.restart()
        table.service._deadlines.look()
        await table.ring()
        assert len(await table.journal()) == lines
        assert [line.question for line in await table.deadlines()] == [
            q.number for q in (await table.awake()).match.open if q.within is not None
        ]


async def test_a_game_whose_end_nobody_heard_of_is_over_and_unsent(address: Path | str) -> None:
    async with opened_table(address) as table:
        await table.deal()
        await settled(table)
        table.service.watchers.insert(0, die)
        with pytest.raises(Killed):
            await table.hosting.end(table.match, 900)
        await table.restart()
        assert (await table.awake()).over
        assert await table.deadlines() == []
        assert await Ledger(table.store, table.clock).unsent() == [table.match]


async def test_a_new_match_nobody_heard_of_is_dealt_and_unsent(address: Path | str) -> None:
    async with opened_table(address) as table:
        table.service.watchers.insert(0, die)
        with pytest.raises(Killed):
            await table.deal()
        await table.restart()
        assert await Ledger(table.store, table.clock).unsent() == [1]
        table.match = 1
        assert await table.keys() == ["roles.delivered", "clock.cards"]


async def test_a_rewind_nobody_heard_of_holds(address: Path | str) -> None:
    async with opened_table(address) as table:
        await table.deal()
        await table.answer(await table.asked("night.suspect"), None)
        await settled(table)
        keep = (await table.row()).head - 1
        table.service.watchers.insert(0, die)
        with pytest.raises(Killed):
            await table.hosting.rewind(table.match, 900, keep)
        await table.restart()
        assert (await table.awake()).match.answered == keep
        assert await Ledger(table.store, table.clock).unsent() == [table.match]
        assert {line.question for line in await table.deadlines()} == {
            q.number for q in (await table.awake()).match.open if q.within is not None
        }
