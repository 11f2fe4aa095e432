"""Trouble that every layer but the rules may meet, and whether anything was written before it came."""

from __future__ import annotations

from contextvars import ContextVar


class StoreTrouble(Exception):
    """What is kept cannot be read or written now, and nothing has changed: try again later."""


class Deed:
    """What somebody has asked for and is being done.

    written  something of it is on disk
    match    the number of the game it is done at, as far as that is known: for the log
    """

    written = False
    match: int | None = None


_deed: ContextVar[Deed | None] = ContextVar("deed", default=None)


def begin_deed() -> None:
    """What this task does from now on, and the tasks it starts, is done for one person."""
    _deed.set(Deed())


def note_written() -> None:
    """Something is on disk: from now on nobody may say that nothing has changed."""
    deed = _deed.get()
    if deed is not None:
        deed.written = True


def note_match(number: int) -> None:
    """What this task does is done at this game."""
    deed = _deed.get()
    if deed is not None:
        deed.match = number


def match_of_deed() -> int | None:
    """The number of the game at which the deed of this task is done; None when there is none, or it is not known."""
    deed = _deed.get()
    return None if deed is None else deed.match


def is_written() -> bool:
    """Whether something of the deed this task works at is on disk."""
    deed = _deed.get()
    return deed is not None and deed.written
