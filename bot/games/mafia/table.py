"""The club table as plain data: who sits where and lives, who spoke, who named and voted for whom, who fouled."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.questions import Seat
from bot.games.hidden_roles.casts import Cast
from bot.games.hidden_roles.claims import Claim
from bot.games.hidden_roles.people import PeopleTable, Person
from bot.games.mafia.cards import MAFIA, SIDES
from bot.games.mafia.options import MafiaOptions


@dataclass(slots=True)
class Player(Person):
    """One seat.

    dying     killed this night, and still to say a final word (S3-4)
    fouls     so far; penalty: the foul, by its number, that the next regular speech pays for, 0 for none (R3-14)
    last      whom the card was used on last night, None for nobody (R3-12)
    """

    dying: bool = False
    fouls: int = 0
    penalty: int = 0
    last: Seat | None = None


@dataclass(slots=True)
class Nomination:
    """Somebody named in a speech (S3-2)."""

    day: int
    by: Seat
    nominee: Seat


@dataclass(slots=True)
class Vote:
    """A whole vote of a day: who stood, in order of nomination, and who voted for whom; `again` counts the re-votes.

    left: who has to leave because of it; kind: `vote`, or `all` when it is about letting all the tied go
    """

    day: int
    again: int
    nominees: list[Seat]
    kind: str = "vote"
    votes: dict[Seat, list[Seat]] = field(default_factory=dict)
    left: list[Seat] = field(default_factory=list)
    counted: bool = False


@dataclass
class MafiaTable(PeopleTable):
    """The whole table. Only the rules see it; people see views.

    first_speaker  who opened the day (R3-3); speaker: who has the floor now, and for how many seconds (0: no words)
    immune         the Lover's guest: nobody may nominate them today (S3-8, R3-15)
    vote_cancelled whether a foul has cancelled the vote that is going on, or the next one (R3-14)
    leaving        who is voted out or killed and only has a final word to say
    picks          tonight's victims, as each of the black team points at them
    claims         what was said from the floor, in order
    quiet_times    days and nights in a row in which nobody has left: two of them are a round (R3-13)
    """

    sides = SIDES

    options: MafiaOptions
    cast: Cast
    players: dict[Seat, Player]
    day: int = 0
    phase: str = "deal"
    first_speaker: Seat = 0
    speaker: Seat | None = None
    floor_seconds: int = 0
    immune: Seat | None = None
    vote_cancelled: bool = False
    leaving: list[Seat] = field(default_factory=list)
    picks: dict[Seat, Seat] = field(default_factory=dict)
    nominations: list[Nomination] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    quiet_times: int = 0
    winner: str | None = None
    reason: str = ""

    @property
    def round_number(self) -> int:
        return self.day

    def living_but(self, *seats: Seat) -> list[Seat]:
        return [seat for seat, player in self.players.items() if player.alive and seat not in seats]

    def team(self) -> list[Seat]:
        """Don and Mafia, living and gone: they know each other (R3-2)."""
        return [seat for seat, player in self.players.items() if SIDES[player.role] == MAFIA]

    @property
    def lone_nominee_leaves(self) -> bool:
        """Whether a player who is the only one nominated today leaves without a vote: in sport, but not on the first
        day (R3-5)."""
        return self.options.one_nominee == "leaves_after_first_day" and self.day > 1

    def nominable(self) -> list[Seat]:
        """The players who may be named: anybody alive who does not stand yet and has no alibi, oneself too (R3-4)."""
        barred = [self.immune, *self.nominees_today()]
        return [seat for seat in self.living() if seat not in barred]

    def nominees_today(self) -> list[Seat]:
        """In the order of nomination."""
        return [said.nominee for said in self.nominations if said.day == self.day]
