"""Group commit: who shares a transaction, who is told what, and what a failure costs the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy.exc import IntegrityError
from support.waiting import PATIENCE_S

from bot.store import heartbeat, matches, seating, settings
from bot.store.asking import Connection
from bot.store.database import LARGEST_GROUP, AnyThread, Store
from bot.store.errors import StoreClosed, StoreError
from store import samples

Work = Callable[[Connection], Awaitable[Any]]


def put(guild_id: int, body: Any = None) -> Work:
    return lambda connection: settings.put(connection, guild_id, body)


def files_of(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


async def saved(store: Store) -> list[int]:
    async with store.reading() as connection:
        found = await connection.exec_driver_sql("SELECT guild_id FROM guild_setting ORDER BY guild_id")
        return list(found.scalars())


async def test_writers_that_come_together_share_a_transaction(store: Store) -> None:
    await asyncio.gather(*(store.write(put(number)) for number in range(50)))
    assert await saved(store) == list(range(50))
    assert store.commits == 1


async def test_writers_that_come_during_a_commit_share_the_next(store: Store) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(connection: Connection) -> None:
        begun.set()
        await go_on.wait()
        await settings.put(connection, 0, None)

    first = asyncio.create_task(store.write(slow))
    await begun.wait()
    others = [asyncio.create_task(store.write(put(number))) for number in range(1, 30)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, *others)
    assert store.commits == 2
    assert len(await saved(store)) == 30


async def test_a_group_has_a_limit(store: Store) -> None:
    async def nothing(connection: Connection) -> None: ...

    await asyncio.gather(*(store.write(nothing) for _ in range(LARGEST_GROUP + 1)))
    assert store.commits == 2


async def test_work_runs_in_the_order_of_the_calls_and_its_result_comes_back(store: Store) -> None:
    order: list[int] = []

    def numbered(number: int) -> Work:
        async def work(connection: Connection) -> int:
            await settings.put(connection, number, None)
            order.append(number)
            return number * 2

        return work

    results = await asyncio.gather(*(store.write(numbered(number)) for number in range(20)))
    assert results == [number * 2 for number in range(20)]
    assert order == list(range(20))


async def test_a_result_is_given_only_after_the_commit(store: Store, path: Path) -> None:
    """At the moment a writer is told, another connection sees what was written."""
    for number in range(3):
        await store.write(put(number))
        assert await saved(store) == list(range(number + 1))


async def test_nothing_is_left_waiting_when_there_is_nothing_to_write(store: Store) -> None:
    await asyncio.gather(*(store.write(put(number)) for number in range(5)))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_failing_writer_does_not_fail_its_neighbours(store: Store) -> None:
    async def fails(connection: Connection) -> None:
        await settings.put(connection, 99, "half done")
        raise LookupError("no such card")

    async def breaks_a_rule(connection: Connection) -> None:
        await settings.put(connection, 98, "half done")
        await connection.exec_driver_sql("INSERT INTO heartbeat (id, at_ms) VALUES (2, 0)")

    outcomes = await asyncio.gather(
        store.write(put(1)),
        store.write(fails),
        store.write(put(2)),
        store.write(breaks_a_rule),
        store.write(put(3)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), LookupError, type(None), IntegrityError, type(None)]
    assert await saved(store) == [1, 2, 3]
    assert store.commits == 3, "those who shared its transaction are done again, one by one"


async def test_a_lone_failing_writer_leaves_nothing_and_the_next_one_works(store: Store) -> None:
    async def fails(connection: Connection) -> None:
        await settings.put(connection, 99, "half done")
        raise LookupError("no such card")

    with pytest.raises(LookupError, match="no such card"):
        await store.write(fails)
    await store.write(put(1))
    assert await saved(store) == [1]


async def test_when_one_loses_the_transaction_of_all_the_others_are_done_again(store: Store) -> None:
    """What SQLite does by itself on a full disk or a failing one."""

    async def loses_all(connection: Connection) -> None:
        await connection.exec_driver_sql("ROLLBACK")
        raise OSError("lost")

    outcomes = await asyncio.gather(
        store.write(put(1)), store.write(loses_all), store.write(put(2)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), OSError, type(None)]
    assert await saved(store) == [1, 2]
    await store.write(put(3))
    assert await saved(store) == [1, 2, 3]


async def test_a_waiter_cancelled_in_the_queue_does_not_write(store: Store) -> None:
    tasks = [asyncio.create_task(store.write(put(number))) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert tasks[1].cancelled()
    assert await saved(store) == [0, 2]


async def test_a_waiter_cancelled_during_its_work_does_not_break_the_group(store: Store) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(connection: Connection) -> None:
        await settings.put(connection, 1, None)
        begun.set()
        await go_on.wait()

    tasks = [asyncio.create_task(store.write(work)) for work in (put(0), slow, put(2))]
    await begun.wait()
    tasks[1].cancel()
    await asyncio.sleep(0)
    go_on.set()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), asyncio.CancelledError, type(None)]
    assert await saved(store) == [0, 1, 2]


@pytest.mark.parametrize("neighbours", [0, 2])
async def test_work_that_is_cancelled_from_within_fails_alone(store: Store, neighbours: int) -> None:
    async def cancelled(connection: Connection) -> None:
        raise asyncio.CancelledError

    waiting = [asyncio.create_task(store.write(put(number))) for number in range(neighbours)]
    with pytest.raises(asyncio.CancelledError):
        await store.write(cancelled)
    await asyncio.gather(*waiting)
    await store.write(put(9))
    assert await saved(store) == [*range(neighbours), 9]


async def test_when_the_flushing_task_is_cancelled_nobody_waits_for_ever(store: Store) -> None:
    begun = asyncio.Event()

    async def endless(connection: Connection) -> None:
        await settings.put(connection, 1, None)
        begun.set()
        await asyncio.sleep(3_600)

    tasks = [asyncio.create_task(store.write(work)) for work in (endless, put(2))]
    await begun.wait()
    tasks.append(asyncio.create_task(store.write(put(3))))
    await asyncio.sleep(0)
    [flushing] = [task for task in asyncio.all_tasks() if task.get_name() == "store-flush"]
    flushing.cancel()
    await asyncio.wait({flushing, *tasks}, timeout=PATIENCE_S)
    assert all(task.cancelled() for task in tasks)
    await store.write(put(4))
    assert await saved(store) == [4]


async def test_writing_inside_a_write_is_refused_instead_of_waiting_for_itself(store: Store) -> None:
    with pytest.raises(RuntimeError, match="inside a write"):
        await store.write(lambda connection: store.write(put(1)))


async def test_a_reader_cannot_write(store: Store) -> None:
    async with store.reading() as connection:
        with pytest.raises(Exception) as refused:  # noqa: PT011  # each database has an error of its own
            await heartbeat.beat(connection, 1)
    assert "readonly" in repr(list(causes(refused.value))).lower()


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__


async def test_a_reader_sees_one_moment(store: Store) -> None:
    await store.write(lambda connection: heartbeat.beat(connection, 1))
    async with store.reading() as connection:
        assert await heartbeat.last(connection) == 1
        await store.write(lambda connection: heartbeat.beat(connection, 2))
        assert await heartbeat.last(connection) == 1
    async with store.reading() as connection:
        assert await heartbeat.last(connection) == 2


@pytest.mark.usefixtures("path")  # it is about a file
async def test_a_reader_cancelled_while_its_query_waits_leaves_no_old_moment_to_the_next(store: Store) -> None:
    async def last() -> int | None:
        async with store.reading() as connection:
            return await heartbeat.last(connection)

    await store.write(lambda connection: heartbeat.beat(connection, 1))
    assert await last() == 1
    [link] = store._links._kept  # type: ignore[attr-defined]
    gate = threading.Event()
    busy = asyncio.ensure_future(link.driver.execute_fetchall(lambda _file: gate.wait(PATIENCE_S)))
    await asyncio.sleep(0)
    reading = asyncio.create_task(last())
    await asyncio.sleep(0)
    assert store._links._kept == []  # type: ignore[attr-defined]
    reading.cancel()
    gate.set()
    await asyncio.wait({busy, reading})
    assert reading.cancelled()
    await store.write(lambda connection: heartbeat.beat(connection, 2))
    assert await last() == 2


@pytest.mark.usefixtures("path")  # it is about a file
async def test_a_reader_cancelled_while_its_moment_ends_leaves_no_open_connection(store: Store) -> None:
    gate, is_read = threading.Event(), asyncio.Event()
    links: list[Any] = []

    async def keep_busy(link: Any) -> None:
        await link.driver.execute_fetchall(lambda _file: gate.wait(PATIENCE_S))

    async def reads() -> None:
        async with store.reading() as connection:
            await heartbeat.last(connection)
            links.extend((connection, asyncio.create_task(keep_busy(connection))))
            await asyncio.sleep(0)
            is_read.set()

    reading = asyncio.create_task(reads())
    await is_read.wait()
    link, busy = links
    reading.cancel()
    gate.set()
    await asyncio.wait({busy, reading})
    assert reading.cancelled()
    assert not link.driver._running


@pytest.mark.usefixtures("path")  # it is about a file
async def test_the_promises_of_the_connection(store: Store) -> None:
    async def pragmas(connection: Connection) -> dict[str, Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return {name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in names}

    promised = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 2_000}
    assert await store.write(pragmas) == promised


async def test_close_finishes_what_is_queued_and_leaves_no_thread(path: Path) -> None:
    before = set(threading.enumerate())
    store = await Store.open(path)
    async with store.reading() as connection:
        assert await heartbeat.last(connection) is None
    tasks = [asyncio.create_task(store.write(put(number))) for number in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*tasks)
    await store.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=PATIENCE_S)  # it has answered, and is about to end
        assert not thread.is_alive(), thread
    assert files_of(path) == [path.name]
    with pytest.raises(StoreClosed):
        await store.write(put(1))
    with pytest.raises(StoreClosed):
        async with store.reading():
            pass
    with pytest.raises(StoreClosed):
        await store.backup(path.with_name("copy.db"))
    assert files_of(path) == [path.name], "and nothing was opened again"
    again = await Store.open(f"sqlite:///{path}")
    assert await saved(again) == list(range(10))
    await again.close()


async def test_a_backup_opens_and_has_everything(store: Store, path: Path) -> None:
    await store.write(put(1, {"colour": "grün"}))
    copy = path.with_name("copy.db")
    await asyncio.gather(store.backup(copy), *(store.write(put(number)) for number in range(2, 10)))
    opened = await Store.open(copy, migrate=False)
    async with opened.reading() as connection:
        assert await settings.get(connection, 1) == {"colour": "grün"}
    assert await opened.check() == []
    await opened.close()
    with pytest.raises(StoreError, match="already a file"):
        await store.backup(copy)
    assert [name for name in files_of(path) if "unfinished" in name] == []
    assert await saved(store) == list(range(1, 10))


# --- the driver's thread -------------------------------------------------------------------------------------------


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the threads of the driver are given to do from now on."""
    given: list[object] = []
    visit = aiosqlite.Connection._execute

    async def noted(self: aiosqlite.Connection, function: Any, *more: Any, **named: Any) -> Any:
        given.append(function)
        return await visit(self, function, *more, **named)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", noted)
    return given


@pytest.mark.usefixtures("path")  # it is about a file
async def test_a_statement_is_one_visit_to_the_thread_of_the_driver(store: Store, visits: list[object]) -> None:
    match = await store.write(samples.started)
    async with store.reading() as connection:
        assert (await matches.get(connection, match)).id == match
        visits.clear()
        assert len(await seating.seats_of(connection, match)) > 1
        assert len(visits) == 1


@pytest.mark.usefixtures("path")  # it is about a file
async def test_a_group_for_any_thread_is_one_visit(store: Store, visits: list[object]) -> None:
    """Beginning, what each of them asks, and the commit; and each is given what it found."""
    here = threading.get_ident()

    def counted(number: int) -> Work:
        async def work(connection: Any) -> tuple[bool, int]:
            before = await settings.guilds(connection)
            await settings.put(connection, number, None)
            return threading.get_ident() != here, len(before)

        return AnyThread(work)

    await store.write(put(100))
    visits.clear()
    assert await asyncio.gather(*(store.write(counted(number)) for number in range(3))) == [
        (True, 1), (True, 2), (True, 3)
    ]  # fmt: skip
    assert len(visits) == 1
    assert store.commits == 2
    assert await saved(store) == [0, 1, 2, 100]


@pytest.mark.usefixtures("path")  # it is about a file
async def test_in_one_visit_too_a_failing_writer_does_not_fail_its_neighbours(store: Store) -> None:
    async def fails(connection: Any) -> None:
        await settings.put(connection, 99, "half done")
        raise LookupError("no such card")

    async def dawdles(connection: Any) -> None:
        await settings.put(connection, 98, "half done")
        await asyncio.sleep(0)

    works = [AnyThread(work) for work in (put(1), fails, put(2), dawdles, put(3))]
    outcomes = await asyncio.gather(*map(store.write, works), return_exceptions=True)
    assert [type(one) for one in outcomes] == [type(None), LookupError, type(None), RuntimeError, type(None)]
    assert await saved(store) == [1, 2, 3]


@pytest.mark.usefixtures("path")  # it is about a file
async def test_what_is_read_at_once_is_one_visit_and_cannot_write(store: Store, visits: list[object]) -> None:
    await store.write(put(1))
    assert await store.read(settings.guilds) == [1]
    visits.clear()
    assert await store.read(settings.guilds) == [1]
    assert len(visits) == 1
    with pytest.raises(StoreError, match="cannot be written"):
        await store.read(put(2))
    assert await saved(store) == [1]
