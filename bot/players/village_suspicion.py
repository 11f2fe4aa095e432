"""How suspicious everybody looks, from what one seat may see: claims, votes, shown cards, and its own secrets.

A score is a sum of evidence: 0 says nothing, KNOWN and more is certain, and the negative speaks for innocence.
The public part is the same for everybody, so that a village of computer players can agree without talking.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.questions import Seat
from bot.games.village.cards import RUMPLESTILTSKIN, SIDES
from bot.games.village.claims import FOUND
from bot.games.village.views import VillageView

KNOWN = 50.0
"""I have seen it, or somebody has said it who was shown to be the Sheriff or Little Mary."""
CLAIMED = 8.0
"""Somebody who may be the Sheriff or Little Mary says that he knows it."""
COUNTER_CLAIMED = 3.0
"""The accused says it of his accuser."""
LIED = 12.0
"""Said that he knew, and was wrong."""
IMPOSSIBLE = 5.0
"""Says that he knows, when both who could know have been shown."""
VOTED_FOR_TOWN = 0.3
LED_TO_TOWN = 0.5
VOTED_FOR_RUMPLESTILTSKIN = -1.0

INFORMED = ("sheriff", "little_mary")
"""The roles that learn who is a Rumplestiltskin."""


@dataclass(frozen=True)
class Accusation:
    """Somebody named on a day, and the reason given."""

    day: int
    by: Seat
    of: Seat
    reason: str | None


def is_rumplestiltskin(role: str | None) -> bool:
    return role is not None and SIDES[role] == RUMPLESTILTSKIN


def suspicion(view: VillageView, accusations: list[Accusation]) -> dict[Seat, float]:
    """Everybody's score as this seat sees it, the dead and itself included."""
    scores = {player.seat: 0.0 for player in view.players}
    _weigh_votes(view, accusations, scores)
    _add_own_knowledge(view, scores)
    _weigh_claims(view, accusations, scores)
    if view.seat in scores and not is_rumplestiltskin(view.role):
        scores[view.seat] = -KNOWN
    return scores


def _weigh_votes(view: VillageView, accusations: list[Accusation], scores: dict[Seat, float]) -> None:
    """Who helped to burn the innocent, and who helped against the guilty."""
    for ballot in view.ballots:
        for nominee, votes in ballot.polls:
            role = view.player(nominee).role
            if role is None:
                continue
            guilty = is_rumplestiltskin(role)
            for voter in votes:
                scores[voter] += VOTED_FOR_RUMPLESTILTSKIN if guilty else VOTED_FOR_TOWN
        if ballot.burned is not None and not is_rumplestiltskin(view.player(ballot.burned).role):
            for accusation in accusations:
                if accusation.day == ballot.day and accusation.of == ballot.burned:
                    scores[accusation.by] += LED_TO_TOWN
                    break


def _add_own_knowledge(view: VillageView, scores: dict[Seat, float]) -> None:
    for fact in view.learnt:
        if fact.key == "night.glimpse":
            scores[fact.values["suspect"]] += 2 * KNOWN
        elif fact.key == "night.verdict":
            scores[fact.values["suspect"]] += 2 * KNOWN if fact.values["guilty"] else -2 * KNOWN


def _weigh_claims(view: VillageView, accusations: list[Accusation], scores: dict[Seat, float]) -> None:
    """Who says he knows: believed while he may be right, and paid back when he was not."""
    claims = [accusation for accusation in accusations if accusation.reason == FOUND and accusation.by != view.seat]
    could_know = _somebody_could_know(view)
    accused_first: set[tuple[Seat, Seat]] = set()
    liars = {claim.by for claim in claims if _is_wrong(view, claim.of, scores)}
    for liar in liars:
        scores[liar] += LIED
    weighed: set[tuple[Seat, Seat]] = set()
    for claim in claims:
        if (claim.by, claim.of) in weighed:
            continue
        weighed.add((claim.by, claim.of))
        accused = view.player(claim.of)
        if is_rumplestiltskin(accused.role):
            scores[claim.by] -= CLAIMED
        elif claim.by in liars or accused.role is not None:
            continue
        else:
            scores[claim.of] += _worth(view, claim, could_know, counter=(claim.of, claim.by) in accused_first)
            if not could_know and view.player(claim.by).role is None:
                scores[claim.by] += IMPOSSIBLE
        accused_first.add((claim.by, claim.of))


def _somebody_could_know(view: VillageView) -> bool:
    """Whether somebody whose card has not been shown may be the Sheriff or Little Mary."""
    shown = {player.role for player in view.players if player.role is not None and player.seat != view.seat}
    return any(view.cast.get(role, 0) and role not in shown for role in INFORMED)


def _is_wrong(view: VillageView, accused: Seat, scores: dict[Seat, float]) -> bool:
    """Whether I can tell that this player is no Rumplestiltskin: by his card, by my own eyes, or because he is me."""
    role = view.player(accused).role
    return (role is not None and not is_rumplestiltskin(role)) or scores[accused] <= -KNOWN


def _worth(view: VillageView, claim: Accusation, could_know: bool, *, counter: bool) -> float:
    role = view.player(claim.by).role
    if role in INFORMED:
        return KNOWN
    if role is not None or not could_know:
        return 0.0
    return COUNTER_CLAIMED if counter else CLAIMED
