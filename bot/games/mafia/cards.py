"""The cards by name, and the colour each belongs to (S3-5)."""

from __future__ import annotations

from typing import Literal

Colour = Literal["red", "black"]
Side = Literal["red", "mafia", "maniac"]

RED: Side = "red"
MAFIA: Side = "mafia"
MANIAC: Side = "maniac"

ROLES = ("don", "mafia", "maniac", "sheriff", "doctor", "lover", "citizen")
"""Every card, in the order in which casts name them."""

SIDES: dict[str, Side] = {
    "don": MAFIA,
    "mafia": MAFIA,
    "maniac": MANIAC,
    "sheriff": RED,
    "doctor": RED,
    "lover": RED,
    "citizen": RED,
}
"""Whom a card wins with. The Maniac is a black card that plays for itself (S3-7)."""


def is_black(role: str) -> bool:
    """Whether the Sheriff is told "black" (R3-11)."""
    return SIDES[role] != RED
