"""Before an upgrade a copy is made; whatever happens on the way, the database is whole, old or new."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.waiting import PATIENCE_S

from bot.store import backups, migrating
from bot.store.database import Store
from bot.store.errors import BackupFailed
from store.older import OLD, UNTOUCHED, make_older, what_is_in

ROOT = Path(__file__).parents[2]
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
"""Of Linux: prctl(2), capabilities(7)."""
UPGRADE = """
import asyncio, os, signal, sys
from bot.store import backups, migrating
from bot.store.database import Store

async def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def killed_at_once(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[2] == "after the copy":
    migrating.upgrade = killed
if sys.argv[2] == "while it is copied":
    backups._put_in_place = killed_at_once
asyncio.run(Store.open(sys.argv[1], alone=True))
"""


@pytest.fixture
def older(path: Path) -> Path:
    make_older(path)
    return path


def copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.backup"))


def leftovers(path: Path) -> list[str]:
    return [file.name for file in path.parent.iterdir() if file.name.endswith(backups.UNFINISHED)]


def upgrade(path: Path, **how: object) -> subprocess.CompletedProcess[str]:
    """`magic-mirror db upgrade`, in a process of its own."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "bot", "db", "upgrade"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        cwd=ROOT,
        env={**os.environ, "MAGIC_MIRROR_DATABASE": str(path), "PYTHONDONTWRITEBYTECODE": "1"},
        **how,
    )


def assert_refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit code 2, nothing on standard output, one sentence on standard error."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith(".\n")
    assert [word for word in words if word not in done.stderr] == []


async def test_an_older_database_is_copied_before_it_is_upgraded(older: Path) -> None:
    said: list[str] = []
    store = await Store.open(older, alone=True, say=said.append)
    assert await store.check() == []
    await store.close()
    [copy] = copies(older)
    assert copy.name.startswith(f"mirror.db.{OLD}.20")
    assert what_is_in(copy) == UNTOUCHED
    assert [sentence for sentence in said if str(copy) in sentence and OLD in sentence] == said[-1:]
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    await (await Store.open(older, alone=True)).close()
    assert copies(older) == [copy], "what is up to date is not copied"


async def test_a_new_database_is_not_copied(path: Path) -> None:
    said: list[str] = []
    await (await Store.open(path, alone=True, say=said.append)).close()
    assert (copies(path), said) == ([], [])


async def test_a_start_that_fails_again_and_again_keeps_one_copy(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_engine: object) -> None:
        raise RuntimeError("half-way")

    monkeypatch.setattr(migrating, "upgrade", fails)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="half-way"):
            await Store.open(older, alone=True)
    assert len(copies(older)) == 1
    assert what_is_in(older) == UNTOUCHED


def test_whoever_upgrades_by_hand_reads_where_the_copy_is(older: Path) -> None:
    done = upgrade(older)
    assert (done.returncode, done.stderr) == (0, "")
    [copy] = copies(older)
    assert str(copy) in done.stdout
    assert migrating.newest() in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGKILL")
@pytest.mark.parametrize(("moment", "kept"), [("while it is copied", 0), ("after the copy", 1)])
async def test_killed_on_the_way_the_next_start_does_it_all(older: Path, moment: str, kept: int) -> None:
    for _ in range(2):
        killed = await asyncio.create_subprocess_exec(sys.executable, "-c", UPGRADE, str(older), moment, cwd=ROOT)
        assert await killed.wait() == -signal.SIGKILL
        assert what_is_in(older) == UNTOUCHED
        assert [what_is_in(copy) for copy in copies(older)] == [UNTOUCHED] * kept
    store = await Store.open(older, alone=True)
    assert await store.check() == []
    await store.close()
    assert [what_is_in(copy) for copy in copies(older)] == [UNTOUCHED]
    assert leftovers(older) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot limit the size of files")
def test_without_room_for_the_copy_nothing_is_upgraded(older: Path) -> None:
    """The limit of this process's files stands for the end of the disk: a write fails half-way in the same place."""
    import resource  # noqa: PLC0415

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))

    assert older.stat().st_size > 65_536
    assert_refused(upgrade(older, preexec_fn=small_files), "was not upgraded", "free some space", str(older))
    assert what_is_in(older) == UNTOUCHED
    assert (copies(older), leftovers(older)) == ([], [])
    assert upgrade(older).returncode == 0


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk in memory with room for the database, and not for its copy."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no disk can be made here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full(full_disk: Path) -> None:
    path = full_disk / "mirror.db"
    make_older(path)
    assert_refused(upgrade(path), "was not upgraded", "free some space")
    assert what_is_in(path) == UNTOUCHED
    assert (copies(path), leftovers(path)) == ([], [])


def obeys_permissions() -> None:
    """Run in a child before it begins: root, who may write anywhere, has to ask like anybody else (Linux)."""
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)


@pytest.fixture
def sealed(older: Path) -> Iterator[Path]:
    """A database in a folder that nobody may write in."""
    older.parent.chmod(0o555)
    may_write = f"import os, sys; sys.exit(os.access({str(older.parent)!r}, os.W_OK))"
    child = subprocess.run([sys.executable, "-c", may_write], preexec_fn=obeys_permissions, check=False)
    try:
        if child.returncode != 0:
            pytest.skip("here this user may write everywhere")
        yield older
    finally:
        older.parent.chmod(0o755)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can take this right from root")
def test_in_a_folder_that_cannot_be_written_nothing_is_upgraded(sealed: Path) -> None:
    before = sealed.read_bytes()
    assert_refused(upgrade(sealed, preexec_fn=obeys_permissions), "cannot be written", "permission")
    assert [file.name for file in sealed.parent.iterdir()] == ["mirror.db"]
    assert sealed.read_bytes() == before


async def test_a_copy_that_fails_stops_the_upgrade(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(backups, "_put_in_place", fails)
    with pytest.raises(BackupFailed, match="was not upgraded"):
        await Store.open(older, alone=True)
    monkeypatch.undo()
    assert what_is_in(older) == UNTOUCHED
    assert leftovers(older) == []
