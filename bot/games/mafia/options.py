"""Mafia's options and built-in role sets, as data: the panel, the checks and the words come from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from bot.engine.rulebook import Fault, RoleSet
from bot.games.hidden_roles.casts import Cast, CastOptions
from bot.games.mafia.cards import ROLES

SEATS = range(6, 21)
SPORT_SEATS = 10
SINGLE = ("don", "maniac", "sheriff", "doctor", "lover")
"""Cards that can be in a cast once."""


def club_cast(seats: int) -> Cast:
    """The counts of R3-1."""
    mafia = 0 if seats == 6 else 1 if seats <= 11 else 2 if seats <= 15 else 3
    specials = ["sheriff", "doctor"]
    specials += ["lover"] if seats >= 9 else []
    specials += ["maniac"] if seats >= 10 else []
    return _filled(seats, mafia, specials)


def plain_cast(seats: int) -> Cast:
    """The club's counts with nobody but Don, Mafia, Sheriff and Citizens."""
    return _filled(seats, club_cast(seats).get("mafia", 0) + (seats >= 10), ["sheriff"])


def sport_cast() -> Cast:
    """The sport game's ten: Don, two Mafia, the Sheriff, six Citizens (R3-1)."""
    return _filled(SPORT_SEATS, 2, ["sheriff"])


def _filled(seats: int, mafia: int, specials: list[str]) -> Cast:
    citizens = seats - 1 - mafia - len(specials)
    counts = {"don": 1, "mafia": mafia, **dict.fromkeys(specials, 1), "citizen": citizens}
    return {role: counts[role] for role in ROLES if counts.get(role)}


class MafiaOptions(CastOptions):
    """How Mafia is played. Times are in seconds."""

    casts: Mapping[int, Cast] = Field(
        default_factory=lambda: {seats: club_cast(seats) for seats in SEATS},
        title="Roles",
        description="Which cards are dealt at which number of players.",
    )
    speech_seconds: int = Field(
        60, ge=10, le=86400, title="A speech lasts", description="Time for each speech of the day, in seconds."
    )
    defence_seconds: int = Field(
        30, ge=5, le=86400, title="A defence lasts", description="Time for each of those tied in a vote, in seconds."
    )
    final_seconds: int = Field(
        60, ge=0, le=86400, title="Final words", description="Time for who leaves, in seconds. 0: none."
    )
    vote_seconds: int = Field(
        15, ge=5, le=86400, title="A vote lasts", description="Time to raise a hand for one nominee, in seconds."
    )
    night_seconds: int = Field(
        60, ge=10, le=172800, title="Night lasts", description="Time for everybody's night panel, in seconds."
    )
    quick_nights: bool = Field(
        False,
        title="Quick nights",
        description="Morning comes once everybody has answered. Faster, but a night's length can give something away.",
    )
    first_night_kill: bool = Field(
        True, title="Deaths in the first night", description="Off: nobody can be killed in the first night."
    )
    one_nominee: Literal["no_vote", "leaves_after_first_day"] = Field(
        "no_vote",
        title="A single nominee",
        description="No vote on any day; or, as in sport, only on the first: later a single nominee leaves.",
    )
    ties: Literal["sport", "mild"] = Field(
        "sport",
        title="Tied again",
        description="Sport: the table decides whether all who are tied leave. Mild: nobody leaves.",
    )
    reveal: Literal["end", "leaving"] = Field(
        "end", title="Cards are shown", description="At the end of the game, or when a player leaves."
    )
    fouls: Literal["four", "halving", "off"] = Field(
        "four",
        title="Fouls",
        description="Four: the third costs a speech, the fourth the game. Halving: each costs more. Off: none.",
    )
    still_rounds_most: int = Field(
        3, ge=1, le=20, title="Rounds without a departure", description="After so many in a row the game is drawn."
    )
    dead_watch: bool = Field(
        True, title="The departed see all", description="Who has left may look at every card, and must not speak of it."
    )

    def faults(self, seats: int) -> list[Fault]:
        """Why so many people cannot play with these options."""
        if seats not in self.casts:
            return [Fault(key="fault.mafia.no_cast", values={"seats": seats})]
        return cast_faults(seats, self.casts[seats])


def cast_faults(seats: int, cast: Cast) -> list[Fault]:
    """A fault for everything that keeps this cast from being played."""
    faults = []
    named = {"seats": seats}
    unknown = sorted(role for role in cast if role not in ROLES)
    if unknown:
        faults.append(Fault(key="fault.mafia.unknown_role", values={**named, "role": unknown[0]}))
    total = sum(cast.values())
    if total != seats or min(cast.values(), default=0) < 0:
        faults.append(Fault(key="fault.mafia.total", values={**named, "total": total}))
    doubles = [role for role in SINGLE if cast.get(role, 0) > 1]
    if doubles:
        faults.append(Fault(key="fault.mafia.double", values={**named, "role": doubles[0]}))
    mafia = cast.get("don", 0) + cast.get("mafia", 0)
    if not mafia:
        faults.append(Fault(key="fault.mafia.no_mafia", values=named))
    elif mafia >= seats - mafia - cast.get("maniac", 0):
        faults.append(Fault(key="fault.mafia.decided", values=named))
    return faults


def cards_of(cast: Cast) -> list[str]:
    """The cards of a cast, in a fixed order: a deal must not depend on the order in which a cast was written down."""
    return [role for role in ROLES for _ in range(cast.get(role, 0))]


SPORT = MafiaOptions(casts={SPORT_SEATS: sport_cast()}, one_nominee="leaves_after_first_day")

ROLE_SETS = (
    RoleSet("club", MafiaOptions()),
    RoleSet("sport", SPORT),
    RoleSet("plain", MafiaOptions(casts={seats: plain_cast(seats) for seats in SEATS})),
    RoleSet("mild", MafiaOptions(ties="mild", fouls="off", first_night_kill=False)),
)
