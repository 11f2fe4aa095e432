"""What tells most against a villager, as a strong player of the town weighs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bot.engine.questions import Seat
from bot.games.hidden_roles import clues
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM, Claim
from bot.games.hidden_roles.clues import Clue
from bot.games.village.cards import SIDES, TOWN
from bot.games.village.claims import FOUND
from bot.games.village.players.deeds import TEAM_KILL
from bot.games.village.players.strong import StrongSituation
from bot.games.village.players.suspicion import INFORMED, is_rumplestiltskin
from bot.games.village.players.worlds import Worlds
from bot.games.village.views import BallotView, NominationView, VillageView

Without = Iterator[tuple[Clue, VillageView]]
"""Clues, each with what would be seen without it."""


def against(now: StrongSituation, seat: Seat) -> Clue:
    """What tells most against this player, to a card of the town."""
    if seat in now.sure:
        return Clue(kind=clues.FOUND_MYSELF)

    def likely(view: VillageView) -> float:
        return Worlds(view).guilty[seat]

    found = clues.heaviest(_all(now.view, seat), likely, now.guilty[seat])
    return found or clues.unclear(now.guilty, [other for other in now.others if other not in now.sure])


def _all(view: VillageView, seat: Seat) -> Without:
    yield from findings(view, seat)
    for player in view.players:
        if player.seat not in (seat, view.seat):
            yield from _between(view, seat, player.seat)
    yield from _votes(view, seat)


def findings(view: VillageView, seat: Seat) -> Without:
    """What this player says to have found out: somebody else says that it is them who know, or it seems made up."""
    claims = tuple(one for one in view.claims if one.by != seat or not _is_finding(one))
    named = _unfounded(view, lambda one: one.by == seat)
    if len(claims) == len(view.claims) and named == view.nominations:
        return
    finders = [one.by for one in claims if _is_finding(one)]
    finders += [one.by for one in named if one.reason == FOUND]
    is_mine = view.role in INFORMED and (_one_alone_knows(view) or view.role in _cards_of(view, seat))
    rivals = [by for by in finders if _one_alone_knows(view) or _exclude_each_other(view, seat, by)]
    yield clues.against_finder(view.seat, is_mine, rivals), _seen(view, claims=claims, nominations=named)


def _is_finding(one: Claim) -> bool:
    return one.kind in (CHECKED, CLEARED) or (one.kind == I_AM and one.why in INFORMED)


def _one_alone_knows(view: VillageView) -> bool:
    """Whether there is but one card in this game that finds out."""
    return sum(view.cast.get(role, 0) > 0 for role in INFORMED) == 1


def _exclude_each_other(view: VillageView, one: Seat, other: Seat) -> bool:
    """Whether what these two say of themselves, or to have found out, cannot both be true."""
    if any(card in _cards_of(view, other) for card in _cards_of(view, one)):
        return True
    mine, theirs = _found_by(view, one), _found_by(view, other)
    opposite = {CHECKED: CLEARED, CLEARED: CHECKED}
    denied = any((opposite[kind], about) in theirs for kind, about in mine)
    return denied or (CHECKED, other) in mine or (CHECKED, one) in theirs


def _cards_of(view: VillageView, seat: Seat) -> list[str]:
    """The cards that find out of which this player has said that they are theirs."""
    return [one.why for one in view.claims if one.by == seat and one.kind == I_AM and one.why in INFORMED]


def _found_by(view: VillageView, seat: Seat) -> list[tuple[str, Seat]]:
    """What this player says to have found out, of whom."""
    said = [(one.kind, one.about) for one in view.claims if one.by == seat and one.kind in (CHECKED, CLEARED)]
    return said + [(CHECKED, one.nominee) for one in view.nominations if one.by == seat and one.reason == FOUND]


def _unfounded(view: VillageView, whose: Callable[[NominationView], bool]) -> tuple[NominationView, ...]:
    """The nominations as if these had been made without knowledge."""
    return tuple(replace(one, reason=None) if whose(one) else one for one in view.nominations)


def _between(view: VillageView, seat: Seat, other: Seat) -> Without:
    """What these two have said of each other, and how they have named each other."""
    is_killed = view.player(other).end == TEAM_KILL
    for kind, claims in clues.words_between(view.claims, seat, other):
        told = clues.FEARED if kind == clues.ACCUSED_BY and is_killed else kind
        named = view.nominations
        if kind == clues.CHECKED_BY:
            named = _unfounded(view, lambda one: (one.by, one.nominee) == (other, seat))
        yield Clue(kind=told, other=other), _seen(view, claims=claims, nominations=named)
    for by, nominee, kind in (
        (seat, other, clues.NAMES),
        (other, seat, clues.FEARED if is_killed else clues.ACCUSED_BY),
    ):
        left = tuple(one for one in view.nominations if (one.by, one.nominee) != (by, nominee))
        if len(left) < len(view.nominations):
            yield Clue(kind=kind, other=other), _seen(view, nominations=left)


def _votes(view: VillageView, seat: Seat) -> Without:
    """Whom this player voted for; and who was guilty, and they did not."""
    for place, ballot in enumerate(view.ballots):
        for nominee, voters in ballot.polls if ballot.counted else ():
            role = view.player(nominee).role if not view.player(nominee).alive else None
            if nominee == seat or (seat not in voters and not is_rumplestiltskin(role)):
                continue
            kind = clues.SPARED if seat not in voters else clues.VOTED
            if kind == clues.VOTED and role is not None and SIDES[role] == TOWN:
                kind = clues.VOTED_INNOCENT
            ballots = (*view.ballots[:place], _turned(ballot, nominee, seat), *view.ballots[place + 1 :])
            yield Clue(kind=kind, other=nominee, day=ballot.day), _seen(view, ballots=ballots)


def _turned(ballot: BallotView, nominee: Seat, voter: Seat) -> BallotView:
    """As if this one had voted the other way about this nominee."""
    polls = tuple(
        (one, tuple(sorted({*voters} ^ {voter})) if one == nominee else voters) for one, voters in ballot.polls
    )
    return replace(ballot, polls=polls)


def _seen(view: VillageView, **changed: Any) -> VillageView:
    return view.model_copy(update=changed)
