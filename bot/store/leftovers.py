"""Copies of an SQLite database that a process left beside it when it was killed.

Such a copy may know people who were forgotten, since nobody looks at it any more: it goes as soon as the next process
comes. A copy that is still worked with is held by a lock.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.store import connecting, file_lock, private_files

RESTORING: Final = ".restoring"
"""How the name of the copy ends in which people are still to be forgotten."""
_LOCK: Final = "lock"


@contextmanager
def hidden_folder(file: Path) -> Iterator[Path]:
    """A folder for copies of this file, beside it and for its owner alone, until the end of the block. Raises OSError.

    If the process is killed before, the next one that opens the file clears it away.
    """
    with TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as name:
        folder = Path(name)
        held = file_lock.FileLock(folder / _LOCK)
        try:
            yield folder
        finally:
            held.release()


def new_copy(file: Path, copy: Path) -> None:
    """A copy that was never open to others. Raises OSError."""
    private_files.create(copy)
    shutil.copyfile(file, copy)


def restored_copy(file: Path) -> Path:
    """Where the copy of a backup lies that is to take the place of this database."""
    return file.with_name(file.name + RESTORING)


def clear_away(file: Path, say: Callable[[str], None], *, held: bool) -> None:
    """Delete what killed processes left. `held`: this process has the lock on the database, so that nobody restores."""
    for folder in _hidden(file):
        _tell(_deleted_folder, folder, say)
    copy = restored_copy(file)
    if not any(one.exists() for one in files_of_copy(copy)) and not list(_hidden(copy)):
        return
    if held:
        _clear_copy(copy, say)
        return
    with suppress(file_lock.Held, OSError):  # the bot, which has looked, or somebody who restores
        lock = file_lock.FileLock(file_lock.beside(file))
        try:
            _clear_copy(copy, say)
        finally:
            lock.release()


def files_of_copy(copy: Path) -> list[Path]:
    """The copy of a backup, and what lies beside it: a log beside the next copy would be read as a part of it."""
    journal = copy.with_name(copy.name + "-journal")
    return [copy, connecting.log_of(copy), connecting.index_of_log(copy), journal]


def clear_copy(copy: Path) -> None:
    """Delete the copy of a backup with all that belongs to it. Raises OSError."""
    for one in files_of_copy(copy):
        one.unlink(missing_ok=True)
    for folder in _hidden(copy):
        _deleted_folder(folder)


def _clear_copy(copy: Path, say: Callable[[str], None]) -> None:
    def delete(copy: Path) -> bool:
        clear_copy(copy)
        return True

    _tell(delete, copy, say)


def _tell(delete: Callable[[Path], bool], left: Path, say: Callable[[str], None]) -> None:
    try:
        if delete(left):
            say(f"{left} was left by a process that was killed, and is deleted: it could name who was forgotten since.")
    except OSError as error:
        say(f"{left} was left by a process that was killed. It may name who was forgotten since: delete it ({error}).")


def _hidden(file: Path) -> list[Path]:
    """The hidden folders for copies of this file: what Python adds to their names has no dot in it."""
    beginning = f".{file.name}."
    found = (one for one in file.parent.glob(".*") if one.name.startswith(beginning))
    return sorted(one for one in found if "." not in one.name.removeprefix(beginning) and one.is_dir())


def _deleted_folder(folder: Path) -> bool:
    """Whether it was left, and is gone now. One that is empty has just been made; one without a lock is of an older
    version. Raises OSError."""
    try:
        if not any(folder.iterdir()):
            return False
        file_lock.FileLock(folder / _LOCK).release()
    except (file_lock.Held, FileNotFoundError):
        return False
    shutil.rmtree(folder)
    return True
