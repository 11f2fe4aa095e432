"""What answers at the card table are called in buttons and journals, and what is written down of tricks and hands."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.questions import Seat

PASS = "pass"
CLAIM = "claim"
ACCEPT = "accept"
OBJECT = "object"


class TrickTaken(NamedTuple):
    """A trick of this hand: its plays in order, who took it, and what it was worth."""

    plays: tuple[tuple[Seat, str], ...]
    winner: Seat
    points: int


class Reckoning(NamedTuple):
    """What one player took in a hand, their highest bid, and what their column (or the Gnome's) got for it."""

    seat: Seat
    bid: int
    points: int
    scored: int
    gnome: int


class HandScore(NamedTuple):
    """A row of the score sheet (S4-2): who was Declarer, at what bid, and the reckoning of everybody.

    columns  each player's points of the whole game after this hand, in the order of the seats; gnome: the Gnome's
    """

    number: int
    declarer: Seat
    bid: int
    trump: str
    made: bool
    reckonings: tuple[Reckoning, ...]
    columns: tuple[int, ...]
    gnome: int
