"""The cards by name, in the order that deals depend on; what a role does stands in its file in `roles/`."""

from __future__ import annotations

from typing import Literal

Side = Literal["red", "mafia", "maniac"]

RED: Side = "red"
MAFIA: Side = "mafia"
MANIAC: Side = "maniac"

ROLE_NAMES = ("don", "mafia", "maniac", "sheriff", "doctor", "lover", "citizen")
"""Every card, in the order in which casts name them."""
MANY = frozenset(("mafia", "citizen"))
"""Cards that a cast may have several of. Every other card is in it once at most."""

SIDES: dict[str, Side] = {}
"""Whom a card wins with. The package `roles` fills it from its files."""


def is_black(role: str) -> bool:
    """Whether the Sheriff is told "black" (R3-11)."""
    return SIDES[role] != RED
