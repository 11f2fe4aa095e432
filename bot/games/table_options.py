"""Options that every game has: they are about the table and its people, and no rule asks for them."""

from __future__ import annotations

from typing import Any

from pydantic import Field

FREE_SEATS = "free_seats"
"""The name of the option below."""


def free_seats() -> Any:
    """Whether somebody without a seat may take over that of a player who is away, and nobody has to agree then.

    Off for matches that were stored before there was this option: the secrets of a seat need its table's consent.
    """
    return Field(
        False,
        title="Free seats",
        description="Somebody without a seat may take the seat of a player who is away without asking the table.",
    )
