"""Notebooks and marks outlive the process, are nobody else's, and go with whoever wants to be forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.matches.archive import Archive
from bot.matches.forgetting import forget
from bot.matches.notebooks import WORDS_MOST, Notebook, Notebooks

ANN, BEN, ZOE = 101, 102, 199
SECRET = "Cat smiled when the baker died"
EMPTY = Notebook("", {}, False)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        yield opened


async def filled(table: Table, *, handed_on: bool = False) -> Notebooks:
    """Ann has written something down, and suspects seat 3."""
    books = Notebooks(table.store)
    await books.write(table.match, ANN, SECRET)
    await books.mark(table.match, ANN, 3, "suspect")
    await books.mark(table.match, ANN, 2, "trust")
    await books.mark(table.match, ANN, 2, None)
    await books.hand_on(table.match, ANN, handed_on)
    return books


async def test_they_outlive_the_process_and_are_nobody_elses(table: Table) -> None:
    await filled(table)
    await table.restart()
    books = Notebooks(table.store)
    assert await books.read(table.match, ANN) == Notebook(SECRET, {3: "suspect"}, False)
    assert await books.read(table.match, BEN) == EMPTY
    first = table.match
    await table.deal()
    assert await books.read(table.match, ANN) == EMPTY
    assert (await books.read(first, ANN)).words == SECRET


@pytest.mark.parametrize("handed_on", [True, False])
async def test_a_substitute_gets_a_copy_only_where_it_was_agreed_to(table: Table, handed_on: bool) -> None:
    books = await filled(table, handed_on=handed_on)
    await table.hosting.seat_person(table.match, HOST, 1, ZOE, "zoe")
    wanted = Notebook(SECRET, {3: "suspect"}, False) if handed_on else EMPTY
    assert await books.read(table.match, ZOE) == wanted
    assert (await books.read(table.match, ANN)).words == SECRET
    await books.write(table.match, ZOE, "My own thoughts")
    await table.hosting.seat_person(table.match, HOST, 1, ANN, "ann")
    assert (await books.read(table.match, ANN)).words == SECRET, "whoever comes back finds the own ones"
    await table.hosting.seat_person(table.match, HOST, 1, ZOE, "zoe")
    assert (await books.read(table.match, ZOE)).words == "My own thoughts"


async def test_nothing_of_it_is_in_journal_recap_or_log(table: Table) -> None:
    await filled(table, handed_on=True)
    await table.hosting.end(table.match, HOST)
    recap = await Archive(table.store).recap(table.match)
    assert SECRET not in recap.model_dump_json()
    assert "suspect" not in recap.model_dump_json()
    assert [action for action, _ in await table.logged()] == ["end"]


async def test_whoever_is_forgotten_leaves_none(table: Table) -> None:
    books = await filled(table)
    await books.write(table.match, BEN, "Ben's")
    await table.hosting.end(table.match, HOST)
    await forget(table.store, ANN, table.clock.now)
    assert await books.read(table.match, ANN) == EMPTY
    assert (await books.read(table.match, BEN)).words == "Ben's"


async def test_a_notebook_holds_so_much_and_a_mark_is_one_of_three(table: Table) -> None:
    books = Notebooks(table.store)
    await books.write(table.match, ANN, "x" * (WORDS_MOST + 5))
    assert len((await books.read(table.match, ANN)).words) == WORDS_MOST
    assert await refused(books.mark(table.match, ANN, 3, "murderer")) == "forged"


async def recap_notes(table: Table) -> dict[int, Notebook]:
    return await Notebooks(table.store).for_recap((await table.awake()).snapshot())


async def test_only_what_its_owner_agrees_to_stands_in_the_recap(table: Table) -> None:
    books = await filled(table, handed_on=True)
    await books.write(table.match, BEN, "Ben trusts nobody")
    await books.show_in_recap(table.match, ANN, True)
    assert await recap_notes(table) == {}, "the game is not over"
    await table.hosting.seat_person(table.match, HOST, 3, ZOE, "zoe")
    await table.hosting.end(table.match, HOST)
    await table.restart()
    assert {seat: book.words for seat, book in (await recap_notes(table)).items()} == {1: SECRET}
    assert SECRET not in (await Archive(table.store).recap(table.match)).model_dump_json()
    await books.show_in_recap(table.match, ANN, False)
    assert await recap_notes(table) == {}, "it can be taken back"


async def test_a_copy_is_shown_only_when_its_new_owner_agrees(table: Table) -> None:
    books = await filled(table, handed_on=True)
    await books.show_in_recap(table.match, ANN, True)
    await table.hosting.seat_person(table.match, HOST, 1, ZOE, "zoe")
    await table.hosting.end(table.match, HOST)
    assert await recap_notes(table) == {}, "whoever has left has no seat in the recap"
    assert (await books.read(table.match, ZOE)).words == SECRET
