"""The duel as plain data: two decks, two hands, two discards, and what everybody has seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.questions import Seat
from bot.engine.rulebook import Table
from bot.games.name_duel.events import Event
from bot.games.name_duel.options import NameDuelOptions


@dataclass(slots=True)
class Duelist:
    """One player's cards. `deck` from the top to the bottom: the last one is the secret name (S1-3).

    knows_bottom  the secret name is shown to its owner now (R1-3)
    """

    seat: Seat
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    tokens: int = 0
    knows_bottom: bool = False

    @property
    def secret_name(self) -> str:
        return self.deck[-1]


class GameWon(Exception):
    """Somebody has just won this game; nothing more is done on this turn."""

    def __init__(self, winner: Seat, reason: str) -> None:
        super().__init__(f"seat {winner}: {reason}")
        self.winner = winner
        self.reason = reason


@dataclass
class NameDuelTable(Table):
    """The whole duel. Only the rules see it; people see views. Its fields are explained in `views.NameDuelView`."""

    options: NameDuelOptions
    duelists: dict[Seat, Duelist]
    game: int = 1
    phase: str = "choosing"
    turn: Seat | None = None
    turns: int = 0
    playing: str | None = None
    guess: str | None = None
    events: list[Event] = field(default_factory=list)
    names_shown: dict[Seat, str] = field(default_factory=dict)
    game_winner: Seat | None = None
    starter: Seat | None = None
    winner: Seat | None = None
    reason: str = ""

    @property
    def needed(self) -> int:
        """Victory tokens that win the contest (S1-11)."""
        return self.options.best_of // 2 + 1

    def duelist(self, seat: Seat) -> Duelist:
        return self.duelists[seat]

    def other(self, seat: Seat) -> Seat:
        return 3 - seat

    def saw(self, seat: Seat, kind: str, *names: str, how_many: int = 0) -> None:
        """Note what everybody has just seen happen to this duelist's cards."""
        self.events.append(Event(seat, kind, names, how_many))
