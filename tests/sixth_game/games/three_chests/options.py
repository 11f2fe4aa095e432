"""The options of Three Chests, and its built-in set."""

from __future__ import annotations

from pydantic import Field

from bot.engine.rulebook import Options, RoleSet

SEATS = range(2, 5)


class ChestOptions(Options):
    """How the coin is hidden. Times are in seconds."""

    guess_seconds: int = Field(60, ge=5, le=86400, title="Time to choose", description="For hiding and for guessing.")


ROLE_SETS = (RoleSet("classic", ChestOptions()),)
