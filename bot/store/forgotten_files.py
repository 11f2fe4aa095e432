"""The notes of who was forgotten once more, in small files: for when the database itself is lost, or is replaced.

One lies beside the database, and one in the folder of the backups. Nothing is ever taken out of them: an old backup can
turn up after years.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from bot.store import connecting, private_files
from bot.store.errors import StoreError
from bot.store.forgotten import ForgottenRow

UNFINISHED = ".unfinished"
_one_at_a_time = Lock()


def places(database: str | Path, folder: str) -> tuple[Path, ...]:
    """Where the files of this database lie; `folder`: of its backups, empty for beside it.

    Of PostgreSQL there is none without such a folder.
    """
    url = connecting.url_of(database)
    file = connecting.file_of(url)
    name = file.name if file is not None else (url.database or "database")
    folders = [*([file.parent] if file is not None else []), *([Path(folder)] if folder else [])]
    return tuple(dict.fromkeys(connecting.notes_of(one / name) for one in folders))


def read(path: Path) -> list[ForgottenRow]:
    """The notes in a file; none when there is no file. Raises a StoreError when it cannot be read."""
    try:
        return _rows(path.read_text(encoding="utf-8").splitlines())
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreError(f"{path} says who was forgotten, and cannot be read: take it from a backup.") from error


def _rows(lines: Iterable[str]) -> list[ForgottenRow]:
    rows = [_row(line) for line in lines]
    if len({row.salt for row in rows}) < len(set(rows)):
        raise ValueError("two people with the same salt")
    return rows


def _row(line: str) -> ForgottenRow:
    body = json.loads(line)
    row = ForgottenRow(body["salt"], body["digest"], body["at_ms"])
    if not row.is_whole:
        raise ValueError(line)
    return row


def keep(path: Path, notes: Iterable[ForgottenRow]) -> None:
    """Add notes to a file, durable when this returns. Raises a StoreError when that cannot be done."""
    with _one_at_a_time:
        known = dict.fromkeys(read(path))
        new = dict.fromkeys(note for note in notes if note not in known)
        if not new:
            return
        try:
            _write(path, [*known, *new])
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror or error}.") from error


def _write(path: Path, notes: Iterable[ForgottenRow]) -> None:
    """A file of that name is always whole."""
    unfinished = path.with_name(path.name + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    try:
        private_files.create(unfinished)
        with unfinished.open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(vars(note))}\n" for note in notes)
            file.flush()
            os.fsync(file.fileno())
        private_files.share_owner(unfinished, path.parent)
        unfinished.replace(path)
        private_files.make_durable(path.parent)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
