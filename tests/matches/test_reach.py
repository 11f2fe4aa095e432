"""How people are reached: it is read once, it outlives the process, and what is not on the disk does not count."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.matches import reach
from bot.matches.reach import ABSENT_MS, PeopleBook
from bot.store import people as person_rows
from bot.store.database import Store
from bot.store.errors import StoreError

ANN, BEN = 1, 2
CHANNEL, OTHER = 70, 71


class Clock:
    now = 5_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "mirror.db")
    yield opened
    await opened.close()


def book(store: Store, clock: Clock | None = None) -> PeopleBook:
    return PeopleBook(store, clock or Clock())


async def way(people: PeopleBook, user_id: int) -> tuple[int | None, bool]:
    return await people.dm_channel(user_id), await people.is_closed(user_id)


async def test_of_a_stranger_nothing_is_known(store: Store) -> None:
    assert await way(book(store), ANN) == (None, False)


async def test_what_was_learnt_counts_at_once_and_after_a_restart(store: Store) -> None:
    people = book(store)
    await people.remember(ANN, CHANNEL)
    assert await way(people, ANN) == (CHANNEL, False)
    await people.closed(ANN)
    assert await way(people, ANN) == (CHANNEL, True)
    await people.remember(ANN, OTHER)
    assert await way(people, ANN) == await way(book(store), ANN) == (OTHER, True)
    await people.opened(ANN)
    assert await way(people, ANN) == await way(book(store), ANN) == (OTHER, False)
    assert await way(people, BEN) == (None, False)


async def test_it_is_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    people = book(store)
    await way(people, ANN)
    monkeypatch.setattr(store, "reading", None)
    assert await way(people, ANN) == (None, False)
    await people.remember(ANN, CHANNEL)
    assert await way(people, ANN) == (CHANNEL, False)


async def test_what_could_not_be_written_does_not_count(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    people = book(store)
    await people.remember(ANN, CHANNEL)

    async def fails(work: Any) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as trouble:
        trouble.setattr(store, "write", fails)
        with pytest.raises(StoreError):
            await people.closed(ANN)
    assert await way(people, ANN) == (CHANNEL, False)


async def test_what_is_learnt_while_it_is_read_is_newer(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    people, read = book(store), PeopleBook._known

    async def meanwhile(self: PeopleBook, user_id: int) -> Any:
        found = await read(self, user_id)
        monkeypatch.undo()
        await people.remember(user_id, CHANNEL)
        return found

    monkeypatch.setattr(PeopleBook, "_known", meanwhile)
    assert await people.dm_channel(ANN) == CHANNEL


async def test_whoever_is_away_for_long_is_forgotten_at_once(store: Store) -> None:
    clock = Clock()
    people = book(store, clock)
    await people.remember(ANN, CHANNEL)
    clock.now += ABSENT_MS + 1
    await people.remember(BEN, OTHER)
    await people.forget_absent()
    assert (await way(people, ANN), await way(people, BEN)) == ((None, False), (OTHER, False))


async def test_only_so_many_are_kept_in_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "WAYS_MOST", 1)
    people = book(store)
    await people.remember(ANN, CHANNEL)
    await people.remember(BEN, OTHER)
    assert len(people._ways) == 1
    assert await way(people, ANN) == (CHANNEL, False)


ENGLISH, GERMAN = "en-US", "de"


async def test_a_language_that_another_process_has_heard_is_spoken_after_the_next_look(store: Store) -> None:
    here, elsewhere = book(store), book(store)
    await here.set_locale(ANN, ENGLISH)
    assert await here.locale(BEN) is None
    await elsewhere.set_locale(ANN, GERMAN)
    await elsewhere.set_locale(BEN, GERMAN)
    await here.read_anew()
    assert (await here.locale(ANN), await here.locale(BEN)) == (GERMAN, GERMAN)


async def test_a_language_that_was_heard_here_again_is_written_down_over_that_of_another_process(store: Store) -> None:
    here, elsewhere = book(store), book(store)
    await here.set_locale(ANN, GERMAN)
    await elsewhere.set_locale(ANN, ENGLISH)
    await here.read_anew()
    await here.set_locale(ANN, GERMAN)
    assert await book(store).locale(ANN) == GERMAN


async def test_a_language_that_is_heard_while_others_are_read_is_newer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, read = book(store), person_rows.locales
    await here.set_locale(ANN, ENGLISH)

    async def meanwhile(connection: Any, user_ids: Any) -> Any:
        found = await read(connection, user_ids)
        await here.set_locale(ANN, GERMAN)
        return found

    monkeypatch.setattr(person_rows, "locales", meanwhile)
    await here.read_anew()
    assert await here.locale(ANN) == GERMAN


async def test_a_language_that_is_being_written_down_is_newer(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    here, write = book(store), store.write
    await here.set_locale(ANN, ENGLISH)

    async def read_before(work: Any) -> Any:
        monkeypatch.undo()
        await here.read_anew()
        return await write(work)

    monkeypatch.setattr(store, "write", read_before)
    await here.set_locale(ANN, GERMAN)
    assert await here.locale(ANN) == GERMAN
