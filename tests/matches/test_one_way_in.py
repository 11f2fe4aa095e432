"""Every change of a match has its turn: none comes between the parts of another, and memory never differs from disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.engine.questions import IllegalAnswer
from bot.matches.errors import Refused
from bot.store.database import Store


async def somebody_leaves(table: Table) -> None:
    await table.leaves(103)


CHANGES: dict[str, Callable[[Table], Awaitable[None]]] = {
    "somebody is seated": lambda table: table.hosting.seat_person(table.match, HOST, 3, 777, "zoe"),
    "somebody leaves": somebody_leaves,
    "somebody becomes host": lambda table: table.moderation.transfer_host(table.match, HOST, 777),
    "somebody leads": lambda table: table.moderation.take(table.match, HOST, 777),
    "the clocks stop": lambda table: table.hosting.pause(table.match, HOST),
    "there is more time": lambda table: table.hosting.extend(table.match, HOST, 600),
    "the place is moved": lambda table: table.hosting.move(table.match, 4242),
    "somebody is back": lambda table: table.hosting.forgive(table.match, 3),
    "the time is skipped": lambda table: table.hosting.skip(table.match, HOST),
}


class Slow:
    """A store that can hold the next write up, so that whoever can slip in does."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.holds_next = False
        self.reached = asyncio.Event()
        self.released = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, work: Any) -> Any:
        if self.holds_next:
            self.holds_next = False
            self.reached.set()
            await self.released.wait()
        result = await self.store.write(work)
        await asyncio.sleep(0.001)
        return result


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        for question in (await opened.service.snapshot(opened.match)).open[:2]:
            await opened.answer(question, question.choices[0])
        opened.service.keeper.store = Slow(opened.store)  # type: ignore[assignment]
        yield opened


async def look_all_the_time(table: Table) -> None:
    """A reader beside it all, who wakes the match in every moment in which it sleeps."""
    while True:
        await table.service.snapshot(table.match)
        await asyncio.sleep(0)


async def agree(table: Table) -> None:
    """What is in memory is what another process would load."""
    here = await table.service.snapshot(table.match)
    table.service.keeper.store = table.store
    await table.restart()
    there = await table.service.snapshot(table.match)
    assert here.row.host_id == there.row.host_id
    assert (here.row.status, here.row.moderator_id) == (there.row.status, there.row.moderator_id)
    assert (here.row.channel_id, here.row.thread_id) == (there.row.channel_id, there.row.thread_id)
    assert here.seats == there.seats
    assert here.place == there.place
    assert here.deadlines == there.deadlines
    assert [one.number for one in here.open] == [one.number for one in there.open]


async def at_once(table: Table, *changes: Awaitable[Any]) -> list[Any]:
    """All these changes, each begun a moment after the one before, and a reader beside them."""
    reader = asyncio.create_task(look_all_the_time(table))
    tasks = []
    for change in changes:
        tasks.append(asyncio.ensure_future(change))
        await asyncio.sleep(0.001)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    reader.cancel()
    return results


async def rewind_while(table: Table, change: Awaitable[None]) -> list[Any]:
    """A rewind comes while this change is being written, and a reader looks at the match before that is done."""
    store: Any = table.service.keeper.store
    store.holds_next = True
    changing = asyncio.ensure_future(change)
    await store.reached.wait()
    rewinding = asyncio.create_task(table.hosting.rewind(table.match, HOST, 1, force=True))
    await asyncio.wait({rewinding}, timeout=0.1)
    await table.service.snapshot(table.match)
    store.released.set()
    return await asyncio.gather(changing, rewinding, return_exceptions=True)


@pytest.mark.parametrize("name", sorted(CHANGES))
async def test_a_rewind_while_something_else_is_written(table: Table, name: str) -> None:
    results = await rewind_while(table, CHANGES[name](table))
    assert results[0] is None
    assert results[1] is None or isinstance(results[1], Refused)
    await agree(table)


@pytest.mark.parametrize("name", sorted(CHANGES))
async def test_something_else_while_a_rewind_is_written(table: Table, name: str) -> None:
    results = await at_once(table, table.hosting.rewind(table.match, HOST, 1, force=True), CHANGES[name](table))
    assert results[0] is None
    assert results[1] is None or isinstance(results[1], Refused)
    await agree(table)


async def test_a_seat_that_changes_hands_in_a_rewind_is_its_new_owners(table: Table) -> None:
    """The old owner is neither shown as its owner nor answers for it any more."""
    await rewind_while(table, CHANGES["somebody is seated"](table))
    snapshot = await table.service.snapshot(table.match)
    assert (snapshot.seat_of(777), snapshot.seat_of(103)) == (3, None)
    question = snapshot.open_for(3)[0]
    place = (table.match, 3, snapshot.checkpoint, question.number)
    assert await refused(table.service.answer(*place, question.choices[0], by=103)) == "not_seated"
    await table.service.answer(*place, question.choices[0], by=777)


async def test_an_answer_on_its_way_does_not_count_for_the_new_owner(table: Table) -> None:
    """Pressed while the seat changes hands: it waits for its turn, and then the seat is somebody else's."""
    snapshot = await table.service.snapshot(table.match)
    question = snapshot.open_for(3)[0]
    place = (table.match, 3, snapshot.checkpoint, question.number)
    seating = asyncio.create_task(table.hosting.seat_person(table.match, HOST, 3, 777, "zoe"))
    await asyncio.sleep(0.001)
    assert await refused(table.service.answer(*place, question.choices[0], by=103)) == "not_seated"
    await seating
    assert (await table.service.snapshot(table.match)).question(question.number, 3).number == question.number


async def test_everything_at_once(table: Table) -> None:
    """Everybody answers while the host does everything a host can do; afterwards memory and disk agree."""
    snapshot = await table.service.snapshot(table.match)

    async def answer(number: int, seat: int, value: Any) -> None:
        await table.service.answer(table.match, seat, snapshot.checkpoint, number, value, by=100 + seat)

    answers = [answer(one.number, one.seat, one.choices[0]) for one in snapshot.open if one.seat > 0]
    changes = [change(table) for change in CHANGES.values()]
    rewinds = [table.hosting.rewind(table.match, HOST, 1, force=True) for _ in range(2)]
    mixed = [one for some in zip(answers, changes, strict=False) for one in some]
    rest = [*answers[len(changes) :], *changes[len(answers) :]]
    results = await at_once(table, *mixed, rewinds[0], *rest, rewinds[1])
    assert all(result is None or isinstance(result, Refused | IllegalAnswer) for result in results)
    await agree(table)


async def test_answers_do_not_wait_for_each_other(table: Table) -> None:
    """A turn to answer is given on while it is written: many answers share a flush of the disk."""
    table.service.keeper.store = table.store
    snapshot = await table.service.snapshot(table.match)
    asked = [question for question in snapshot.open if question.seat > 0][:4]
    before = table.store.commits
    await asyncio.gather(
        *(table.service.answer(table.match, one.seat, snapshot.checkpoint, one.number, one.choices[0]) for one in asked)
    )
    assert table.store.commits - before < len(asked)
