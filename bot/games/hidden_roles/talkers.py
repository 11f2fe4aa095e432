"""How computer players put what they think: of all that can be claimed about somebody, they choose the grounds.

Whom a player speaks of is a matter of its card. How it speaks is not: that is drawn first, before anybody looks at a
card, so that nobody is known by the way they talk.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import (
    ACCUSED,
    CONTRADICTED,
    DEEDS,
    DEFENDED,
    I_AM,
    NAMED,
    SUSPECT,
    TRUST,
    VOTED,
    Deed,
    code,
    read_code,
)

One = TypeVar("One")

TRUSTS = 0.25
"""How often somebody speaks for a player and not against one."""
TALKS = 2.0
"""How much more often than the others so far a strong player gives an opinion of somebody."""
TALKS_LEAST = 0.25
"""So often it does at any table: some people do not say by button what they think."""
CARD_TOLD = 0.3
"""How often somebody who has to leave, or may have to, says which card they hold."""
DEED_GIVEN = 0.75
"""How often a deed is given as a reason, where there is one."""


class Draws(Protocol):
    """The chance of one computer player."""

    def random(self) -> float: ...


@dataclass(frozen=True)
class Manner:
    """How somebody speaks this time.

    kind   for somebody or against them; gives_deed: whether a deed is given as the reason, where there is one
    pick   which of the reasons that are as good, from 0 to 1; tells_card: whether the own card is told, if ever
    """

    kind: str
    gives_deed: bool
    pick: float
    tells_card: bool


def drawn_manner(rng: Draws, trusts: float = TRUSTS) -> Manner:
    """How to speak this time: drawn without a look at any card.

    trusts  how often somebody speaks for a player at this table
    """
    kind = TRUST if draws(rng, trusts) else SUSPECT
    return Manner(kind, draws(rng, DEED_GIVEN), rng.random(), draws(rng, CARD_TOLD))


def draws(rng: Draws, chance: float) -> bool:
    """Whether something happens that happens so often."""
    return rng.random() < chance


def any_of(rng: Draws, choices: Sequence[One]) -> One:
    """One of these, each as likely."""
    return choices[int(rng.random() * len(choices))]


def has_a_say(rng: Draws, spoken: int, chances: int, avenged: float = 0.0) -> bool:
    """Whether somebody gives an opinion where the others have, so often of so many times. Always at a table that talks;
    at a silent one, where whoever talks alone draws every eye, now and then. Every card does the same.

    avenged  how often it is paid back here: where nobody is attacked but who has spoken, people hold their tongues
    """
    return draws(rng, talk_share(spoken, chances) * (1 - avenged))


def talk_share(spoken: int, chances: int) -> float:
    """How many of those who take part would give an opinion where the others have, so often of so many times: all at a
    table that talks, at a silent one a few."""
    return max(TALKS * (spoken + 1) / (chances + 1), TALKS_LEAST)


@dataclass(frozen=True)
class Sense:
    """What a table has seen that speaks against giving a deed as a reason: nobody blames others for what they have done
    themselves, for hunting the guilty, or for standing up for the innocent.

    hunted, defended  whom the speaker has acted or spoken against, and spoken for
    guilty, innocent  whose card was shown
    """

    hunted: Collection[Seat]
    defended: Collection[Seat]
    guilty: Collection[Seat] = ()
    innocent: Collection[Seat] = ()

    def has(self, kind: str, why: str, other: Seat) -> bool:
        """Whether it makes sense to suspect or to trust somebody who has done this to `other`."""
        if kind == TRUST:
            return other not in self.innocent and other not in self.defended
        if why == DEFENDED:
            return other not in self.innocent and other not in self.defended
        return other not in self.guilty and (why == CONTRADICTED or other not in self.hunted)


def sense_of(mine: Sequence[Deed], guilty: Collection[Seat] = (), innocent: Collection[Seat] = ()) -> Sense:
    """The same, from the speaker's own deeds."""
    hunted = {deed.other for deed in mine if deed.what in (VOTED, NAMED, ACCUSED)}
    return Sense(hunted, {deed.other for deed in mine if deed.what == DEFENDED}, guilty, innocent)


def claim_about(
    manner: Manner, offered: Sequence[str], seat: Seat, me: Seat, sense: Sense, unfounded: Collection[str] = ()
) -> str | None:
    """One of the claims about this player in this manner; None when there is none. Nobody complains of what was done
    to themselves: those who are accused would, and they are the guilty more often than not.

    unfounded  reasons that everybody can see do not hold for this player
    """
    start = code(manner.kind, seat)
    done, felt = [], []
    for one in offered:
        if one.startswith(f"{start}."):
            _, _, why, other = read_code(one, seat)
            if why not in DEEDS:
                felt += [one] * (why not in unfounded)
            elif other != me and sense.has(manner.kind, why, other):
                done.append(one)
    grounds = done if done and manner.gives_deed else felt
    return grounds[int(manner.pick * len(grounds))] if grounds else None


def claim_to(offered: Sequence[str], role: str) -> str | None:
    """The claim to hold this card, if it can be made."""
    claim = code(I_AM, 0, role)
    return claim if claim in offered else None
