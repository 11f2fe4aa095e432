"""Mafia's options and built-in role sets, as data: the panel, the checks and the words come from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from bot.engine.rulebook import Fault, RoleSet
from bot.games.hidden_roles.casts import Cast, CastOptions, cards_schema, changed, how_many
from bot.games.mafia.cards import MANY, ROLE_NAMES
from bot.games.table_options import (
    Pace,
    dead_room,
    free_seats,
    guests_see_all,
    may_be_longer,
    nights_wait,
    pace,
    quiet_guests,
)

SEATS = range(6, 21)
SPORT_SEATS = 10
SLOW_SEATS = range(6, 13)
HOUR = 3600
MANIAC_FROM = 10
CLUB_UNLIKE: Mapping[int, Cast] = {
    6: {"mafia": 1},
    8: {"doctor": 0},
    11: {"doctor": 0},
    12: {"mafia": 1},
    **{seats: {"mafia": 1, "doctor": 0} for seats in (13, 14, 15)},
    **{seats: {"mafia": 2, "doctor": 0} for seats in (16, 18, 20)},
    **{seats: {"mafia": 2} for seats in (17, 19)},
}
"""By the number of players, what the club's set has otherwise than R3-1, so that its sides are nearer to even. Found by
search (`tests/benchmarks/casts.py`), and measured: see `bot.games.mafia.balance`."""
EVEN_UNLIKE: Mapping[int, Cast] = {
    6: {"mafia": 1},
    8: {"mafia": 2, "lover": 1},
    10: {"mafia": 2, "doctor": 0},
    12: {"doctor": 0},
    13: {"doctor": 0},
    **{seats: {"mafia": 2} for seats in range(16, 21)},
}
MILD_UNLIKE: Mapping[int, Cast] = {
    6: {"mafia": 1, "doctor": 0},
    7: {"doctor": 0},
    **{seats: {"mafia": 2} for seats in (8, 9, 10, 11, *range(16, 21))},
    12: {"mafia": 1},
}
"""The same of the sets that have the club's cards but the Maniac."""
PLAIN_MAFIA: Mapping[int, int] = {seats: 1 if seats in (6, 7, 8, 9, 11, 13) else 2 for seats in SEATS}
"""How many Mafia the plain set has beside the Don. With an odd number of players they win more often: a day without a
vote costs the reds more."""


def club_cast(seats: int) -> Cast:
    """The counts of R3-1. With the Maniac, three sides play."""
    mafia = 0 if seats == 6 else 1 if seats <= 11 else 2 if seats <= 15 else 3
    specials = ["sheriff", "doctor", *(["lover"] if seats >= 9 else []), *(["maniac"] if seats >= MANIAC_FROM else [])]
    return _filled(seats, mafia, specials)


def fair_club_cast(seats: int) -> Cast:
    """The same, but where another cast is nearer to even among strong players: the Lover plays from 9 players on and
    the Maniac from 10, as the club has it."""
    return changed(club_cast(seats), CLUB_UNLIKE.get(seats, {}), ROLE_NAMES)


def even_cast(seats: int) -> Cast:
    """The club's cards but the Maniac, with so many of each that both sides are about equally strong."""
    return changed(club_cast(seats), {"maniac": 0, **EVEN_UNLIKE.get(seats, {})}, ROLE_NAMES)


def mild_cast(seats: int) -> Cast:
    """The same for a game in which nobody is killed in the first night and no tie sends anybody out."""
    return changed(club_cast(seats), {"maniac": 0, **MILD_UNLIKE.get(seats, {})}, ROLE_NAMES)


def plain_cast(seats: int) -> Cast:
    """Nobody but Don, Mafia, Sheriff and Citizens."""
    return _filled(seats, PLAIN_MAFIA[seats], ["sheriff"])


def sport_cast() -> Cast:
    """The sport game's ten: Don, two Mafia, the Sheriff, six Citizens (R3-1)."""
    return _filled(SPORT_SEATS, 2, ["sheriff"])


def _filled(seats: int, mafia: int, specials: list[str]) -> Cast:
    citizens = seats - 1 - mafia - len(specials)
    counts = {"don": 1, "mafia": mafia, **dict.fromkeys(specials, 1), "citizen": citizens}
    return {role: counts[role] for role in ROLE_NAMES if counts.get(role)}


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
    leavers: Literal["computer", "out"] = Field(
        "computer",
        title="Whoever leaves the table",
        description="A computer player goes on, or a person who stands by; or the seat is disqualified (R3-14).",
    )
    still_rounds_most: int = Field(
        3, ge=1, le=20, title="Rounds without a departure", description="After so many in a row the game is drawn."
    )
    dead_watch: bool = Field(
        True, title="The departed see all", description="Who has left may look at every card, and must not speak of it."
    )
    free_seats: bool = free_seats()
    quiet_guests: bool = quiet_guests()
    pace: Pace = pace()
    guests_see_all: bool = guests_see_all()
    dead_room: bool = dead_room()
    may_be_longer: bool = may_be_longer()
    nights_wait: bool = nights_wait()
    departed_stand: bool = True
    """Whether a speaker may nominate somebody who was sent out during that speech (R3-4)."""
    don_may_pass: bool = False
    """Whether the Don has a button to search nobody (M3-15)."""
    searches_in_vain: bool = True
    """Whether the Don is asked where to look for a Sheriff although none is dealt (M3-15)."""
    last_word_stays: bool = False
    """Whether the last word on the victim can be changed after all of the team have pointed (M3-2)."""
    night_fouls: bool = False
    """Whether a player can be disqualified at night (R3-14)."""
    claims: bool = False
    """Whether a player who has the floor may make claims, which everybody can weigh."""
    cards_have_a_clock: bool = False
    """Whether the game begins by itself when somebody does not look at their card."""

    settled: ClassVar[Mapping[str, Any]] = {
        "departed_stand": False,
        "don_may_pass": True,
        "searches_in_vain": False,
        "last_word_stays": True,
        "night_fouls": True,
        "claims": True,
        "cards_have_a_clock": True,
    }

    def faults(self, seats: int) -> list[Fault]:
        """Why so many people cannot play with these options."""
        if seats not in self.casts:
            return [Fault(key="fault.mafia.no_cast", values={"seats": seats})]
        return [*cast_faults(seats, self.casts[seats]), *self._over_at_once()]

    @classmethod
    def cards_schema(cls, seats: int) -> dict[str, Any]:
        """What `cast_faults` says, for a list of the cards."""
        most, beside_a_maniac = (seats - 1) // 2, (seats - 2) // 2
        return cards_schema(
            seats,
            ROLE_NAMES,
            *(how_many(0, 1, role) for role in ROLE_NAMES if role not in MANY),
            how_many(1, most, "don", "mafia"),
            {"if": how_many(1, 1, "maniac"), "then": how_many(1, beside_a_maniac, "don", "mafia")},
        )

    @classmethod
    def more_schema(cls) -> Sequence[Mapping[str, Any]]:
        """What `_over_at_once` says."""
        at_once = {"still_rounds_most": {"const": 1}, "first_night_kill": {"const": False}}
        return ({"not": {"properties": at_once, "required": list(at_once)}},)

    def _over_at_once(self) -> list[Fault]:
        """One quiet round is a draw: then a first night without deaths ends the game unless the first vote hits."""
        if self.still_rounds_most == 1 and not self.first_night_kill:
            return [Fault(key="fault.mafia.still_rounds")]
        return []


def cast_faults(seats: int, cast: Cast) -> list[Fault]:
    """A fault for everything that keeps this cast from being played."""
    faults = []
    named = {"seats": seats}
    unknown = sorted(role for role in cast if role not in ROLE_NAMES)
    if unknown:
        faults.append(Fault(key="fault.mafia.unknown_role", values={**named, "role": unknown[0]}))
    total = sum(cast.values())
    if total != seats or min(cast.values(), default=0) < 0:
        faults.append(Fault(key="fault.mafia.total", values={**named, "total": total}))
    doubles = [role for role in ROLE_NAMES if role not in MANY and cast.get(role, 0) > 1]
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
    return [role for role in ROLE_NAMES for _ in range(cast.get(role, 0))]


def _built_in(name: str, **chosen: Any) -> RoleSet:
    """A built-in set: who speaks is a matter of the rules, so whoever has no seat does not."""
    return RoleSet(name, MafiaOptions(quiet_guests=True, **chosen))


ROLE_SETS = (
    _built_in("club", casts={seats: fair_club_cast(seats) for seats in SEATS}),
    _built_in("even", casts={seats: even_cast(seats) for seats in SEATS}),
    _built_in("sport", casts={SPORT_SEATS: sport_cast()}, one_nominee="leaves_after_first_day"),
    _built_in("plain", casts={seats: plain_cast(seats) for seats in SEATS}),
    _built_in(
        "mild",
        casts={seats: mild_cast(seats) for seats in SEATS},
        ties="mild",
        fouls="off",
        first_night_kill=False,
    ),
    _built_in(
        "slow",
        casts={seats: even_cast(seats) for seats in SLOW_SEATS},
        night_seconds=9 * HOUR,
        speech_seconds=3 * HOUR // 4,
        vote_seconds=HOUR // 6,
        defence_seconds=HOUR // 2,
        final_seconds=HOUR // 2,
    ),
)
"""`slow`: a night and a day together take 24 hours at most, if the votes are tied at most once; so many can speak."""
