"""How computer players talk: each always in the same way, at every table, as its name has it and whatever its card."""

from __future__ import annotations

from zlib import crc32

TEMPERAMENTS = ("quiet", "loud", "joker")


def temperament_of(name: str) -> str:
    """How a computer player of this name talks."""
    return TEMPERAMENTS[crc32(name.encode()) % len(TEMPERAMENTS)]
