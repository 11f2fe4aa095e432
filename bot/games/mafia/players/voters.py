"""How those at this table vote: by what can be true, by what they add up, by their word, for whoever was named first,
was spoken against most, is quietest or names nobody, or as one.

Each way is weighed, for each voter, by how well it tells the votes that were counted. Nothing here asks who is a
computer player: a table of people is learnt like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import exp, log

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import AGAINST
from bot.games.mafia.players.suspicion import Evidence
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.views import MafiaView, PlayerView, VoteView

Chances = dict[Seat, float]
"""How likely somebody votes for each of those who stand."""
Way = Callable[[Seat], Chances]
"""How somebody votes who votes in one of the ways."""
Seen = Callable[[MafiaView], Way]
"""What makes such a way of what everybody sees."""
Kept = dict[tuple[object, ...], list[Way]]
"""The ways in which each vote of the game could be seen, which is worked out once."""

BLACKER = 0.08
"""By so much has one to be blacker than another, from 0 to 1, to be voted for nearly three times as likely."""
MORE = 0.7
"""The same for evidence that is added up."""
ASTRAY = 0.15
"""How often somebody votes in none of these ways."""
ALIKE = 0.5
"""How much the votes of the others tell of somebody, next to their own."""
BLINDLY = 1.0
"""By so much, as a logarithm, it is less usual to look at the order alone than to weigh what was said and done."""
AT_WORD = 2.0
"""By so much, as a logarithm, it is more usual to vote for whom one has spoken against today."""
FAR = 3.0
"""So much better, as a logarithm, has a blunt way to tell the votes of all to be held for theirs."""


class Voters:
    """What can be foreseen of the vote that is being held, from those that were counted before."""

    def __init__(self, view: MafiaView, kept: Kept) -> None:
        self._view = view
        self._kept = kept

    def expected(self, voters: Sequence[Seat]) -> Chances:
        """How many of these votes each of those who stand gets."""
        told = {voter: self._told_by(voter)[: len(WAYS)] for voter in self._strangers()}
        together = [sum(of_way) for of_way in zip(*told.values(), strict=True)]
        found = dict.fromkeys(self._view.votes[-1].nominees, 0.0)
        said = _said_today(self._view)
        for voter in voters:
            telling = [own + ALIKE * (all_ - own) for own, all_ in zip(told[voter], together, strict=True)]
            telling[WAYS.index(follows)] -= BLINDLY
            telling[WAYS.index(keeps_word)] += AT_WORD * (voter in said)
            likely = _shared(dict(enumerate(telling)))
            for place, way in enumerate(self._ways(len(self._view.votes) - 1)[: len(WAYS)]):
                for seat, chance in way(voter).items():
                    found[seat] += likely[place] * chance
        return found

    @property
    def way(self) -> Seen | None:
        """What tells the votes of these people best, that they weigh among equals; None before a vote was counted."""
        told = self._told()
        return max(KNOWN_WAYS, key=told.__getitem__) if any(told.values()) else None

    @property
    def blunt_way(self) -> Seen | None:
        """What these people vote by, if it is one thing only; None if they weigh what speaks against somebody."""
        told = self._told()
        best = max(BLUNT_WAYS, key=told.__getitem__)
        return best if told[best] > max(told[way] for way in WAYS if way not in BLUNT_WAYS) + FAR else None

    def _strangers(self) -> list[Seat]:
        """All of whom there is something to learn, those who have left as well."""
        return [player.seat for player in self._view.players if player.seat not in (self._view.seat, *self._view.team)]

    def _told(self) -> dict[Seen, float]:
        """How likely each way makes the votes of all of them, as a logarithm."""
        ways = zip(*(self._told_by(voter) for voter in self._strangers()), strict=True)
        return dict(zip(KNOWN_WAYS, (sum(of_way) for of_way in ways), strict=True))

    def _told_by(self, voter: Seat) -> list[float]:
        """How likely each way makes the votes of this one, as a logarithm."""
        told = [0.0 for _ in KNOWN_WAYS]
        for place, vote in enumerate(self._view.votes):
            chosen = next((nominee for nominee, voters in vote.votes if voter in voters), None)
            if vote.kind == "vote" and vote.counted and chosen not in (None, voter):
                told = [one + log(way(voter)[chosen]) for one, way in zip(told, self._ways(place), strict=True)]
        return told

    def _ways(self, place: int) -> list[Way]:
        vote = self._view.votes[place]
        key = vote.day, vote.again, vote.nominees
        if key not in self._kept:
            then = at_vote(self._view, place)
            self._kept[key] = [way(then) for way in KNOWN_WAYS]
        return self._kept[key]


def weighs(view: MafiaView) -> Way:
    """For whoever is likely black, in the eyes of all, and not the Sheriff."""
    return _of_worth(view, Worlds(view, public=True).blame, BLACKER)


def adds_up(view: MafiaView) -> Way:
    """For whoever has most against them."""
    return _of_worth(view, Evidence(view, public=True).scores, MORE)


def follows(view: MafiaView) -> Way:
    """For whoever was named first."""
    return _in_order(view, lambda seat: 0)


def agrees(view: MafiaView) -> Way:
    """For whoever has most against them, however little more it is: a table of one mind, from which nobody can differ
    unseen."""
    scores = Evidence(view, public=True).scores
    return _in_order(view, lambda seat: -round(scores[seat], 1))


def echoes(view: MafiaView) -> Way:
    """For whoever was spoken against most often."""
    against = Counter(one.about for one in view.claims if one.kind in AGAINST)
    return _in_order(view, lambda seat: -against[seat])


def keeps_word(view: MafiaView) -> Way:
    """For whom they have spoken against today; whoever has spoken against nobody who stands adds up."""
    said = _said_today(view)
    otherwise = adds_up(view)

    def chances(voter: Seat) -> Chances:
        if voter not in said:
            return otherwise(voter)
        return _of_worth(view, {seat: float(seat in said[voter]) for seat in view.votes[-1].nominees}, BLACKER)(voter)

    return chances


def _said_today(view: MafiaView) -> dict[Seat, list[Seat]]:
    """Against whom of those who stand somebody has spoken today, for each who has."""
    said: dict[Seat, list[Seat]] = {}
    for one in view.claims:
        if one.day == view.day and one.kind in AGAINST and one.about in view.votes[-1].nominees:
            said.setdefault(one.by, []).append(one.about)
    return said


def hushes(view: MafiaView) -> Way:
    """For whoever has said and named least."""
    spoken = Counter([*(one.by for one in view.claims), *(by for _, by, _ in view.nominations)])
    return _in_order(view, spoken.__getitem__)


def urges(view: MafiaView) -> Way:
    """For whoever has named people least often."""
    return _in_order(view, Counter(by for _, by, _ in view.nominations).__getitem__)


def _in_order(view: MafiaView, place: Callable[[Seat], float]) -> Way:
    """For whoever has the least place, the first named of those who have the same."""
    ranked = sorted(view.votes[-1].nominees, key=place)
    return _of_worth(view, {seat: -float(rank) for rank, seat in enumerate(ranked)}, BLACKER)


WAYS: tuple[Seen, ...] = (weighs, adds_up, follows, agrees, echoes, keeps_word)
"""What is foreseen of a vote, comes from these."""
BLUNT_WAYS: tuple[Seen, ...] = (follows, echoes, hushes, urges)
"""These look at one thing only, which a black card can do as well as anybody."""
KNOWN_WAYS = tuple(dict.fromkeys((*WAYS, *BLUNT_WAYS)))


def _of_worth(view: MafiaView, worth: Mapping[Seat, float], step: float) -> Way:
    """Nearly three times as likely for each step more."""
    standing = view.votes[-1].nominees

    def chances(voter: Seat) -> Chances:
        likely = _shared({seat: worth[seat] / step for seat in standing if seat != voter})
        return {seat: ASTRAY / len(likely) + (1 - ASTRAY) * share for seat, share in likely.items()}

    return chances


def _shared(worth: Mapping[int, float]) -> dict[int, float]:
    """The shares of a whole that these logarithms of odds give."""
    most = max(worth.values())
    odds = {one: exp(value - most) for one, value in worth.items()}
    total = sum(odds.values())
    return {one: value / total for one, value in odds.items()}


def at_vote(view: MafiaView, place: int) -> MafiaView:
    """What everybody could see when this vote was held, the first of the game being 0."""
    vote = view.votes[place]
    return view.model_copy(
        update={
            "day": vote.day,
            "phase": "vote",
            "players": tuple(_on_day(player, vote.day) for player in view.players),
            "nominations": tuple(one for one in view.nominations if one[0] <= vote.day),
            "claims": tuple(one for one in view.claims if _was_said(one.day, one.occasion, vote)),
            "votes": (*view.votes[:place], replace(vote, votes=(), left=(), counted=False)),
        }
    )


def _on_day(player: PlayerView, day: int) -> PlayerView:
    if player.alive or player.end_night < day:
        return player
    return replace(player, alive=True, end=None, end_night=0)


def _was_said(day: int, occasion: str, vote: VoteView) -> bool:
    """Whether this was said before that vote: in the speeches, and in the defences where it was held again."""
    return day < vote.day or (
        day == vote.day and occasion.startswith(("speech.", "defence.") if vote.again else "speech.")
    )
