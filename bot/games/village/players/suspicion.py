"""How suspicious everybody looks, from what one seat may see: claims, votes, shown cards, and its own secrets.

A score is a sum of evidence: 0 says nothing, KNOWN and more is certain, and the negative speaks for innocence.
The public part is the same for everybody, so that a village of computer players can agree without talking.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple, Protocol

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, CLEARED, SUSPECT, TRUST, Claim
from bot.games.village.cards import RUMPLESTILTSKIN, SIDES
from bot.games.village.claims import FOUND
from bot.games.village.roles import ROLES
from bot.games.village.views import NominationView, VillageView

KNOWN = 50.0
"""I have seen it, or somebody has said it who was shown to be the Sheriff or Little Mary."""
CLAIMED = 8.0
"""Somebody who may be the Sheriff or Little Mary says that they know it."""
COUNTER_CLAIMED = 3.0
"""The accused says it of their accuser."""
LIED = 12.0
"""Said that they knew, and was wrong."""
IMPOSSIBLE = 5.0
"""Says that they know, when both who could know have been shown."""
VOTED_FOR_TOWN = 0.3
LED_TO_TOWN = 0.5
VOTED_FOR_RUMPLESTILTSKIN = -1.0
SPOKE_AGAINST_TOWN = 0.15
SPOKE_AGAINST_RUMPLESTILTSKIN = -0.4
"""Spoke against somebody whose card has been shown; as much the other way round where they spoke for them."""
SIGN = {SUSPECT: 1.0, TRUST: -1.0}
"""Words that are spoken against somebody, and for them."""
CLEARED_BY = 1.0
"""Somebody who may be the Sheriff or Little Mary says that they are innocent."""

INFORMED = tuple(name for name, role in ROLES.items() if role.finds_out)
"""The roles that learn who is a Rumplestiltskin."""
UNSEEN = frozenset(("hatter", "sacrificed"))
"""Players who leave like this show no card (S0-12, S0-26)."""


class Accusation(NamedTuple):
    """Somebody of whom somebody else says that they know them for a Rumplestiltskin."""

    day: int
    by: Seat
    of: Seat


class Heard(Protocol):
    """What was said in public."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    @property
    def nominations(self) -> tuple[NominationView, ...]: ...


def accusations(heard: Heard) -> list[Accusation]:
    """Everybody who is said to be known, from day to day: in claims, and then in nominations with that reason."""
    claimed = [Accusation(said.day, said.by, said.about) for said in heard.claims if said.kind == CHECKED]
    named = [Accusation(said.day, said.by, said.nominee) for said in heard.nominations if said.reason == FOUND]
    return sorted([*claimed, *named], key=lambda said: said.day)


def _first_accuser(view: VillageView, day: int, of: Seat) -> Seat | None:
    """Who was the first to claim to know this player that day; without a claim the first who nominated them."""
    claimed = (said.by for said in view.claims if said.about == of and said.kind == CHECKED and said.day == day)
    named = (said.by for said in view.nominations if said.nominee == of and said.day == day)
    return next(chain(claimed, named), None)


def is_rumplestiltskin(role: str | None) -> bool:
    return role is not None and SIDES[role] == RUMPLESTILTSKIN


def suspicion(
    view: VillageView,
    accusations: list[Accusation],
    *,
    public: bool = False,
    voted_for_town: float = VOTED_FOR_TOWN,
) -> dict[Seat, float]:
    """Everybody's score as this seat sees it, or as somebody without a card would; the dead and itself included.

    voted_for_town  what each vote counts against somebody that helped to burn the innocent
    """
    scores = {player.seat: 0.0 for player in view.players}
    roles = known_roles(view, public=public)
    _weigh_votes(view, scores, roles, voted_for_town)
    if not public:
        _add_own_knowledge(view, scores)
    _weigh_claims(view, accusations, scores, roles, 0 if public else view.seat)
    _weigh_words(view, scores, roles, 0 if public else view.seat)
    if not public and not is_rumplestiltskin(view.role):
        scores[view.seat] = -KNOWN
    return scores


class Suspicions:
    """What one player has made of the evidence: it is weighed again as soon as there is more of it."""

    def __init__(self, voted_for_town: float = VOTED_FOR_TOWN) -> None:
        self._voted_for_town = voted_for_town
        self._seen: object = None
        self._grounds: object = None
        self._scores: dict[Seat, float] = {}

    def of(self, view: VillageView, *, public: bool) -> dict[Seat, float]:
        """See `suspicion`. It is one player's, who has the same card and team all the time."""
        seen = _seen(view)
        if seen != self._seen:
            said = accusations(view)
            grounds = _grounds(view, said)
            if grounds != self._grounds:
                self._grounds = grounds
                self._scores = suspicion(view, said, public=public, voted_for_town=self._voted_for_town)
            self._seen = seen
        return self._scores


def _seen(view: VillageView) -> object:
    """As long as this is the same, nothing has happened: to what was said others are only added."""
    voted = [one for one in view.ballots if one.counted or any(voters for _, voters in one.polls)]
    return view.night, view.players, view.learnt, voted, len(view.claims), len(view.nominations)


def _grounds(view: VillageView, accusations: list[Accusation]) -> object:
    """All that suspicion goes by. Opinions tell nothing of those whose cards are hidden, a nomination nothing before
    somebody burns, and a ballot nothing before it is shown."""
    hidden = {player.seat for player in view.players if player.role is None}
    ballots = [one for one in view.ballots if one.counted or any(voters for _, voters in one.polls)]
    claims = [one for one in view.claims if one.about not in hidden or one.kind not in SIGN]
    nominations = view.nominations if ballots and ballots[-1].day == view.night else view.night
    return accusations, view.players, view.learnt, claims, ballots, nominations


def known_roles(view: VillageView, *, public: bool) -> dict[Seat, str | None]:
    """The roles by which somebody judges who still plays: shown cards, and their own and their team's unless `public`.

    What the dead may see besides is for watching: a Huntsman with the last arrow on the string does not look.
    """
    mine = () if public else (view.seat, *view.team)
    roles = {}
    for player in view.players:
        is_known = player.seat in mine if player.alive else player.end not in UNSEEN or not public
        roles[player.seat] = player.role if is_known else None
    return roles


def _weigh_votes(
    view: VillageView, scores: dict[Seat, float], roles: dict[Seat, str | None], voted_for_town: float
) -> None:
    """The players who helped to burn the innocent, and those who helped against the guilty."""
    for ballot in view.ballots:
        for nominee, votes in ballot.polls:
            role = roles[nominee]
            if role is None:
                continue
            told = VOTED_FOR_RUMPLESTILTSKIN if is_rumplestiltskin(role) else voted_for_town
            for voter in votes:
                scores[voter] += told
        if ballot.burned is not None and not is_rumplestiltskin(roles[ballot.burned]):
            leader = _first_accuser(view, ballot.day, ballot.burned)
            if leader is not None:
                scores[leader] += LED_TO_TOWN


def _add_own_knowledge(view: VillageView, scores: dict[Seat, float]) -> None:
    for fact in view.learnt:
        if fact.key == "night.glimpse":
            scores[fact.values["suspect"]] += 2 * KNOWN
        elif fact.key == "night.verdict":
            scores[fact.values["suspect"]] += 2 * KNOWN if fact.values["guilty"] else -2 * KNOWN


def _weigh_claims(
    view: VillageView,
    accusations: list[Accusation],
    scores: dict[Seat, float],
    roles: dict[Seat, str | None],
    me: Seat,
) -> None:
    """Somebody who claims to know: believed while they may be right, and paid back when they were not."""
    claims = [accusation for accusation in accusations if accusation.by != me]
    if not claims:
        return
    could_know = _could_know(view, roles, me)
    accused_first: set[tuple[Seat, Seat]] = set()
    liars = {claim.by for claim in claims if _is_wrong(roles[claim.of], scores[claim.of])}
    for liar in sorted(liars):
        scores[liar] += LIED
    weighed: set[tuple[Seat, Seat]] = set()
    for claim in claims:
        if (claim.by, claim.of) in weighed:
            continue
        weighed.add((claim.by, claim.of))
        accused = roles[claim.of]
        if is_rumplestiltskin(accused):
            scores[claim.by] -= CLAIMED
        elif claim.by in liars or accused is not None:
            continue
        else:
            counter = (claim.of, claim.by) in accused_first
            scores[claim.of] += _worth(roles[claim.by], could_know, counter=counter)
            if not could_know and roles[claim.by] is None:
                scores[claim.by] += IMPOSSIBLE
        accused_first.add((claim.by, claim.of))


def _weigh_words(view: VillageView, scores: dict[Seat, float], roles: dict[Seat, str | None], me: Seat) -> None:
    """What was said on lesser grounds says nothing about whom it is said of, for anybody can say it: but it tells
    something about its speaker once that card is shown. And somebody is cleared by those who may know."""
    told = {(one.by, one.kind, one.about) for one in view.claims if roles[one.about] is not None or one.kind == CLEARED}
    for by, kind, about in sorted(told):
        if by == me:
            continue
        role = roles[about]
        if role is not None:
            against = SPOKE_AGAINST_RUMPLESTILTSKIN if is_rumplestiltskin(role) else SPOKE_AGAINST_TOWN
            scores[by] += SIGN.get(kind, 0.0) * against
        elif kind == CLEARED and scores[by] < CLAIMED and not is_rumplestiltskin(roles[by]):
            scores[about] -= CLEARED_BY


def somebody_could_know(view: VillageView, *, public: bool) -> bool:
    """Whether somebody whose card has not been shown may be the Sheriff or Little Mary."""
    return _could_know(view, known_roles(view, public=public), 0 if public else view.seat)


def _could_know(view: VillageView, roles: dict[Seat, str | None], me: Seat) -> bool:
    shown = {role for seat, role in roles.items() if role is not None and seat != me}
    return any(view.cast.get(role, 0) and role not in shown for role in INFORMED)


def _is_wrong(role: str | None, score: float) -> bool:
    """Whether I can tell that this player is no Rumplestiltskin: by their card, by my own eyes, or because it is me."""
    return (role is not None and not is_rumplestiltskin(role)) or score <= -KNOWN


def _worth(role: str | None, could_know: bool, *, counter: bool) -> float:
    if role in INFORMED:
        return KNOWN
    if role is not None or not could_know:
        return 0.0
    return COUNTER_CLAIMED if counter else CLAIMED
