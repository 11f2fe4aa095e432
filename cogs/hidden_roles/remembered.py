"""What a nomination without a reason reminds of: what has been between those two on a day before, or what somebody
else has had against the nominee.

Only what everybody has seen, and of the same day nothing but earlier nominations: told again later, it reads the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import AGAINST, NAMED, VOTED, Claim

SPOKE = "spoke"
BACK, TODAY, OTHER = "back", "today", "other"
"""How a key goes on where the nominee has turned against the nominator; where that was on this very day; and where
somebody else has turned against the nominee."""
Act = tuple[int, Seat, Seat]
"""The day, who did it, and against whom."""
Polls = Iterable[tuple[Seat, Sequence[Seat]]]
"""Nominees, and who voted against each."""


class Reminder(NamedTuple):
    """How a key goes on, the day, and who else it was; 0 where it was between those two."""

    what: str
    day: int
    other: Seat = 0


class Past(NamedTuple):
    """What everybody has seen of a game: who spoke against whom, who nominated whom, and who voted against whom."""

    spoke: list[Act]
    named: list[Act]
    voted: list[Act]

    def reminds_of(self, day: int, by: Seat, nominee: Seat) -> Reminder | None:
        """What this player did against that one last, before this day, and when; else the other way round, where the
        nominee may have named them first today; else what somebody else said against the nominee or named them for.
        None where nothing is known, where they say today why, or where it was not this day that they nominated them.
        """
        if (day, by, nominee) in self.spoke or (day, by, nominee) not in self.named or by == nominee:
            return None
        if own := self._last_before(day, by, nominee):
            return Reminder(*own)
        if (day, nominee, by) in self.named[: self.named.index((day, by, nominee))]:
            return Reminder(f"{BACK}.{TODAY}", day)
        if back := self._last_before(day, nominee, by):
            return Reminder(f"{BACK}.{back[0]}", back[1])
        return self._somebody_else(day, by, nominee)

    def nominated_before(self, day: int, by: Seat, nominee: Seat) -> int | None:
        """How many nominees there had been in the game before this one, those of each day counted anew; None where it
        was not that day."""
        if (day, by, nominee) not in self.named:
            return None
        return len({(when, whom) for when, _, whom in self.named[: self.named.index((day, by, nominee))]})

    def _somebody_else(self, day: int, by: Seat, nominee: Seat) -> Reminder | None:
        """Who has spoken against the nominee, or nominated them, last before this day. Votes are left out: many give
        one, so it would be chance whose is told."""
        done = [
            (when, -place, -doer, what)
            for place, (what, acts) in enumerate(((SPOKE, self.spoke), (NAMED, self.named)))
            for when, doer, whom in acts
            if whom == nominee and doer not in (by, nominee) and when < day
        ]
        if not done:
            return None
        when, _, doer, what = max(done)
        return Reminder(f"{OTHER}.{what}", when, -doer)

    def _last_before(self, day: int, doer: Seat, whom: Seat) -> tuple[str, int] | None:
        """What the one did against the other last, before this day, and when."""
        done = [
            (act[0], -place, what)
            for place, (what, acts) in enumerate(((SPOKE, self.spoke), (NAMED, self.named), (VOTED, self.voted)))
            for act in acts
            if act[1:] == (doer, whom) and act[0] < day
        ]
        if not done:
            return None
        when, _, what = max(done)
        return what, when


def past(claims: Iterable[Claim], named: Iterable[Act], ballots: Iterable[tuple[int, Polls]]) -> Past:
    """The same, out of what somebody sees now. `ballots`: counted ones, each with its day."""
    return Past(
        spoke=[(claim.day, claim.by, claim.about) for claim in claims if claim.kind in AGAINST],
        named=list(named),
        voted=[(day, *vote) for day, polls in ballots for vote in _votes(polls)],
    )


def past_of_story(announcements: Iterable[Announcement], nominated: Sequence[str], counted: str, polls: str) -> Past:
    """The same, out of a game that is over.

    nominated, counted  the keys under which nominations and ballots are announced; polls: which value has the votes
    """
    found, day = Past([], [], []), 0
    for said in announcements:
        values: dict[str, Any] = said.values
        if said.key == "day.begins":
            day = values["day"]
        elif said.key == "said.claim" and values["kind"] in AGAINST:
            found.spoke.append((day, values["by"], values["about"]))
        elif said.key in nominated:
            found.named.append((day, values["by"], values["nominee"]))
        elif said.key == counted:
            found.voted.extend((day, *vote) for vote in _votes(values[polls]))
    return found


def _votes(polls: Polls) -> list[tuple[Seat, Seat]]:
    return [(voter, nominee) for nominee, voters in polls for voter in voters]
