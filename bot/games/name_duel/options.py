"""The duel's options and built-in sets, as data."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from pydantic.config import JsonDict

from bot.engine.rulebook import Options, RoleSet
from bot.games.table_options import Pace, free_seats, may_be_longer, pace, quiet_guests

SEATS = range(2, 3)
HAND_SIZE = 5
"""Names that are dealt to the hand; the others are the deck (S1-2)."""
UNLESS_UNTIMED: JsonDict = {"unless": "untimed"}
"""Without clocks no time runs out."""


class NameDuelOptions(Options):
    """How a duel is fought. Times are in seconds."""

    best_of: Literal[1, 3, 5] = Field(
        3, title="Best of", description="So many games make a contest; whoever has won more than half of them wins it."
    )
    notebook: bool = Field(
        True,
        title="Notebook",
        description="Each player gets a private list of the names the other can still have, given all that was shown.",
    )
    turn_seconds: int = Field(
        180,
        ge=10,
        le=604800,
        title="A turn lasts",
        description="Time to play a card and to guess, in seconds.",
        json_schema_extra=UNLESS_UNTIMED,
    )
    reaction_seconds: int = Field(
        30,
        ge=5,
        le=86400,
        title="Time to react",
        description="Time to answer a guess with a reaction, in seconds.",
        json_schema_extra=UNLESS_UNTIMED,
    )
    quick_reactions: bool = Field(
        False,
        title="Quick reactions",
        description="The answer comes as soon as the guessed player has decided. Haste can give something away.",
    )
    untimed: bool = Field(
        False,
        title="No clocks",
        description="Nobody's time runs out: every move and every reaction waits for its player.",
    )
    free_seats: bool = free_seats()
    quiet_guests: bool = quiet_guests()
    may_be_longer: bool = may_be_longer()
    pace: Pace = pace()


ROLE_SETS = (
    RoleSet("classic", NameDuelOptions()),
    RoleSet("single", NameDuelOptions(best_of=1)),
    RoleSet("long", NameDuelOptions(best_of=5)),
    RoleSet("relaxed", NameDuelOptions(turn_seconds=86400, reaction_seconds=28800, quick_reactions=True)),
    RoleSet("practice", NameDuelOptions(best_of=1, turn_seconds=600, reaction_seconds=300, quick_reactions=True)),
    RoleSet("untimed", NameDuelOptions(best_of=1, untimed=True)),
)
"""`relaxed`: a day for each turn. `practice`: one game without haste, as it is played against the computer. `untimed`:
one game without clocks, as it is played where none can run."""
