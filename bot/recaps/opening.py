"""The opening of a match: what is fixed when it begins, under one digest that its first message shows.

A name is under it as the digest of a salt and the name. When somebody wants to be forgotten, salt and name are deleted:
the digest of the name tells nothing any more without its salt, and the digest of the opening still fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.rulebook import Frozen
from bot.recaps.canonical import digest_of


class SealedSeat(Frozen):
    """The person who sat on a seat when the match began. `name` and `salt` are None once that person was forgotten."""

    player: str
    name: str | None
    salt: str | None
    name_digest: str


class Opening(Frozen):
    """How a match began: the version that dealt it, its seats, and the digest that was shown."""

    code_version: str
    seats: tuple[SealedSeat, ...]
    digest: str


def name_digest(salt: str, name: str) -> str:
    """What stands for a name in the digest of an opening."""
    return digest_of([salt, name])


def opening_digest(
    *,
    game: str,
    options: dict[str, Any],
    code_version: str,
    seats: Sequence[tuple[str, str]],
    commitment: str,
    presses: Sequence[str],
) -> str:
    """The digest that the first message of a match shows.

    seats    by seat: the kind of player, and the digest of the name
    presses  the ids, as text, that went into the deal, in order
    """
    return digest_of(
        {
            "game": game,
            "options": options,
            "code_version": code_version,
            "seats": [list(seat) for seat in seats],
            "commitment": commitment,
            "presses": list(presses),
        }
    )
