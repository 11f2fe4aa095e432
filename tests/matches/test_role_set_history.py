"""The versions of role sets in a real store; and a process that dies in the middle of every change of one."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.games.village.options import VillageOptions
from bot.matches.errors import Refused
from bot.matches.role_set_history import RoleSetHistory
from bot.matches.rolesets import RoleSets
from bot.store.database import Store
from bot.store.file_link import File
from bot.store.role_set_versions import DELETED_MOST, VERSIONS_MOST

DEN, ANN, BEN = 11, 501, 502
FIRST, SECOND = VillageOptions(night_seconds=100), VillageOptions(night_seconds=200)


def now_ms() -> int:
    return 1_000_000


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "mirror.db")
    yield store
    await store.close()


@pytest.fixture
def sets(store: Store) -> RoleSets:
    return RoleSets(store, now_ms)


@pytest.fixture
def history(store: Store) -> RoleSetHistory:
    return RoleSetHistory(store, now_ms)


async def deeds(history: RoleSetHistory, name: str) -> list[tuple[int, str, str, int]]:
    """What was done to the set of this name, the oldest first."""
    line = await history.find(DEN, "village", name)
    return [(deed.number, deed.name, deed.did, deed.by_id) for deed in reversed(line.deeds)]


async def test_each_change_is_a_version_with_its_person(sets: RoleSets, history: RoleSetHistory) -> None:
    await sets.save(DEN, "village", "House", FIRST, ANN)
    await sets.save(DEN, "village", "House", SECOND, BEN)
    await sets.rename(DEN, "village", "House", "Cottage", ANN)
    await sets.delete(DEN, "village", "Cottage", BEN)
    line = await history.find(DEN, "village", "cottage")
    assert await history.restore(DEN, line.id, 1, ANN) == "Cottage"
    assert await deeds(history, "Cottage") == [
        (1, "House", "made", ANN),
        (2, "House", "changed", BEN),
        (3, "Cottage", "renamed", ANN),
        (4, "Cottage", "deleted", BEN),
        (5, "Cottage", "restored", ANN),
    ]
    assert await sets.get(DEN, "village", "Cottage") == FIRST
    assert (await history.version(DEN, line.id, 2)).options == SECOND


async def test_a_new_set_of_an_old_name_begins_a_line_of_its_own(sets: RoleSets, history: RoleSetHistory) -> None:
    await sets.save(DEN, "village", "House", FIRST, ANN)
    await sets.delete(DEN, "village", "House", ANN)
    await sets.save(DEN, "village", "House", SECOND, BEN)
    assert await deeds(history, "House") == [(1, "House", "made", BEN)]
    with pytest.raises(Refused, match="role_set_taken"):
        await history.restore(DEN, 1, 1, ANN)
    assert await sets.get(DEN, "village", "House") == SECOND


@pytest.mark.parametrize("chosen", [None, "beginner", "Other"])
async def test_a_deleted_default_is_the_default_again_unless_somebody_has_chosen(
    sets: RoleSets, history: RoleSetHistory, chosen: str | None
) -> None:
    for name in ("House", "Other"):
        await sets.save(DEN, "village", name, FIRST, ANN)
    await sets.set_default(DEN, "village", "House")
    await sets.delete(DEN, "village", "House", ANN)
    assert (await sets.default(DEN, "village"))[0] == "classic"
    await sets.save(DEN, "village", "House", SECOND, ANN)
    assert (await sets.default(DEN, "village"))[0] == "classic", "another set of that name"
    await sets.delete(DEN, "village", "House", ANN)
    if chosen is not None:
        await sets.set_default(DEN, "village", chosen)
    await history.restore(DEN, 1, 1, ANN)
    assert (await sets.default(DEN, "village"))[0] == (chosen or "House")


async def test_what_is_too_old_is_not_kept(sets: RoleSets, history: RoleSetHistory) -> None:
    for _ in range(VERSIONS_MOST + 3):
        await sets.save(DEN, "village", "House", FIRST, ANN)
    assert [number for number, *_ in await deeds(history, "House")] == list(range(4, VERSIONS_MOST + 4))
    for place in range(DELETED_MOST + 2):
        await sets.save(DEN, "village", f"Gone {place}", FIRST, ANN)
        await sets.delete(DEN, "village", f"Gone {place}", ANN)
    names = await history.names(DEN, "village")
    assert "House" in names
    assert len(names) == DELETED_MOST + 1
    assert {"Gone 0", "Gone 1"}.isdisjoint(names)


async def test_sets_from_before_there_were_versions_have_a_first_one(store: Store, sets: RoleSets) -> None:
    """A set without any line, as a careless hand might leave it, gets one with its next change."""
    history = RoleSetHistory(store, now_ms)
    await sets.save(DEN, "village", "House", FIRST, ANN)
    await store.write(lambda connection: connection.execute(text("DELETE FROM role_set_version")))
    with pytest.raises(Refused, match="no_role_set_history"):
        await history.find(DEN, "village", "House")
    await sets.save(DEN, "village", "House", SECOND, BEN)
    assert await deeds(history, "House") == [(1, "House", "changed", BEN)]


# -- a process that dies ----------------------------------------------------------------------------------------------


async def saves(sets: RoleSets, _history: RoleSetHistory) -> None:
    await sets.save(DEN, "village", "House", SECOND, BEN)


async def makes(sets: RoleSets, _history: RoleSetHistory) -> None:
    await sets.save(DEN, "village", "Other", SECOND, BEN, replaces=None)


async def deletes(sets: RoleSets, _history: RoleSetHistory) -> None:
    await sets.delete(DEN, "village", "House", BEN)


async def renames(sets: RoleSets, _history: RoleSetHistory) -> None:
    await sets.rename(DEN, "village", "House", "Cottage", BEN)


async def restores(_sets: RoleSets, history: RoleSetHistory) -> None:
    await history.restore(DEN, 1, 1, BEN)


async def brings_back(_sets: RoleSets, history: RoleSetHistory) -> None:
    await history.restore(DEN, 2, 2, BEN)


Deed = Callable[[RoleSets, RoleSetHistory], Awaitable[None]]


async def contents(path: Path) -> list[list[Any]]:
    """Every set and every version, as a process finds them that opens the file anew."""
    store = await Store.open(path)
    async with store.reading() as connection:
        found = [
            [tuple(row) for row in await connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2, 3"))]
            for table in ("role_set", "role_set_version")
        ]
    await store.close()
    return found


async def dies_at(path: Path, deed: Deed, statement: int) -> bool:
    """Let a process do this to the file and die before its statement of this number; False when it got through."""
    store = await Store.open(path)
    left = [statement]

    def asked(file: File) -> sqlite3.Cursor:
        left[0] -= 1
        if left[0] < 0:
            for end in ("", "-wal", "-shm"):
                if (file := path.with_name(path.name + end)).exists():
                    shutil.copy(file, path.with_name(path.stem + ".left" + end))
            raise RuntimeError("killed")
        return sqlite3.Connection.cursor(file)

    try:
        with patch.object(File, "cursor", asked):
            await deed(RoleSets(store, now_ms), RoleSetHistory(store, now_ms))
    except Exception:
        return True
    finally:
        await store.close()
    return False


@pytest.mark.parametrize("deed", [saves, makes, deletes, renames, restores, brings_back])
async def test_a_change_is_there_whole_with_its_version_or_not_at_all(tmp_path: Path, store: Store, deed: Deed) -> None:
    sets = RoleSets(store, now_ms)
    await sets.save(DEN, "village", "House", FIRST, ANN)
    await sets.set_default(DEN, "village", "House")
    await sets.save(DEN, "village", "House", SECOND, ANN)
    await sets.save(DEN, "village", "Gone", FIRST, ANN)
    await sets.delete(DEN, "village", "Gone", ANN)
    begun = tmp_path / "begun.db"
    await store.backup(begun)
    before = await contents(begun)
    for statement in range(30):
        path = tmp_path / f"{statement}.db"
        shutil.copy(begun, path)
        if not await dies_at(path, deed, statement):
            break
        assert await contents(path.with_suffix(".left")) == before
        assert await contents(path) == before
    else:
        raise AssertionError("it never got through")
    assert statement >= 2
    sets_after, versions_after = await contents(path)
    assert len(versions_after) == len(before[1]) + 1
    assert sets_after != before[0]
