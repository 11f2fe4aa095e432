"""The people who drew the art and made the fonts: `art/CREDITS.md`, read for `/about`."""

from __future__ import annotations

from typing import NamedTuple

from bot.ui.pictures.art import FOLDER

FILE = "CREDITS.md"


class Credit(NamedTuple):
    """One file below the art folder: who made it, where it is from, under which licence, and what was changed."""

    file: str
    author: str
    source: str
    licence: str
    changes: str


def credits() -> list[Credit]:
    """Every line of the credits. Raises ValueError for a line that has not five parts."""
    found = []
    for line in (FOLDER / FILE).read_text(encoding="utf-8").splitlines():
        if "|" in line and not line.startswith(("file |", "---")):
            found.append(_credit(line))
    return found


def _credit(line: str) -> Credit:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != len(Credit._fields) or not all(parts):
        raise ValueError(f"not a line of credits: {line}")
    return Credit(*parts)
