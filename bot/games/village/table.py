"""The village as plain data: who sits where, who lives, what was said in public and learnt in secret."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.questions import Seat
from bot.games.hidden_roles.casts import Cast
from bot.games.hidden_roles.claims import Claim
from bot.games.hidden_roles.people import PeopleTable, Person
from bot.games.village.cards import PRINTED, RUMPLESTILTSKIN, SIDES, Side
from bot.games.village.options import VillageOptions


@dataclass(slots=True)
class Player(Person):
    """One seat.

    revealed   the role has been shown to everybody (S0-5)
    spent      the power is used up or was cancelled (R0-11)
    jinxed     the next power tried fails, until nightfall (S0-10)
    muted      no speech this day, but votes (S0-17); toad: neither (S0-11, R0-14)
    asleep     takes no part until the next dawn (S0-29, R0-14)
    charmed    forgets to vote today (S0-26); fouled: has lost today's vote for not acting the trait
    bonus      the bonus card, and whether it is used up (S0-24)
    redirected whom this Magician has sent a spell to, or this Hottie has charmed: never twice the same (S0-26)
    """

    alias: str = ""
    revealed: bool = False
    spent: bool = False
    jinxed: bool = False
    muted: bool = False
    toad: bool = False
    asleep: bool = False
    charmed: bool = False
    fouled: bool = False
    bonus: str = ""
    bonus_spent: bool = False
    redirected: list[Seat] = field(default_factory=list)

    @property
    def is_able(self) -> bool:
        """Whether they take part in the day: neither dead nor asleep nor a toad (R0-14)."""
        return self.alive and not (self.asleep or self.toad)

    @property
    def votes(self) -> int:
        """The votes they have today (R0-12, R0-14)."""
        if not self.alive or self.asleep or self.toad or self.charmed or self.fouled:
            return 0
        return PRINTED[self.bonus].votes if self.bonus else 1

    @property
    def trait(self) -> str | None:
        """The bonus card that lies face up (S0-25)."""
        return self.bonus if self.bonus and PRINTED[self.bonus].is_trait else None

    def can_use(self, card: str) -> bool:
        """Whether they hold this bonus card, unspent, and are awake to use it."""
        return self.bonus == card and not self.bonus_spent and self.alive and not self.asleep


@dataclass(slots=True)
class Nomination:
    """Somebody named, on which day, by whom, and why (S0-21)."""

    day: int
    by: Seat
    nominee: Seat
    reason: str | None


@dataclass(slots=True)
class LastWords:
    """What somebody said before the vote on them was over (S0-21)."""

    day: int
    seat: Seat
    words: str


@dataclass(slots=True)
class Poll:
    """One nominee's vote: who voted to burn them, in the order of their hands."""

    nominee: Seat
    votes: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Ballot:
    """The polls of one ballot, in order of nomination. `rerun` counts the repeats after a tie (R0-13).

    held   its votes were read out for a Smooth Talker, before it was over (R0-19)
    """

    day: int
    rerun: int
    majority: int
    polls: list[Poll] = field(default_factory=list)
    burned: Seat | None = None
    counted: bool = False
    held: bool = False

    def poll_of(self, nominee: Seat) -> Poll:
        """The poll on this nominee, begun if there is none yet."""
        for poll in self.polls:
            if poll.nominee == nominee:
                return poll
        self.polls.append(Poll(nominee))
        return self.polls[-1]


@dataclass
class VillageTable(PeopleTable):
    """The whole village. Only the rules see it; people see views.

    picks      tonight's victims, as each Rumplestiltskin points at them
    claims     what was claimed by day and as last words, in order
    deck       how many of which bonus card were shuffled (R0-3); empty: the module is not played
    pile       those that were not dealt, until everybody has had the chance to redraw
    face_up    whether the traits have been turned up
    pairs      holder of Lovers and beloved; crushes: Third Wheel and crush (S0-27, S0-28)
    romances   whom the Love spell ties together until dawn (S0-29)
    curses     toad spells that were announced at dawn and still fly (R0-15)
    shooting   who has died and still chooses whom to take along: they see no more than the living
    foul_calls who has called a foul today on whom for not acting the trait
    silent_nights  nights in a row, and the days between them, in which nobody has acted (M0-29)
    """

    sides = SIDES

    options: VillageOptions
    cast: Cast
    players: dict[Seat, Player]
    night: int = 0
    phase: str = "deal"
    picks: dict[Seat, Seat] = field(default_factory=dict)
    nominations: list[Nomination] = field(default_factory=list)
    last_words: list[LastWords] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    winner: str | None = None
    reason: str = ""
    deck: dict[str, int] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    face_up: bool = False
    pairs: list[list[Seat]] = field(default_factory=list)
    crushes: list[list[Seat]] = field(default_factory=list)
    romances: list[list[Seat]] = field(default_factory=list)
    curses: list[Seat] = field(default_factory=list)
    foul_calls: dict[Seat, list[Seat]] = field(default_factory=dict)
    shooting: list[Seat] = field(default_factory=list)
    silent_nights: int = 0

    @property
    def round_number(self) -> int:
        return self.night

    def living_but(self, side: Side) -> list[Seat]:
        """The living who are not on this side."""
        return [seat for seat, player in self.players.items() if player.alive and SIDES[player.role] != side]

    def team(self) -> list[Seat]:
        """Every Rumplestiltskin and clone, living and dead."""
        return [seat for seat, player in self.players.items() if SIDES[player.role] == RUMPLESTILTSKIN]

    def able(self) -> list[Seat]:
        """Those who may nominate today: a toad and a sleeper may not (R0-14)."""
        return [seat for seat, player in self.players.items() if player.alive and not (player.asleep or player.toad)]

    def awake_of(self, side: Side) -> list[Seat]:
        """The living who are on this side and not asleep."""
        return [
            seat
            for seat, player in self.players.items()
            if player.alive and not player.asleep and SIDES[player.role] == side
        ]

    def votes(self) -> dict[Seat, int]:
        """The votes of today, of everybody who has any (R0-12)."""
        return {seat: votes for seat, player in self.players.items() if (votes := player.votes)}

    def holders(self, card: str) -> list[Seat]:
        """The players who can use this bonus card now."""
        return [seat for seat, player in self.players.items() if player.can_use(card)]

    def publicly_gone(self, role: str) -> bool:
        """Whether everybody can know that no living player holds this role.

        A role whose holder died unseen is not gone in public: the night must go on as if they lived (S0-12, S0-20).
        """
        hidden = self.cast.get(role, 0)
        if not hidden:
            return True
        for player in self.players.values():
            if player.revealed and player.role == role:
                hidden -= 1
        return hidden <= 0
