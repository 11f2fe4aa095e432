"""Options about the table and its people: no rule asks for them, and games that have one have it in the same words."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

FREE_SEATS = "free_seats"
QUIET_GUESTS = "quiet_guests"
GUESTS_SEE_ALL = "guests_see_all"
DEAD_ROOM = "dead_room"
MAY_BE_LONGER = "may_be_longer"
NIGHTS_WAIT = "nights_wait"
PACE = "pace"
"""The names of the options below."""
DEAD_WATCH = "dead_watch"
"""An option of the games that send people out: whoever is out sees every card."""
TABLE_OPTIONS = frozenset({FREE_SEATS, QUIET_GUESTS, GUESTS_SEE_ALL, DEAD_ROOM, MAY_BE_LONGER, NIGHTS_WAIT, PACE})
"""The options whose words no game has of its own."""


def free_seats() -> Any:
    """Whether somebody without a seat may take over that of a player who is away, and nobody has to agree then.

    Off for matches that were stored before there was this option: the secrets of a seat need its table's consent.
    """
    return Field(
        False,
        title="Free seats",
        description="Somebody without a seat may take the seat of a player who is away without asking the table.",
    )


def quiet_guests() -> Any:
    """Whether nobody without a seat may write in the game's own thread while it is played.

    Off for matches that were stored before there was this option. The built-in sets of games whose rules say who speaks
    switch it on; at a table of cards, talk beside the game does no harm.
    """
    return Field(
        False,
        title="Guests are silent",
        description="Nobody without a seat can write in the game's own thread while the game is played.",
    )


def guests_see_all() -> Any:
    """Whether guests may see what the dead may see, and then take no seat any more. For games whose dead see all."""
    return Field(
        False,
        title="Guests may see all",
        description="Guests may look at every role as the dead do; then they can never play in this game.",
        json_schema_extra={"needs": "dead_watch"},
    )


def dead_room() -> Any:
    """Whether the dead have a private thread of their own. Off unless somebody wants it: it takes a permission."""
    return Field(
        False,
        title="A room for the dead",
        description="The dead can talk in a private thread of their own; I need Create Private Threads for it.",
    )


def may_be_longer() -> Any:
    """Whether people who need longer get it here, and anybody may give a minute.

    Rules never read a clock, so matches that were stored before there was this option allow it as well.
    """
    return Field(
        True,
        title="Time may be longer",
        description="Whoever needs it has at least a minute for everything, and anybody may give a minute more.",
    )


def nights_wait() -> Any:
    """Whether a clock of the night waits for somebody whom Discord does not bring their question, as by day.

    Nobody loses a deed by that. But where only some cards are asked, a long wait tells that somebody has one of them;
    who takes no direct messages makes nobody wait. Rules never read a clock, so this changes no recorded game.
    """
    return Field(
        True,
        title="Nights wait for Discord",
        description="When Discord fails to bring somebody a question, the clock waits. That may tell of a card.",
    )


Pace = Literal["brisk", "natural", "patient"]
"""How fast computer players are. At a natural pace they are patient with a person who plays alone among them."""


def pace() -> Any:
    """How much time computer players take, and for how long they wait for people. No rule and no recap knows of it."""
    return Field(
        "natural",
        title="Pace of the computers",
        description="How much time computer players take. Nobody else is made to wait.",
    )
