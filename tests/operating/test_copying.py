"""A server's whole history moves to PostgreSQL and back, and its games go on there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support import postgresql
from support.sizes import size
from support.tables import Clock, Table

from bot.store import copying, matches, schema
from bot.store.database import Store
from bot.store.errors import DatabaseInUse, StoreError

LIVE = 6
"""Games that are being played in the database the old version left."""
PLAYED = range(1, size(0, full=LIVE) + 1)
"""Those that are played to their end on the server; the others only have to be there."""


@pytest.fixture
def elsewhere(server: str) -> Iterator[str]:
    """An empty database on a server."""
    with postgresql.database(server, f"copied_{os.getpid()}") as address:
        yield address


@pytest.fixture
async def history(left: Path) -> Path:
    """What an early version left, at today's schema, with a game whose number was given and is gone."""
    await (await Store.open(left)).close()
    with closing(sqlite3.connect(left)) as connection, connection:
        connection.execute("UPDATE sqlite_sequence SET seq = 11 WHERE name = 'match'")
        connection.execute("INSERT INTO guild_setting (guild_id, body) VALUES (7, ?)", ('"Zwölf 🐺 \\u0000"',))
    return left


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = [each.name for each in schema.METADATA.sorted_tables] + ["sqlite_sequence"]
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in tables}


@pytest.mark.full_size
async def test_a_whole_history_moves_to_a_server_and_back_and_its_games_go_on_there(
    history: Path, elsewhere: str
) -> None:
    copied = await copying.copy(history, elsewhere)
    assert copied["match"] == LIVE
    assert copied["journal"] > 200
    back = history.with_name("back.db")
    assert await copying.copy(elsewhere, back) == copied
    assert rows_of(back) == rows_of(history)

    store = await Store.open(elsewhere)
    assert await store.check() == []
    table = Table(store, Clock(1_763_900_000_000), history)
    await table.service.start_up()
    try:
        for number in PLAYED:
            table.match = number
            await table.plays_on()
            async with store.reading() as connection:
                assert (await matches.get(connection, number)).status == "over"
        assert await table.deal() == 12, "no number is given twice"
    finally:
        table.close()
        await store.close()


async def test_from_file_to_file_it_is_all_or_nothing(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = history.with_name("new.db")
    copy_table = copying._copy_table

    async def fails_at_seats(each: object, *connections: object) -> copying.Contents:
        if each is schema.METADATA.tables["seat"]:
            raise sqlite3.OperationalError("database or disk is full")
        return await copy_table(each, *connections)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(copying, "_copy_table", fails_at_seats)
        with pytest.raises(StoreError, match="no room left"):
            await copying.copy(history, target)
    assert {name for name, rows in rows_of(target).items() if rows} <= {"sqlite_sequence"}
    await copying.copy(history, target)  # and the next try needs no broom
    assert rows_of(target) == rows_of(history)
    with pytest.raises(StoreError, match=r"There is something in .* already"):
        await copying.copy(history, target)


async def test_what_was_written_wrongly_is_noticed(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "_go_on_counting", _forget_one_seat)
    with pytest.raises(StoreError, match=r"differs in seat: check the disks"):
        await copying.copy(history, history.with_name("new.db"))


async def _forget_one_seat(each: object, last: int, new: object) -> None:
    """Stands for a disk that loses a row."""
    await new.exec_driver_sql("DELETE FROM seat WHERE match = 1 AND seat = 1")  # type: ignore[attr-defined]


async def test_neither_may_be_in_use_nor_of_another_version(history: Path) -> None:
    target = history.with_name("new.db")
    playing = await Store.open(history, alone=True)
    with pytest.raises(DatabaseInUse):
        await copying.copy(history, target)
    await playing.close()
    with closing(sqlite3.connect(history)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0005'")
    with pytest.raises(StoreError, match="of another version"):
        await copying.copy(history, target)
