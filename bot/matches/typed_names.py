"""Names as people type them: what is no difference to them is none here."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_PLAIN = str.maketrans({"’": "'", "‘": "'", "_": " ", "–": "-", "æ": "ae", "ø": "o", "ł": "l"})


def plainly(text: str) -> str:
    """Without case, accents, the form of an apostrophe and stray spaces: "Gemütlich" is "gemutlich"."""
    parted = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", parted) if not unicodedata.combining(sign))
    return " ".join(bare.split())


def is_called(typed: str, names: Iterable[str]) -> bool:
    """Whether one of these names is typed; nothing typed is none."""
    wanted = plainly(typed)
    return bool(wanted) and any(plainly(name) == wanted for name in names)


def begins_or_holds(typed: str, names: Iterable[str]) -> bool:
    """Whether what has been typed so far stands in one of these names."""
    wanted = plainly(typed)
    return any(wanted in plainly(name) for name in names)
