"""What everybody in a village has seen and heard so far: all that computer players who think in worlds weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import SUSPECT, TRUST, Claim
from bot.games.village.players.suspicion import known_roles
from bot.games.village.views import BallotView, NominationView, PlayerView, VillageView

OPINIONS = (SUSPECT, TRUST)
"""What is said of somebody on lesser grounds than that it was found out."""


class PlayerRecord(NamedTuple):
    """A player as everybody knows them; `role` is None while nobody has seen their card."""

    seat: Seat
    alive: bool
    end: str | None
    end_night: int
    role: str | None


@dataclass(frozen=True)
class Record:
    """The same for all who sit at a table, so that it is weighed once for all of them.

    Opinions of today are not in it, nor who is named before the village votes: what everybody says at the same time
    tells little, and tomorrow one can tell by it who was right.
    """

    night: int
    cast: tuple[tuple[str, int], ...]
    players: tuple[PlayerRecord, ...]
    nominations: tuple[NominationView, ...]
    claims: tuple[Claim, ...]
    ballots: tuple[BallotView, ...]

    def __hash__(self) -> int:
        """Nothing of what was said goes into it but how much that is: that it is the same is soon seen then."""
        return hash((self.night, self.players, len(self.nominations), len(self.claims), len(self.ballots)))

    @property
    def team_size(self) -> int:
        return self.count("rumplestiltskin")

    def count(self, card: str) -> int:
        """How many of a card are in the game."""
        return dict(self.cast).get(card, 0)

    def player(self, seat: Seat) -> PlayerRecord:
        return self.players[seat - 1]


class Seen(NamedTuple):
    """What of a view tells something to those who think in worlds: as long as it is the same, so is the record."""

    night: int
    players: tuple[PlayerView, ...]
    nominations: tuple[NominationView, ...]
    claims: tuple[Claim, ...]
    ballots: tuple[BallotView, ...]


def seen_in(view: VillageView) -> Seen:
    today = view.night
    is_voted = bool(view.ballots) and view.ballots[-1].day == today
    return Seen(
        night=today,
        players=view.players,
        nominations=view.nominations if is_voted else tuple([said for said in view.nominations if said.day < today]),
        claims=tuple([said for said in view.claims if said.day < today or said.kind not in OPINIONS]),
        ballots=tuple([ballot for ballot in view.ballots if ballot.counted]),
    )


def record_of(view: VillageView, seen: Seen) -> Record:
    """What everybody knows of all that this seat sees; `seen`: what was seen in the view."""
    roles = known_roles(view, public=True)
    return Record(
        night=seen.night,
        cast=tuple(view.cast.items()),
        players=tuple(
            [PlayerRecord(one.seat, one.alive, one.end, one.end_night, roles[one.seat]) for one in view.players]
        ),
        nominations=seen.nominations,
        claims=seen.claims,
        ballots=seen.ballots,
    )
