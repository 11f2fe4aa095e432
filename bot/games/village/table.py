"""The village as plain data: who sits where, who lives, what was said in public and learnt in secret."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.questions import Seat
from bot.games.hidden_roles.casts import Cast
from bot.games.hidden_roles.people import PeopleTable, Person
from bot.games.village.cards import RUMPLESTILTSKIN, SIDES, Side
from bot.games.village.options import VillageOptions


@dataclass(slots=True)
class Player(Person):
    """One seat.

    revealed   the role has been shown to everybody (S0-5)
    spent      the power is used up or was cancelled (R0-11)
    jinxed     the next power tried fails, until nightfall (S0-10)
    muted      no speech this day, but votes (S0-17); toad: neither (S0-11, R0-14)
    """

    alias: str = ""
    revealed: bool = False
    spent: bool = False
    jinxed: bool = False
    muted: bool = False
    toad: bool = False


@dataclass(slots=True)
class Nomination:
    """Somebody named, on which day, by whom, and why (S0-21)."""

    day: int
    by: Seat
    nominee: Seat
    reason: str | None


@dataclass(slots=True)
class LastWords:
    """What somebody said before the vote on him was over (S0-21)."""

    day: int
    seat: Seat
    words: str


@dataclass(slots=True)
class Poll:
    """One nominee's vote: who voted to burn him, in the order of their hands."""

    nominee: Seat
    votes: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Ballot:
    """The polls of one ballot, in order of nomination. `rerun` counts the repeats after a tie (R0-13)."""

    day: int
    rerun: int
    majority: int
    polls: list[Poll] = field(default_factory=list)
    burned: Seat | None = None
    counted: bool = False


@dataclass
class VillageTable(PeopleTable):
    """The whole village. Only the rules see it; people see views.

    picks   tonight's victims, as each Rumplestiltskin points at them
    """

    options: VillageOptions
    cast: Cast
    players: dict[Seat, Player]
    night: int = 0
    phase: str = "deal"
    picks: dict[Seat, Seat] = field(default_factory=dict)
    nominations: list[Nomination] = field(default_factory=list)
    last_words: list[LastWords] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    winner: str | None = None
    reason: str = ""

    @property
    def round_number(self) -> int:
        return self.night

    def player(self, seat: Seat) -> Player:
        return self.players[seat]

    def side_of(self, seat: Seat) -> Side:
        return SIDES[self.players[seat].role]

    def living_but(self, side: Side) -> list[Seat]:
        """The living who are not on this side."""
        return [seat for seat, player in self.players.items() if player.alive and SIDES[player.role] != side]

    def team(self) -> list[Seat]:
        """Every Rumplestiltskin and clone, living and dead."""
        return [seat for seat, player in self.players.items() if SIDES[player.role] == RUMPLESTILTSKIN]

    def able(self) -> list[Seat]:
        """Those who may nominate and vote today: a toad may not (R0-14)."""
        return [seat for seat, player in self.players.items() if player.alive and not player.toad]

    def publicly_gone(self, role: str) -> bool:
        """Whether everybody can know that no living player holds this role.

        A role whose holder died unseen is not gone in public: the night must go on as if he lived (S0-12, S0-20).
        """
        hidden = self.cast.get(role, 0)
        for player in self.players.values():
            if player.revealed and player.role == role:
                hidden -= 1
        return hidden <= 0
