"""The card table as plain data: hands, the auction, tricks, the Gnome and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.engine.questions import Seat
from bot.engine.rulebook import Table
from bot.games.trumplestiltskin.options import SEATS, TrumplestiltskinOptions
from bot.games.trumplestiltskin.values import HandScore, TrickTaken


@dataclass(slots=True)
class CardPlayer:
    """One player. `bid` is the highest of this hand (R4-3); `shown`: the hand lies open after a claim."""

    seat: Seat
    hand: list[str] = field(default_factory=list)
    bid: int = 0
    passed: bool = False
    tricks: int = 0
    points: int = 0
    column: int = 0
    shown: bool = False


@dataclass
class TrumplestiltskinTable(Table):
    """The whole card table. Only the rules see it; people see views. `views` explains what is public.

    rest        cards that were not dealt, unseen and out of play (R4-1)
    blanket     the five cards of the Blanket that the Declarer takes (R4-2); discarded: what they laid away (R4-4)
    """

    options: TrumplestiltskinOptions
    players: dict[Seat, CardPlayer]
    number: int = 0
    phase: str = "scored"
    dealer: Seat = 0
    declarer: Seat | None = None
    to_act: Seat | None = None
    rest: list[str] = field(default_factory=list)
    blanket: list[str] = field(default_factory=list)
    gnome_card: str | None = None
    gnome_shown: bool = False
    discarded: list[str] = field(default_factory=list)
    bids: list[tuple[Seat, int]] = field(default_factory=list)
    high_bid: int = 0
    high_bidder: Seat | None = None
    trump: str | None = None
    leader: Seat | None = None
    trick: list[tuple[Seat, str]] = field(default_factory=list)
    tricks: list[TrickTaken] = field(default_factory=list)
    claimant: Seat | None = None
    gnome: int = 0
    hands: list[HandScore] = field(default_factory=list)
    last_line: str = ""
    winners: list[Seat] = field(default_factory=list)
    reason: str = ""

    def left_of(self, seat: Seat) -> Seat:
        """The next player clockwise."""
        return seat % len(self.players) + 1

    def right_of(self, seat: Seat) -> Seat:
        """The player before, against the clock."""
        return (seat - 2) % len(self.players) + 1

    def clockwise_from(self, seat: Seat) -> Sequence[Seat]:
        """Everybody once, beginning with this seat."""
        return TURNS[len(self.players)][seat]


TURNS = {
    players: {seat: (*range(seat, players + 1), *range(1, seat)) for seat in range(1, players + 1)} for players in SEATS
}
"""For each size of the table and each of its seats: everybody once, clockwise from there."""
