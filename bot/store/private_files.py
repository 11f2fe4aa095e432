"""Files that only their owner may read: the database with what belongs to it, backups, and `.env`.

On Windows a file takes its permissions from its folder, so nothing is looked at or changed there.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

OWNER_ONLY = 0o600
"""Its owner reads and writes it, and nobody else does anything with it."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create(path: Path) -> None:
    """Make an empty file that was never open to others. Raises FileExistsError, or another OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def share_owner(path: Path, owned: Path) -> None:
    """When root makes a file beside somebody's, it becomes theirs, or they could not use it. Raises OSError."""
    if os.name == "posix" and os.geteuid() == 0 and owned.exists():
        owner = owned.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def make_durable(folder: Path) -> None:
    """The names of the files in it outlive a power cut. Raises OSError."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def open_to_others(paths: Iterable[Path]) -> Iterator[Path]:
    """Those of the files that somebody besides their owner may read or write."""
    if os.name != "posix":
        return
    for path in paths:
        try:
            mode = path.stat().st_mode
        except OSError:
            continue
        if stat.S_ISREG(mode) and mode & _OTHERS:
            yield path


def remedy(path: Path) -> str:
    """The command with which its owner keeps others from a file."""
    return f"chmod 600 {shlex.quote(str(path))}"


def tighten(paths: Iterable[Path]) -> Iterator[str]:
    """Keep others from these files, where they are ours. Gives a sentence about each that was open to others."""
    for path in open_to_others(paths):
        try:
            path.chmod(path.stat().st_mode & ~_OTHERS & 0o777)
        except OSError:
            yield f"Others on this machine may read {path}: its owner can take that away with {remedy(path)}."
        else:
            yield f"Others on this machine could read {path}; now its owner alone can."
