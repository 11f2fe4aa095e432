"""Trumplestiltskin's options and built-in sets, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from bot.engine.rulebook import Options, RoleSet
from bot.games.table_options import Pace, free_seats, may_be_longer, pace, quiet_guests

SEATS = range(3, 6)
MOST_POINTS = 33
"""All that can be taken in one hand, and the highest bid (R4-3)."""


class TrumplestiltskinOptions(Options):
    """How Trumplestiltskin is played. Times are in seconds."""

    least_bid: int = Field(
        12, ge=1, le=MOST_POINTS, title="Least bid", description="Bidding starts here; the Dealer's bid if all pass."
    )
    players_goal: int = Field(
        200, ge=20, le=1000, title="To win", description="Points that win when the Declarer has made the bid."
    )
    gnome_goal: int = Field(
        350, ge=20, le=2000, title="The Gnome's end", description="Points of the Gnome that end the game."
    )
    long_game: bool = Field(
        False,
        title="Long game",
        description="Face value: bids add nothing to the score, so that columns grow more slowly.",
    )
    play_forced: Literal["never", "last_trick", "always"] = Field(
        "last_trick",
        title="Forced cards",
        description="Your only legal card is played for you. Always: fast, but it shows that you had no choice.",
    )
    claims: bool = Field(
        True, title="Claims", description="Who leads may show the hand and claim all the remaining tricks."
    )
    turn_seconds: int = Field(
        120,
        ge=10,
        le=604800,
        title="A turn lasts",
        description="Time to bid, to exchange or to play a card, in seconds.",
    )
    objection_seconds: int = Field(
        30, ge=5, le=86400, title="Time to answer a claim", description="Time to accept a claim, in seconds."
    )
    free_seats: bool = free_seats()
    quiet_guests: bool = quiet_guests()
    may_be_longer: bool = may_be_longer()
    pace: Pace = pace()
    jokers_in_suit: bool = False
    """Whether a Joker declared in the suit that was led follows it although a Trump lies there (R4-6a)."""
    silence_objects: bool = False
    """Whether a claim needs everybody's answer; in earlier versions a clock could accept it (R4-6b)."""

    settled: ClassVar[Mapping[str, Any]] = {"jokers_in_suit": True, "silence_objects": True}


ROLE_SETS = (
    RoleSet("classic", TrumplestiltskinOptions()),
    RoleSet("long_game", TrumplestiltskinOptions(long_game=True)),
    RoleSet("short_game", TrumplestiltskinOptions(players_goal=100, gnome_goal=175)),
    RoleSet("correspondence", TrumplestiltskinOptions(turn_seconds=86400, objection_seconds=28800)),
)
