"""Text out of a file that anybody may have written, made fit for a terminal."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 600
"""Characters; the rest of a longer text is cut off."""


def printable(text: str) -> str:
    """The same in one line; what is no letter, mark, number or space (a terminal might obey it) is shown as its number.

    >>> printable("a\\x1b[2J")
    'a\\\\x1b[2J'
    """
    safe = "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 2]}…."


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode()
