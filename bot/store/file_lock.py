"""One process at a time: a lock that the operating system takes back when the process ends, however it ends.

It lies on a file of its own beside the database, since SQLite locks parts of the database file for itself. That file
stays where it is: if it were deleted, two processes could each hold a lock on a file of the same name.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.private_files import OWNER_ONLY

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Held(Exception):
    """Somebody else holds the lock."""


class FileLock:
    """The lock on a file, from the moment this is made until ``release()``, or until the process ends.

    Raises Held, or an OSError when the file can be neither made nor locked.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
        try:
            _take(self._file)
        except OSError as error:
            self.release()
            if isinstance(error, (BlockingIOError, PermissionError)):  # as Linux and macOS say it, and as Windows does
                raise Held from error
            raise

    def release(self) -> None:
        """Let others have it. Does nothing the second time."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


def beside(database: Path) -> Path:
    """The file that stands for the lock on this database."""
    return database.with_name(database.name + ".lock")
