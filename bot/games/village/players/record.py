"""What everybody in a village has seen and heard so far: all that computer players who think in worlds weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import SUSPECT, TRUST, Claim
from bot.games.village.players.suspicion import known_roles
from bot.games.village.views import BallotView, NominationView, VillageView


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

    @property
    def team_size(self) -> int:
        return self.count("rumplestiltskin")

    def count(self, card: str) -> int:
        """How many of a card are in the game."""
        return dict(self.cast).get(card, 0)

    def player(self, seat: Seat) -> PlayerRecord:
        return self.players[seat - 1]


def record_of(view: VillageView) -> Record:
    """What everybody knows of all that this seat sees."""
    roles, today = known_roles(view, public=True), view.night
    is_voted = any(ballot.day == today for ballot in view.ballots)
    return Record(
        night=today,
        cast=tuple(view.cast.items()),
        players=tuple(
            PlayerRecord(one.seat, one.alive, one.end, one.end_night, roles[one.seat]) for one in view.players
        ),
        nominations=tuple(said for said in view.nominations if said.day < today or is_voted),
        claims=tuple(said for said in view.claims if said.day < today or said.kind not in (SUSPECT, TRUST)),
        ballots=tuple(ballot for ballot in view.ballots if ballot.counted),
    )
