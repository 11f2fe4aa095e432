"""Who may read the files: their owner, from the first byte, and nobody else."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bot.store import connecting, private_files, settings
from bot.store.database import Store
from store.older import make_older

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps permissions by folders")


@pytest.fixture(autouse=True)
def generous_umask() -> object:
    """As on a machine where everybody may read everything unless told otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in sorted(folder.iterdir())}


def size_of(path: Path) -> int:
    return path.stat().st_size


async def test_all_that_a_new_database_makes_is_its_owners(path: Path) -> None:
    store = await Store.open(path, alone=True)
    await store.write(lambda connection: settings.put(connection, 1, "x" * 10_000))
    async with store.reading() as connection:
        assert await settings.get(connection, 1) is not None
        names = ("mirror.db", "mirror.db-shm", "mirror.db-wal", "mirror.db.lock")
        assert modes(path.parent) == dict.fromkeys(names, "0o600")
    await store.backup(path.with_name("copy.db"))
    assert modes(path.parent)["copy.db"] == "0o600"
    await store.close()


async def test_the_file_is_its_owners_before_a_word_is_in_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, dict[str, str]]] = []
    prepare = Store._read_revision

    async def looking(store: Store) -> str | None:
        seen.append((size_of(path), modes(path.parent)))
        return await prepare(store)

    monkeypatch.setattr(Store, "_read_revision", looking)
    await (await Store.open(path)).close()
    assert seen == [(0, {"mirror.db": "0o600"})]


async def test_a_copy_is_its_owners_while_it_is_being_written(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _file: seen.append(modes(path.parent)["copy.db.unfinished"]))
    await store.backup(path.with_name("copy.db"))
    assert seen == ["0o600"]


async def test_what_stood_open_is_closed_and_said(path: Path) -> None:
    make_older(path)
    backup = path.with_name("mirror.db.0003.20260101T000000.000000Z.backup")
    replaced = path.with_name("mirror.db.20260101T000000.000000Z.replaced-wal")
    others_file = path.with_name("mirror.db of somebody else")
    for file in (backup, replaced, others_file):
        file.write_bytes(b"")
    for file in (path, backup, replaced, others_file):
        file.chmod(0o644)
    said: list[str] = []
    store = await Store.open(path, alone=True, say=said.append)
    await store.close()
    assert modes(path.parent).pop(others_file.name) == "0o644"
    assert {mode for name, mode in modes(path.parent).items() if name != others_file.name} == {"0o600"}
    assert [sentence for sentence in said if "chmod" in sentence] == []
    assert [str(file) in sentence for file, sentence in zip((path, backup, replaced), said[:3], strict=True)] == [
        True
    ] * 3
    said.clear()
    await (await Store.open(path, alone=True, say=said.append)).close()
    assert said == []


async def test_beside_a_running_bot_nothing_is_tightened(store: Store, path: Path) -> None:
    before = modes(path.parent)
    assert before["mirror.db"] == "0o644"
    await (await Store.open(path, migrate=False)).close()
    assert modes(path.parent) == before
    assert path in private_files.open_to_others(connecting.files_of(path))


def test_what_belongs_to_somebody_else_is_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "the env"
    file.write_text("")
    file.chmod(0o644)

    def not_yours(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", not_yours)
    assert list(private_files.tighten([file, tmp_path / "none", tmp_path])) == [
        f"Others on this machine may read {file}: its owner can take that away with chmod 600 '{file}'."
    ]


def test_windows_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mirror.db"
    file.write_text("")
    file.chmod(0o644)
    monkeypatch.setattr(private_files.os, "name", "nt")
    found = list(private_files.tighten([file]))
    monkeypatch.undo()
    assert found == []
    assert modes(tmp_path) == {"mirror.db": "0o644"}
