"""The Grimm Forest's options and built-in sets, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field

from bot.engine.rulebook import Options, RoleSet
from bot.games.table_options import Pace, free_seats, may_be_longer, pace, quiet_guests

SEATS = range(2, 5)


class GrimmForestOptions(Options):
    """How The Grimm Forest is played. Times are in seconds."""

    advanced: bool = Field(
        False, title="Advanced cards", description="Eight more Fables and five more Friends, for who knows the game."
    )
    choice_seconds: int = Field(
        120, ge=10, le=604800, title="A choice lasts", description="Time to choose cards and to answer, in seconds."
    )
    build_seconds: int = Field(
        180, ge=10, le=604800, title="Building lasts", description="Time for each Build action, in seconds."
    )
    free_seats: bool = free_seats()
    quiet_guests: bool = quiet_guests()
    may_be_longer: bool = may_be_longer()
    pace: Pace = pace()
    in_two_steps: bool = True
    """Whether one of very many is asked for in two questions, as earlier versions did (see `two_steps`)."""
    cards_taken_away: bool = False
    """Whether a Gather card that lies before somebody else is out of its player's reach (M2-9)."""
    cancelling_pays_once: bool = False
    """Whether a Friend who cancels Monsters is paid once a round, however many they are (R2-23)."""
    silence_draws: bool = False
    """Whether rounds in which nobody acts end the game (M2-17)."""

    first_house_wins: bool = False
    """Whether one complete house ends the game, so that somebody who learns it comes to an end in five minutes."""

    settled: ClassVar[Mapping[str, Any]] = {
        "in_two_steps": False,
        "cards_taken_away": True,
        "cancelling_pays_once": True,
        "silence_draws": True,
    }
    for_tutorials: ClassVar[frozenset[str]] = frozenset({"first_house_wins"})


ROLE_SETS = (
    RoleSet("beginner", GrimmForestOptions()),
    RoleSet("advanced", GrimmForestOptions(advanced=True)),
    RoleSet("relaxed", GrimmForestOptions(choice_seconds=86400, build_seconds=86400)),
)
