"""Claims: what is said about somebody in public, as data that everybody can weigh; chat is never read.

A claim is written as a code, `#suspect.3.voted.5`: what is said, about whom, why, and who else has to do with it.
People choose it from a menu and computer players from the same choices; the words come from the wording files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from bot.engine.questions import Seat
from bot.engine.rulebook import Table

SUSPECT = "suspect"
TRUST = "trust"
CHECKED = "checked"
"""'I have found out that this player is one of them.'"""
CLEARED = "cleared"
"""'I have found out that this player is none of them.'"""
I_AM = "i_am"
KINDS = (SUSPECT, TRUST, CHECKED, CLEARED, I_AM)

AGAINST = (SUSPECT, CHECKED)
"""What is said against somebody."""

GUT = "gut"
QUIET = "quiet"
CALM = "calm"
VOTED = "voted"
NAMED = "named"
ACCUSED = "accused"
DEFENDED = "defended"
CONTRADICTED = "contradicted"
DEEDS = (VOTED, NAMED, ACCUSED, DEFENDED, CONTRADICTED)
"""What somebody has done to somebody else in everybody's sight."""
REASONS = {SUSPECT: (GUT, QUIET, *DEEDS), TRUST: (GUT, CALM, VOTED)}
"""The reasons there are for each kind of claim that has any."""
DEEDS_MOST = 4
"""So many deeds of each player are offered as reasons, the newest first."""
SHARED_CARDS = ("citizen", "villager")
"""The cards that several may hold, of those that people claim to hold."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something said in public.

    day, occasion  when, as the day is counted and as the question was called
    about  the player it is about, the speaker in a claim to a role; why: the reason, or that role
    other  who else has to do with it: whom they have voted for, whom they have accused; 0 for nobody
    turn   how often the same was said for the same reason at this table before, so that it is said in other words
    """

    day: int
    occasion: str
    by: Seat
    kind: str
    about: Seat
    why: str
    other: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that `by` has done to `other` in everybody's sight: one of DEEDS."""

    by: Seat
    what: str
    other: Seat


@cache  # a table has few seats, and there are few kinds and reasons; each is asked for at every answer
def code(kind: str, about: Seat, why: str = "", other: Seat = 0) -> str:
    """A claim as it stands among the choices and in journals."""
    if kind == I_AM:
        return f"#{kind}.{why}"
    return f"#{kind}.{about}" + f".{why}" * bool(why) + f".{other}" * bool(other)


def is_claim(value: object) -> bool:
    """Whether this answer is a claim."""
    return isinstance(value, str) and value.startswith("#") and kind_of(value) in KINDS


def kind_of(value: str) -> str:
    """What kind of claim a code stands for."""
    return value[1:].partition(".")[0]


def read_code(value: str, by: Seat) -> tuple[str, Seat, str, Seat]:
    """Kind, about whom, why and who else, of a code that `by` has chosen."""
    kind, *parts = value[1:].split(".")
    if kind == I_AM:
        return kind, by, parts[0], 0
    about, why, other = [*parts, "", ""][:3]
    return kind, int(about), why, int(other or 0)


# -- what can be said --------------------------------------------------------------------------------------------------


def claims_about(others: Iterable[Seat], deeds: Sequence[Deed], *, may_know: bool) -> list[str]:
    """What can be said about these players, who have done these deeds; `may_know`: whether it can be more than a
    guess."""
    done = _newest_first(deeds)
    return [one for seat in others for one in _about(seat, done.get(seat, []), may_know=may_know)]


def claims_to_roles(roles: Iterable[str]) -> list[str]:
    """The cards that somebody may say they hold."""
    return [code(I_AM, 0, role) for role in roles]


def _newest_first(deeds: Sequence[Deed]) -> dict[Seat, list[Deed]]:
    """What each of them has done to others, each deed once, where it was done last."""
    done: dict[Seat, list[Deed]] = {}
    for deed in dict.fromkeys(reversed(deeds)):
        if deed.other != deed.by:
            done.setdefault(deed.by, []).append(deed)
    return done


def _about(seat: Seat, own: Sequence[Deed], *, may_know: bool) -> list[str]:
    said: list[str] = []
    for kind, reasons in REASONS.items():
        said += _guesses(kind, seat)
        done = [deed for deed in own if deed.what in reasons]
        said += [code(kind, seat, deed.what, deed.other) for deed in done[:DEEDS_MOST]]
    return said + ([code(CHECKED, seat), code(CLEARED, seat)] if may_know else [])


@cache
def _guesses(kind: str, seat: Seat) -> tuple[str, ...]:
    """The claims of this kind that need no deed."""
    return tuple(code(kind, seat, why) for why in REASONS[kind] if why not in DEEDS)


def deeds_of_words(claims: Sequence[Claim], speakers: Collection[Seat]) -> list[Deed]:
    """Whom these players have accused, defended and contradicted by what they said, in order."""
    deeds = []
    for place, said in enumerate(claims):
        if said.by not in speakers:
            continue
        if said.kind in AGAINST:
            deeds.append(Deed(said.by, ACCUSED, said.about))
        elif said.kind in (TRUST, CLEARED):
            deeds.append(Deed(said.by, DEFENDED, said.about))
        if said.kind not in (SUSPECT, TRUST):
            deeds += [Deed(said.by, CONTRADICTED, seat) for seat in _contradicted(said, claims[:place])]
    return deeds


def _contradicted(said: Claim, before: Sequence[Claim]) -> list[Seat]:
    """Who had said what cannot be true together with this."""
    return [other.by for other in before if other.by != said.by and _exclude(said, other)]


def _exclude(one: Claim, other: Claim) -> bool:
    """Whether one of these two is a lie or a mistake."""
    if one.kind == I_AM and other.kind == I_AM:
        return one.why == other.why and one.why not in SHARED_CARDS
    return one.about == other.about and {one.kind, other.kind} == {CHECKED, CLEARED}


# -- saying it ---------------------------------------------------------------------------------------------------------


def make_claim(table: Table, claims: list[Claim], day: int, occasion: str, by: Seat, value: str) -> None:
    """Somebody says this: it stands among the table's claims, and everybody hears it."""
    kind, about, why, other = read_code(value, by)
    turn = sum((said.kind, said.why) == (kind, why) for said in claims)
    said = Claim(day=day, occasion=occasion, by=by, kind=kind, about=about, why=why, other=other, turn=turn)
    claims.append(said)
    table.announce("said.claim", by=by, kind=kind, about=about, why=why, other=other, turn=turn)
