"""What tells most against a guest of the club, as a strong player weighs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.engine.questions import Seat
from bot.games.hidden_roles import clues
from bot.games.hidden_roles.claims import I_AM, Claim
from bot.games.hidden_roles.clues import Clue
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.players.findings import is_finding
from bot.games.mafia.players.weighing import StrongSituation
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.views import MafiaView, VoteView

Without = Iterator[tuple[Clue, MafiaView]]
"""Clues, each with what would be seen without it."""


def against(now: StrongSituation, seat: Seat, *, public: bool = False) -> Clue:
    """What tells most against this player, to the seat itself (a black one: to a red card in its place), or to all."""
    facts = [fact.values for fact in now.view.learnt if fact.key == "night.verdict"]
    if not public and {"suspect": seat, "black": True} in [
        {key: one[key] for key in ("suspect", "black")} for one in facts
    ]:
        return Clue(kind=clues.FOUND_MYSELF)
    black = (now.public if public else now.worlds).black

    def likely(view: MafiaView) -> float:
        return Worlds(view, public=public, innocent=not public and now.side != RED).black[seat]

    strangers = [other for other in now.others if public or other not in now.team]
    return clues.heaviest(_all(now, seat), likely, black[seat]) or clues.unclear(black, strangers)


def _all(now: StrongSituation, seat: Seat) -> Without:
    view = now.view
    yield from _findings(now, seat)
    for player in view.players:
        if player.seat not in (seat, now.me):
            yield from _between(view, seat, player.seat)
    yield from _votes(now, seat)
    yield from _silence(view, seat)


def _findings(now: StrongSituation, seat: Seat) -> Without:
    """What this player says to have found out: somebody else says that it is them who know, or it seems made up."""
    view = now.view
    others = tuple(one for one in view.claims if one.by != seat or not is_finding(one))
    if len(others) == len(view.claims):
        return
    finders = sorted({one.by for one in others if is_finding(one)}, key=lambda by: -now.worlds.sheriff.get(by, 0.0))
    yield clues.against_finder(now.me, view.role == "sheriff", finders), _seen(view, claims=others)


def _between(view: MafiaView, seat: Seat, other: Seat) -> Without:
    """What these two have said of each other, and whom they have named and spared."""
    is_killed = view.player(other).end == "killed"
    for kind, claims in clues.words_between(view.claims, seat, other):
        told = clues.FEARED if kind == clues.ACCUSED_BY and is_killed else kind
        yield Clue(kind=told, other=other), _seen(view, claims=claims)
    for by, nominee, kind in (
        (seat, other, clues.NAMES),
        (other, seat, clues.FEARED if is_killed else clues.ACCUSED_BY),
    ):
        left = tuple(one for one in view.nominations if one[1:] != (by, nominee))
        if len(left) < len(view.nominations):
            yield Clue(kind=kind, other=other), _seen(view, nominations=left)
    spared = [_without_voter(vote, other) if _has_spared(vote, other, seat) else vote for vote in view.votes]
    if spared != list(view.votes):
        yield Clue(kind=clues.SPARED_BY, other=other), _seen(view, votes=tuple(spared))


def _votes(now: StrongSituation, seat: Seat) -> Without:
    """Whom this player voted for, and whom they spared by that."""
    view, black = now.view, now.worlds.black
    for place, vote in enumerate(view.votes):
        chosen = next((nominee for nominee, voters in vote.votes if seat in voters), None)
        spared = [nominee for nominee in vote.nominees if nominee not in (chosen, seat)]
        if chosen in (None, seat) or not spared or not _is_told(vote):
            continue
        blackest = max(spared, key=black.__getitem__)
        kind, other = clues.VOTED, chosen
        if black[blackest] > black[chosen]:
            kind, other = clues.SPARED, blackest
        elif SIDES.get(view.player(chosen).role or "") == RED:
            kind = clues.VOTED_INNOCENT
        votes = (*view.votes[:place], _without_voter(vote, seat), *view.votes[place + 1 :])
        yield Clue(kind=kind, other=other, day=vote.day), _seen(view, votes=votes)


def _silence(view: MafiaView, seat: Seat) -> Without:
    """As if they had said each day that they are one of the many, where they have said nothing."""
    spoken = {one.day for one in view.claims if one.by == seat}
    missed = [day for day in range(2, view.day) if day not in spoken]
    said = [
        Claim(day=day, occasion="", by=seat, kind=I_AM, about=seat, why="citizen", other=0, turn=0) for day in missed
    ]
    if said:
        yield Clue(kind=clues.SILENT), _seen(view, claims=(*view.claims, *said))


def _is_told(vote: VoteView) -> bool:
    return vote.kind == "vote" and vote.counted


def _has_spared(vote: VoteView, voter: Seat, nominee: Seat) -> bool:
    """Whether this player voted, and for somebody else than this nominee."""
    stood = _is_told(vote) and nominee in vote.nominees
    return stood and any(voter in voters and chosen != nominee for chosen, voters in vote.votes)


def _without_voter(vote: VoteView, voter: Seat) -> VoteView:
    votes = tuple((nominee, tuple(one for one in voters if one != voter)) for nominee, voters in vote.votes)
    return replace(vote, votes=votes)


def _seen(view: MafiaView, **changed: Any) -> MafiaView:
    return view.model_copy(update=changed)
