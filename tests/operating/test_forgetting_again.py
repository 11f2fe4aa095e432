"""A backup from before somebody's wish to be forgotten is restored: they stay forgotten, and nobody else is touched."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from support.sizes import size
from support.tables import HOST, NOON, Table, opened_table

from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.archive import Archive
from bot.matches.forgetting import forget
from bot.matches.forgetting_again import ForgettingInBackup, forget_at_start, forget_in_file
from bot.recaps.recap import ERASED
from bot.recaps.verifying import verify
from bot.store import forgotten, forgotten_files, inspecting, leftovers, lobbies, people, restoring
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.forgotten import ForgottenRow
from bot.store.inspecting import Age
from bot.store.lobbies import NewLobby

ANN, BEN = 101, 102
SECRET, OTHERS = "I live in Mill Lane 7", "Good evening"
NAME_DUEL = GAMES["name_duel"]
DAY_MS = 86_400_000
DUELLIST = 301
"""Plays game 3 of the old database, and hosts it."""


class PowerCut(BaseException):
    """Nothing more is done."""


class House:
    """A database with its backups in another folder."""

    def __init__(self, folder: Path) -> None:
        self.database, self.backups = folder / "mirror.db", folder / "backups"
        self.monday = self.backups / "monday"
        self.backups.mkdir(exist_ok=True)
        self.places = forgotten_files.places(self.database, str(self.backups))

    @asynccontextmanager
    async def runs(self) -> AsyncIterator[Table]:
        async with opened_table(self.database) as table:
            table.store.forgotten_files = self.places
            yield table

    async def restores(self, backup: Path) -> int:
        """How many people were forgotten again."""
        again = ForgettingInBackup(backup, self.places, lambda: NOON + 9 * DAY_MS)
        await restoring.restore(self.database, backup, again)
        return again.found


def everything(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that stands in a file, table by table."""
    connection = sqlite3.connect(file)
    try:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
    finally:
        connection.close()


def knows(file: Path, *texts: str) -> list[str]:
    """Which of these texts stand in the file."""
    return [one for one in texts if one in str(everything(file))]


def with_id(file: Path, user_id: int) -> set[str]:
    """The tables that name this person. 101 is the number of a question, too."""
    held = {name for name, rows in everything(file).items() if any(user_id in row for row in rows)}
    return held - {"journal", "snapshot", "announcement"}


@pytest.fixture(scope="module")
def wednesday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house to copy."""
    folder = tmp_path_factory.mktemp("house")
    asyncio.run(until_wednesday(House(folder)))
    return folder


@pytest.fixture
def house(wednesday: Path, tmp_path: Path) -> House:
    shutil.copytree(wednesday, tmp_path, dirs_exist_ok=True)
    return House(tmp_path)


async def until_wednesday(house: House) -> None:
    """On Monday ann and ben play, and ann waits at a table. On Wednesday all that is over, and ann is forgotten."""
    async with house.runs() as table:
        await table.deal(8, VillageOptions(introductions=True), begun=False)
        for seat, text in ((1, SECRET), (2, OTHERS)):
            awake = await table.awake()
            asked = next(one for one in awake.match.open_for(seat) if one.key == "introduction")
            await table.answer(asked, text)

        async def waits(connection: Any) -> int:
            await people.remember_dm(connection, ANN, 88_001, NOON)
            lobby = await lobbies.create(connection, NewLobby(1, 20, BEN, "village", "classic", {}, NOON, 2))
            await lobbies.join(connection, lobby, ANN, "p1")
            return lobby

        lobby = await table.store.write(waits)
        await table.store.backup(house.monday)
        await table.store.write(lambda connection: lobbies.close(connection, lobby))
        await table.hosting.end(table.match, HOST)
        assert await forget(table.store, ANN, NOON + 2 * DAY_MS) == 1


async def comes_back(house: House, backup: Path) -> None:
    """Ann plays once more, for which nobody has asked that it is forgotten."""
    async with house.runs() as table:
        table.clock.now = NOON + 4 * DAY_MS
        await table.deal(2, NAME_DUEL.role_sets[0].options, game=NAME_DUEL, begun=False)
        await table.hosting.end(table.match, HOST)
        await table.store.backup(backup)


async def test_who_was_forgotten_stays_so_and_what_they_play_afterwards_stays_theirs(house: House) -> None:
    assert knows(house.monday, SECRET, OTHERS) == [SECRET, OTHERS]
    assert await house.restores(house.monday) == 1
    assert knows(house.database, SECRET, "'p1'", "88001") == []
    assert knows(house.database, OTHERS, "'p2'", ERASED) == [OTHERS, "'p2'", ERASED]
    assert with_id(house.database, ANN) == set()
    assert with_id(house.database, BEN) == with_id(house.monday, BEN), "the bystander is not touched"
    (game,) = everything(house.database)["match"]
    assert {"ended", "restored"} <= set(game), "it was over when ann wished it"
    async with house.runs() as table:
        recap = await Archive(table.store).recap(1)
        assert verify(recap) is None
        assert [line.value for line in recap.journal if line.key == "introduction"] == [ERASED, OTHERS]

    friday = house.backups / "friday"
    await comes_back(house, friday)
    assert await house.restores(friday) == 0
    assert with_id(house.database, ANN) == {"seat", "sealed_seat"}, "what ann played after the wish"

    house.database.unlink()
    assert await house.restores(house.monday) == 1, "the database is lost, and the notes beside it are not"
    house.places[0].unlink()
    house.database.unlink()
    assert await house.restores(house.monday) == 1, "nor those beside the backups"


async def test_whoever_finds_the_notes_reads_nobodys_id(house: House) -> None:
    for place in house.places:
        (note,) = forgotten_files.read(place)
        assert str(ANN) not in (note.salt, note.digest)
        assert [one for one in (HOST, ANN, BEN) if note.is_of(one)] == [ANN]
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert ForgottenRow.of(ANN, 1).digest != ForgottenRow.of(ANN, 1).digest, (
        "two wishes of one person do not look alike"
    )


def as_left_by_the_version_before(database: Path) -> None:
    connection = sqlite3.connect(database)
    with connection:
        connection.execute("DROP TABLE forecast")
        connection.execute("UPDATE alembic_version SET version_num = '0102'")
    connection.close()


@pytest.mark.full_size
@pytest.mark.parametrize("moment", ["forgetting", "exchange", *(["noting"] if size(0, full=1) else [])])
async def test_killed_on_the_way_neither_a_lost_database_nor_an_unforgotten_one_is_in_use(
    house: House, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    before = everything(house.database)

    def cut(*_: object) -> None:
        raise PowerCut

    where: dict[str, tuple[Any, str]] = {
        "noting": (forgotten_files, "keep"),
        "forgetting": (forgotten, "add"),
        "exchange": (restoring, "_exchange"),
    }
    with monkeypatch.context() as patched:
        patched.setattr(*where[moment], cut)
        patched.setattr(leftovers, "clear_copy", lambda copy: None)  # whoever is killed tidies nothing up
        with pytest.raises(PowerCut):
            await house.restores(house.monday)
    assert everything(house.database) == before
    half = house.database.with_name(f"{house.database.name}{leftovers.RESTORING}-wal")
    half.write_bytes(b"a log of the copy that was not finished")
    for place in house.places:
        place.unlink(missing_ok=True)  # only the database knows of the wish, and an older version has left it
    as_left_by_the_version_before(house.database)
    assert await house.restores(house.monday) == 1
    assert knows(house.database, SECRET, OTHERS) == [OTHERS]
    left = {one.name for one in house.database.parent.iterdir()}
    assert [name for name in left if leftovers.RESTORING in name] == []
    assert house.places[0].name in left


async def test_a_file_that_somebody_has_copied_back_is_put_right_before_it_is_used(house: House) -> None:
    shutil.copy(house.monday, house.database)
    async with house.runs() as table:
        assert await forget_at_start(table.store, table.clock.now) == 1
        assert await forget_at_start(table.store, table.clock.now) == 0
    assert knows(house.database, SECRET, OTHERS) == [OTHERS]


async def test_where_an_older_version_has_played_on_nobody_loses_what_they_played_since(house: House) -> None:
    """It knows no notes. Whoever has come back meanwhile asks once more."""
    shutil.copy(house.monday, house.database)
    await comes_back(house, house.backups / "friday")
    async with house.runs() as table:
        assert await forget_at_start(table.store, table.clock.now) == 0
    assert with_id(house.database, ANN) >= {"seat", "sealed_seat"}


async def test_a_note_that_cannot_be_written_keeps_nobody_from_being_forgotten(house: House) -> None:
    house.places[1].write_text("torn")
    async with house.runs() as table:
        await forget(table.store, BEN, NOON + 3 * DAY_MS)
    assert with_id(house.database, BEN) == set()
    assert len(forgotten_files.read(house.places[0])) == 2
    assert house.places[1].read_text() == "torn", "what cannot be read is not written over"
    with pytest.raises(StoreError, match="cannot be read"):
        await house.restores(house.monday)


# -- an older version's backup ------------------------------------------------------------------------------------


def content(file: Path) -> bytes:
    return file.read_bytes()


def rows_without(found: dict[str, list[tuple[Any, ...]]], names: Iterable[str]) -> dict[str, list[tuple[Any, ...]]]:
    return {name: sorted(rows, key=repr) for name, rows in found.items() if name not in names}


async def test_a_backup_of_an_older_version_forgets_too_and_stays_one_of_that_version(left: Path) -> None:
    """So the way back to the old version stays open."""
    before, bytes_before = everything(left), content(left)
    assert await forget_in_file(left, [ForgottenRow.of(4_711, NOON)], NOON) == 0
    assert content(left) == bytes_before, "nobody was found"
    assert await forget_in_file(left, [ForgottenRow.of(DUELLIST, 9 * NOON)], NOON) == 1
    assert with_id(left, DUELLIST) == set()
    changed = {"match", "seat", "lobby", "lobby_seat", "deadline", "person", "table_log", "delivery"}
    assert rows_without(everything(left), changed) == rows_without(before, changed)
    found = await inspecting.look(left)
    assert (found.age, found.problems) == (Age.OLDER, ())
    await (await Store.open(left)).close()  # and this version still brings it up to date
