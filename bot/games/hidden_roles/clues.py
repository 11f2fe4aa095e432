"""What tells most against somebody: everything that was said or done is taken away once, and the reckoning made again.

So a reason is true of whatever way of reckoning there is: without this clue that player would look better. It is data,
told from what one seat may see; the words come from the wording files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from bot.engine.questions import Seat
from bot.engine.rulebook import Frozen, Reason
from bot.games.hidden_roles.claims import CHECKED, SUSPECT, TRUST, Claim

TELLING = 0.02
"""How much likelier a clue makes it, from 0 to 1, that somebody is guilty, to be given as the reason."""
ALIKE = 0.01
"""Chances that differ by less are read as the same."""

FOUND_MYSELF = "found_myself"
CHECKED_BY = "checked_by"
CONTRADICTED = "contradicted"
CONTRADICTS_ME = "contradicts_me"
MADE_UP = "made_up"
ACCUSED_BY = "accused_by"
FEARED = "feared"
DEFENDED_BY = "defended_by"
SPARED_BY = "spared_by"
ACCUSES = "accuses"
DEFENDS = "defends"
NAMES = "names"
VOTED = "voted"
VOTED_INNOCENT = "voted_innocent"
SPARED = "spared"
SILENT = "silent"
EVERYTHING = "everything"
NOTHING = "nothing"
KINDS = (
    FOUND_MYSELF, CHECKED_BY, CONTRADICTED, CONTRADICTS_ME, MADE_UP, ACCUSED_BY, FEARED, DEFENDED_BY,
    SPARED_BY, ACCUSES, DEFENDS, NAMES, VOTED, VOTED_INNOCENT, SPARED, SILENT, EVERYTHING, NOTHING,
)  # fmt: skip
"""What can speak against somebody. The last two: no single thing does, and nothing tells anybody from anybody yet."""


UNLIKELIEST, SUREST = 1, 99
"""Between so many of a hundred is a guess."""
Seen = TypeVar("Seen")


class Clue(Frozen):
    """Something that speaks against somebody: one of KINDS; who else has to do with it (0: nobody); on which day."""

    kind: str
    other: Seat = 0
    day: int = 0


def heaviest(clues: Iterable[tuple[Clue, Seen]], likely: Callable[[Seen], float], now: float) -> Clue | None:
    """The clue without which somebody would look best, the first among equals; None if it tells hardly anything.

    clues   each with what would be seen without it
    likely  how likely that makes it that they are guilty; `now`: as likely as it is with all of them
    """
    found, most = None, TELLING
    for clue, without in clues:
        told = now - likely(without)
        if told > most:
            found, most = clue, told
    return found


def unclear(likely: dict[Seat, float], strangers: Sequence[Seat]) -> Clue:
    """What to say where no single clue tells against somebody: nothing has happened yet, or it is all together."""
    shares = [likely[seat] for seat in strangers]
    return Clue(kind=NOTHING if max(shares) - min(shares) < TELLING else EVERYTHING)


def against_finder(me: Seat, finds_out: bool, others: Sequence[Seat]) -> Clue:
    """What tells against somebody who says to have found something out: I hold the card that finds out; of the others
    who say so one does, the first of them; or it seems made up.

    finds_out  whether my own card does
    """
    if finds_out:
        return Clue(kind=CONTRADICTS_ME, other=me)
    rival = next((seat for seat in others if seat != me), 0)
    return Clue(kind=CONTRADICTED if rival else MADE_UP, other=rival)


def with_clue(reason: Reason, clue: Clue, alike: Sequence[Seat]) -> Reason:
    """The same reason with what speaks against whom it names, and how many others would do as well (`alike`): where
    nothing tells them apart, that is enough, and where no single thing does, so is their number."""
    told: dict[str, Any] = {"clue": clue}
    if alike and clue.kind != NOTHING:
        told = {"alike": len(alike)} if clue.kind == EVERYTHING else {"clue": clue, "alike": len(alike)}
    return reason.model_copy(update={"values": reason.values | told, "as_good": tuple(alike)})


def guessed(share: float) -> int:
    """A chance as people read it. It is a guess of what others are, so it never says that something is certain."""
    return min(max(round(100 * share), UNLIKELIEST), SUREST)


def as_likely(likely: dict[Seat, float], seat: Seat, seats: Iterable[Seat]) -> list[Seat]:
    """Those of these who are as likely guilty as this player."""
    return [other for other in seats if other != seat and abs(likely[other] - likely[seat]) < ALIKE]


# -- what was said -----------------------------------------------------------------------------------------------------


def without(claims: Sequence[Claim], **said: Any) -> tuple[Claim, ...]:
    """The claims but those that have all of these values."""
    return tuple(one for one in claims if any(getattr(one, name) != value for name, value in said.items()))


def words_between(claims: Sequence[Claim], seat: Seat, other: Seat) -> list[tuple[str, tuple[Claim, ...]]]:
    """What these two have said of each other, by kind of clue against the first; each with the claims but for that."""
    ways = (
        (CHECKED_BY, {"kind": CHECKED, "by": other, "about": seat}),
        (ACCUSED_BY, {"kind": SUSPECT, "by": other, "about": seat}),
        (DEFENDED_BY, {"kind": TRUST, "by": other, "about": seat}),
        (ACCUSES, {"kind": SUSPECT, "by": seat, "about": other}),
        (DEFENDS, {"kind": TRUST, "by": seat, "about": other}),
    )
    left = [(kind, without(claims, **said)) for kind, said in ways]
    return [(kind, others) for kind, others in left if len(others) < len(claims)]
