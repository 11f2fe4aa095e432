"""The village's options and built-in role sets, as data: the panel, the checks and the words come from here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from pydantic import Field, field_validator
from pydantic.config import JsonDict

from bot.engine.rulebook import Fault, RoleSet
from bot.games.hidden_roles.casts import Cast, CastOptions, cards_schema, changed, how_many
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
from bot.games.village.cards import BONUS_CARDS, DUD, PRINTED, RUMPLESTILTSKIN_NAMES, SPECIAL_NAMES, BonusName

SEATS = range(8, 21)
EVERYTHING_THREE_FROM = 15
HOUR = 3600
NEEDS_BONUS: JsonDict = {"needs": "bonus"}
"""For options that mean nothing as long as no bonus cards are dealt."""


CARDS = ("rumplestiltskin", *SPECIAL_NAMES, "villager")
NO_FAIRY_OR_HATTER: Cast = {"fairy_godmother": 0, "mad_hatter": 0}
TWO: Cast = {"rumplestiltskin": 2, "prince_charming": 0, "mad_hatter": 0}
TWO_WITHOUT_ESMERALDA: Cast = {**TWO, "esmeralda": 0}
NO_HATTER_OR_HOOK: Cast = {"mad_hatter": 0, "captain_hook": 0}
CLASSIC_UNLIKE: Mapping[int, Cast] = {
    8: {"fairy_godmother": 0, "little_mary": 0},
    9: {"mad_hatter": 0, "esmeralda": 1},
    **dict.fromkeys((10, 11, 12), NO_FAIRY_OR_HATTER),
    13: {**NO_FAIRY_OR_HATTER, "rumplestiltskin": 2, "captain_hook": 0},
    14: TWO_WITHOUT_ESMERALDA,
    15: TWO,
    16: {"mad_hatter": 0},
    **dict.fromkeys((17, 18), NO_HATTER_OR_HOOK),
}
"""By the number of players, what the classic set has otherwise than the rulings, so that the sides are nearly even
where everybody plays well: thirteen to fifteen are too few for three Rumplestiltskins, whatever cards they have. Found
by search, and measured: see `bot.games.village.balance`."""

EASY = ["huntsman", "little_mary", "sheriff", "prince_charming", "fairy_godmother"]
"""The specials whose powers explain themselves."""
BEGINNERS_HELPERS = {
    8: ["huntsman", "sheriff"],
    11: ["huntsman", "little_mary", "sheriff", "prince_charming"],
    12: ["huntsman", "little_mary", "sheriff", "fairy_godmother"],
}
"""Who helps a village of beginners, by the number of players, where not all who are easy do: as many as leave the sides
nearly even, among normal players or a little above, since beginners do not play like strong ones."""


def ruled_cast(seats: int) -> Cast:
    """R0-1 for the team's size, R0-2 for the order in which specials join, villagers for the rest."""
    team = 1 if seats == 8 else 2 if seats <= 12 else 3
    least_seats = {"mad_hatter": 9, "esmeralda": 10, "captain_hook": 11}
    specials = [name for name in SPECIAL_NAMES if seats >= least_seats.get(name, 8)]
    return _filled(seats, team, specials)


def classic_cast(seats: int) -> Cast:
    """The cast of the rulings, but where another is nearer to even."""
    return changed(ruled_cast(seats), CLASSIC_UNLIKE.get(seats, {}), CARDS)


def beginner_cast(seats: int) -> Cast:
    """Two to five helpers whose powers explain themselves; everybody else is a villager.

    Which of them, was measured: see `bot.games.village.balance`.
    """
    return _filled(seats, ruled_cast(seats)["rumplestiltskin"], BEGINNERS_HELPERS.get(seats, EASY))


def everything_cast(seats: int) -> Cast:
    """Every special the box holds, as long as one plain villager is left (R0-2).

    Where they do not all fit, the order is that of R0-2; but one Rumplestiltskin alone is no match for both Little Mary
    and the Sheriff, who could find them out, and is a match for those that are left without her and the Prince. With
    thirteen and fourteen players two are enough. Measured: see `bot.games.village.balance`.
    """
    team = min(ruled_cast(seats)["rumplestiltskin"], 3 if seats >= EVERYTHING_THREE_FROM else 2)
    specials = [name for name in SPECIAL_NAMES if team > 1 or name not in ("prince_charming", "little_mary")]
    return _filled(seats, team, specials[: seats - team - 1])


def enchanted_cast(seats: int) -> Cast:
    """The roles of R0-2, but in smaller villages only as many as the bonus cards leave it even with."""
    if seats > 12:
        return ruled_cast(seats)
    fairy = ["fairy_godmother"] if seats > 9 else []
    mary = ["little_mary"] if seats > 8 else []
    later = {"esmeralda": 10, "captain_hook": 11}
    joined = [name for name, least in later.items() if seats >= least]
    helpers = ["sheriff", "prince_charming", *fairy, *mary, "huntsman", *joined]
    return _filled(seats, ruled_cast(seats)["rumplestiltskin"], helpers)


def _filled(seats: int, team: int, specials: list[str]) -> Cast:
    return {
        "rumplestiltskin": team,
        **dict.fromkeys(specials, 1),
        "villager": seats - team - len(specials),
    }


def bonus_deck(cards: Collection[str], seats: int) -> dict[str, int]:
    """How many of which bonus card are shuffled for so many players (R0-3); empty when the module is not played.

    Duds fill it up to four cards more than players.
    """
    if not cards:
        return {}
    copies = {card: PRINTED[card].copies(seats) for card in BONUS_CARDS if card in cards}
    deck: dict[str, int] = {card: count for card, count in copies.items() if count}
    return {**deck, DUD: max(PRINTED[DUD].copies(seats), seats + 4 - sum(deck.values()))}


class VillageOptions(CastOptions):
    """How a village is played. Times are in seconds."""

    casts: Mapping[int, Cast] = Field(
        default_factory=lambda: {seats: ruled_cast(seats) for seats in SEATS},
        title="Roles",
        description="Which cards are in the deck at which number of players.",
    )
    introductions: bool = Field(
        True, title="Introductions", description="On the first day everybody gives an alias before night falls."
    )
    introduction_seconds: int = Field(
        90, ge=10, le=86400, title="Introductions last", description="Time to think of an alias, in seconds."
    )
    night_seconds: int = Field(
        75, ge=10, le=172800, title="Night lasts", description="Time for everybody's night panel, in seconds."
    )
    healing_seconds: int = Field(
        25, ge=5, le=86400, title="Hour of healing", description="Time for the Fairy Godmother, in seconds."
    )
    huntsman_seconds: int = Field(
        30, ge=5, le=86400, title="Huntsman's last shot", description="Time for a dying Huntsman, in seconds."
    )
    day_seconds: int = Field(
        300,
        ge=30,
        le=604800,
        title="Day lasts",
        description="From dawn until nobody can be burned any more, in seconds.",
    )
    warning_seconds: int = Field(
        60,
        ge=5,
        le=86400,
        title="Warning",
        description="So long before the end of the day the village is warned, and the ballot opens by itself.",
    )
    vote_seconds: int = Field(
        30, ge=5, le=86400, title="A vote lasts", description="Time to vote on one nominee, in seconds."
    )
    last_words_seconds: int = Field(
        20,
        ge=0,
        le=3600,
        title="Last words",
        description="Time a nominee has to speak before the vote can end. 0: none.",
    )
    open_ballot: bool = Field(
        False,
        title="One open ballot",
        description="All nominees stand on one ballot with live counts, instead of one vote after the other.",
    )
    reballots_most: int = Field(
        3, ge=0, le=10, title="Repeats after a tie", description="So many repeats of a ballot before nobody burns."
    )
    quick_nights: bool = Field(
        False,
        title="Quick nights",
        description="Dawn comes once everybody has answered. Faster, but a night's length can give something away.",
    )
    all_must_point: bool = Field(
        True,
        title="All must point",
        description="Every Rumplestiltskin must point at the victim. Off: those who do must agree; silence is no veto.",
    )
    powers_seconds: int = Field(
        15,
        ge=5,
        le=86400,
        title="Hour of powers",
        description="Where not all must point: time for the team's powers when the panels have closed, in seconds.",
    )
    huntsman_any_death: bool = Field(
        True,
        title="Huntsman shoots by day too",
        description="Off: only a Huntsman who dies at night shoots.",
    )
    dead_watch: bool = Field(
        True, title="The dead see all", description="Dead players may look at every role. They cannot speak of it here."
    )
    free_seats: bool = free_seats()
    quiet_guests: bool = quiet_guests()
    pace: Pace = pace()
    guests_see_all: bool = guests_see_all()
    dead_room: bool = dead_room()
    may_be_longer: bool = may_be_longer()
    nights_wait: bool = nights_wait()

    bonus: tuple[BonusName, ...] = Field(
        (),
        title="Bonus cards",
        description="Which cards are in the bonus deck, one for everybody. None: it is left in the box.",
    )
    redraw_seconds: int = Field(
        45,
        ge=5,
        le=86400,
        title="One redraw",
        description="Time to exchange the bonus card once, in seconds.",
        json_schema_extra=NEEDS_BONUS,
    )
    lovers_seconds: int = Field(
        25,
        ge=5,
        le=86400,
        title="Hour of hearts",
        description="On the first night, time for the Lovers and after them for the Third Wheel, in seconds.",
        json_schema_extra=NEEDS_BONUS,
    )
    resurrection_seconds: int = Field(
        20,
        ge=5,
        le=86400,
        title="Hour of return",
        description="Time for the Resurrection spell, in seconds.",
        json_schema_extra=NEEDS_BONUS,
    )
    redirect_seconds: int = Field(
        15,
        ge=5,
        le=86400,
        title="A spell flies",
        description="Time for a target to turn a spell aside, in seconds. It passes whether or not somebody can.",
        json_schema_extra=NEEDS_BONUS,
    )
    persuade_seconds: int = Field(
        20,
        ge=5,
        le=86400,
        title="Smooth talk",
        description="Time for the Smooth Talker after a count, in seconds.",
        json_schema_extra=NEEDS_BONUS,
    )
    foul_votes: bool = Field(
        True,
        title="Fouls by vote",
        description="The village may call a foul on a Drunk or Town Idiot who forgets the part: it costs today's vote.",
        json_schema_extra=NEEDS_BONUS,
    )
    slur: bool = Field(
        False,
        title="The Mirror slurs",
        description="What the Drunk writes is taken away and said again with a heavy tongue.",
        json_schema_extra=NEEDS_BONUS,
    )

    stake_wakes: bool = False
    """Whether a Huntsman who was put to sleep shoots when the village burns them (R0-9)."""
    sleepers_unseen: bool = False
    """Whether there is nothing to see for Little Mary when all of the team sleep (S0-13)."""
    ballot_needs_nominees: bool = False
    """Whether an open ballot ends when no nominee is left."""
    protection_saved: bool = False
    """Whether the dawn tells of a protection only where it saved a life, the Hatter's victim aside (R0-8)."""
    silence_draws: bool = False
    """Whether three nights in which nobody acts are a draw (M0-29)."""
    cards_explained: bool = False
    """Whether everybody is told before the first night what the cards do that may be in the game (S0-2)."""
    claims: bool = False
    """Whether people may make claims by day and as last words, which everybody can weigh."""
    claims_are_silence: bool = False
    """Whether a day on which people have only made claims is one on which nobody has acted (M0-29)."""
    cards_have_a_clock: bool = False
    """Whether the game begins by itself when somebody does not look at their card."""

    settled: ClassVar[Mapping[str, Any]] = {
        "stake_wakes": True,
        "sleepers_unseen": True,
        "ballot_needs_nominees": True,
        "protection_saved": True,
        "silence_draws": True,
        "cards_explained": True,
        "claims": True,
        "claims_are_silence": True,
        "cards_have_a_clock": True,
    }

    @field_validator("bonus")
    @classmethod
    def _in_the_order_of_the_box(cls, cards: tuple[BonusName, ...]) -> tuple[BonusName, ...]:
        """Each card once; a deal must not depend on the order in which somebody chose them."""
        return tuple(card for card in BONUS_CARDS if card in cards)

    def faults(self, seats: int) -> list[Fault]:
        """Why so many people cannot play with these options."""
        faults = []
        if seats not in self.casts:
            faults.append(Fault(key="fault.village.no_cast", values={"seats": seats}))
        else:
            faults += cast_faults(seats, self.casts[seats])
        return faults

    def cards_in_game(self, seats: int) -> frozenset[str]:
        bonus = bonus_deck(self.bonus, seats)
        module = {"bonus", *bonus} if bonus else set()
        return super().cards_in_game(seats) | {*RUMPLESTILTSKIN_NAMES} | module

    @property
    def shoots_by_day(self) -> bool:
        """Whether a Huntsman who dies by day shoots as well."""
        return self.huntsman_any_death

    @property
    def warned_seconds(self) -> int:
        """How long before its end the village is warned; a warning as long as the day comes a second after dawn."""
        return min(self.warning_seconds, self.day_seconds - 1)

    @classmethod
    def cards_schema(cls, seats: int) -> dict[str, Any]:
        """What `cast_faults` says, for a list of the cards."""
        teams = [team for team in range(1, len(RUMPLESTILTSKIN_NAMES) + 1) if not is_decided(seats, team)]
        return cards_schema(
            seats,
            ("rumplestiltskin", *SPECIAL_NAMES, "villager"),
            how_many(1, teams[-1], "rumplestiltskin"),
            *(how_many(0, 1, name) for name in SPECIAL_NAMES),
            how_many(1, seats, "villager"),
        )


def cast_faults(seats: int, cast: Cast) -> list[Fault]:
    """A fault for everything that keeps this cast from being played."""
    faults = []
    named = {"seats": seats}
    unknown = sorted(name for name in cast if name not in ("rumplestiltskin", "villager", *SPECIAL_NAMES))
    if unknown:
        faults.append(Fault(key="fault.village.unknown_role", values={**named, "role": unknown[0]}))
    total = sum(cast.values())
    if total != seats or min(cast.values(), default=0) < 0:
        faults.append(Fault(key="fault.village.total", values={**named, "total": total}))
    team = cast.get("rumplestiltskin", 0)
    if not 1 <= team <= len(RUMPLESTILTSKIN_NAMES):
        faults.append(Fault(key="fault.village.team", values={**named, "team": team}))
    doubles = sorted(name for name in SPECIAL_NAMES if cast.get(name, 0) > 1)
    if doubles:
        faults.append(Fault(key="fault.village.double", values={**named, "role": doubles[0]}))
    if cast.get("villager", 0) < 1:
        faults.append(Fault(key="fault.village.no_villager", values=named))
    if is_decided(seats, team):
        faults.append(Fault(key="fault.village.decided", values=named))
    return faults


def is_decided(seats: int, team: int) -> bool:
    """Whether so large a team has won before the first night."""
    return team >= seats - team or seats - team <= 2


def cards_of(cast: Cast) -> list[str]:
    """The cards of a cast but the Rumplestiltskins', which chance chooses among three (R0-1).

    In the order of their names: a deal must not depend on the order in which somebody wrote the cast down.
    """
    return [name for name, count in sorted(cast.items()) if name != "rumplestiltskin" for _ in range(count)]


def cards_in_play(options: VillageOptions, seats: int) -> dict[str, Any]:
    """The role cards and the bonus cards that may be in a game of so many, by name, and how large the team is (S0-2).

    Made of what everybody knows: where chance picks among cards, as among the three of the Rumplestiltskins, all of
    them are here, and nothing tells which were picked.
    """
    cast = options.cast(seats)
    roles = [name for name in (*SPECIAL_NAMES, "villager") if cast.get(name)]
    bonus = list(bonus_deck(options.bonus, seats))
    return {"roles": [*RUMPLESTILTSKIN_NAMES, *roles], "team": cast["rumplestiltskin"], "bonus": bonus}


def _built_in(name: str, **chosen: Any) -> RoleSet:
    """A built-in set: with the readings that are played today where people choose between two."""
    return RoleSet(name, VillageOptions(all_must_point=False, quiet_guests=True, **chosen))


ROLE_SETS = (
    _built_in("classic", casts={seats: classic_cast(seats) for seats in SEATS}),
    _built_in("beginner", casts={seats: beginner_cast(seats) for seats in SEATS}, night_seconds=90),
    _built_in("everything", casts={seats: everything_cast(seats) for seats in SEATS}),
    _built_in("enchanted", casts={seats: enchanted_cast(seats) for seats in SEATS}, bonus=BONUS_CARDS),
    _built_in(
        "slow",
        casts={seats: classic_cast(seats) for seats in SEATS},
        open_ballot=True,
        introduction_seconds=12 * HOUR,
        night_seconds=9 * HOUR,
        powers_seconds=HOUR // 2,
        healing_seconds=HOUR // 2,
        huntsman_seconds=HOUR,
        day_seconds=13 * HOUR,
        warning_seconds=4 * HOUR,
        vote_seconds=2 * HOUR,
        last_words_seconds=HOUR // 2,
        redraw_seconds=12 * HOUR,
        lovers_seconds=2 * HOUR,
        resurrection_seconds=HOUR // 2,
        redirect_seconds=HOUR // 2,
        persuade_seconds=HOUR // 2,
    ),
)
"""`slow`: a night and a day together take 24 hours, with a shot of the Huntsman in it. Whoever adds bonus cards to it
has time for these as well."""
