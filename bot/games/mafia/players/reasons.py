"""Why the strong guest of the club answers as it does: whom it takes for what, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Reason
from bot.games.mafia.cards import RED
from bot.games.mafia.players.speaking import has_found
from bot.games.mafia.players.thoughtful import STANDS_OUT
from bot.games.mafia.players.weighing import StrongSituation
from bot.games.mafia.values import PASS, YES
from bot.games.mafia.views import MafiaView


def why(question: Question, view: MafiaView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None for what is only said."""
    reason = REASONS.get(question.key)
    return reason(question, value, StrongSituation(view)) if reason is not None else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _of(key: str, seat: int, now: StrongSituation) -> Reason:
    """A reason that names somebody, and how likely they are black: as I see it, or for a black card as all see it."""
    return _said(key, seat=seat, chance=round(100 * now.black[seat]))


def _floor(question: Question, value: Value, now: StrongSituation) -> Reason:
    """Whether somebody is named, and whom."""
    if value == PASS:
        return _of("floor.wait", now.worst(now.others), now) if now.side == RED else _said("floor.quiet")
    if has_found(now, value):
        return _said("floor.found", seat=value)
    return _of("floor.black" if now.side == RED else "floor.along", value, now)


def _hand(question: Question, value: Value, now: StrongSituation) -> Reason:
    """Whose fall a vote wants, by all who stand."""
    nominee = (question.values or {})["nominee"]
    if now.side != RED:
        return _said("hand.along" if value == YES else "hand.spare", seat=nominee, votes=round(now.expected[nominee]))
    standing = [seat for seat in now.standing if seat != now.me]
    worst = max(standing, key=lambda seat: (round(now.black[seat], 2), -standing.index(seat)))
    return _of("hand.yes" if value == YES else "hand.no", worst, now)


def _all(question: Question, value: Value, now: StrongSituation) -> Reason:
    tied = (question.values or {})["tied"]
    if now.me in tied or any(seat in now.team for seat in tied):
        return _said("all.own")
    if now.side != RED:
        return _said("all.along")
    mean = sum(now.black[seat] for seat in tied) / len(tied)
    return _said("all.yes" if value == YES else "all.no", chance=round(100 * mean))


def _victim(question: Question, value: Value, now: StrongSituation) -> Reason:
    agreed = any(seat != now.me and victim == value for seat, victim in now.view.picks.items())
    return _said("victim.agreed" if agreed else "victim", seat=value)


def _search(question: Question, value: Value, now: StrongSituation) -> Reason:
    return _said("search", seat=value) if value is not None else _said("search.none")


def _maniac(question: Question, value: Value, now: StrongSituation) -> Reason:
    return _said("victim", seat=value) if value is not None else _said("none")


def _investigate(question: Question, value: Value, now: StrongSituation) -> Reason:
    return _of("investigate", value, now) if value is not None else _said("investigate.none")


def _heal(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None:
        return _said("none")
    if value == now.me:
        return _said("heal.self")
    return _said("heal.threatened" if now.threat(value) >= STANDS_OUT else "heal", seat=value)


def _visit(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None:
        return _said("visit.none")
    return _said("visit.self") if value == now.me else _of("visit", value, now)


def _suspect(question: Question, value: Value, now: StrongSituation) -> Reason:
    return _of("suspect", value, now) if value is not None else _said("none")


REASONS: dict[str, Callable[[Question, Value, StrongSituation], Reason]] = {
    "speech.floor": _floor,
    "vote.hand": _hand,
    "vote.all": _all,
    "night.victim": _victim,
    "night.search": _search,
    "night.investigate": _investigate,
    "night.maniac": _maniac,
    "night.lover": _visit,
    "night.doctor": _heal,
    "night.suspect": _suspect,
}
"""How the answer to each kind of question is explained."""
