"""Why a villager with their wits about them answers as they do, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Reason
from bot.games.village.cards import TOWN
from bot.games.village.players.bonus import BONUS_WAYS
from bot.games.village.players.situation import Situation
from bot.games.village.players.speaking import lie
from bot.games.village.players.strong import StrongSituation, situation_of
from bot.games.village.players.suspicion import KNOWN
from bot.games.village.values import BURN, READY
from bot.games.village.views import VillageView


def why(question: Question, view: VillageView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None for names and last words."""
    reason = REASONS.get(question.key)
    if reason is not None:
        return reason(question, value, situation_of(view))
    return _said("bonus") if question.key in BONUS_WAYS else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _of(key: str, value: Value) -> Reason:
    """A reason that names somebody, or one for choosing nobody."""
    return _said(f"{key}.none") if value is None else _said(key, seat=value)


def _call(question: Question, value: Value, now: Situation) -> Reason:
    """Whom to nominate; for the other side, how not to lead a hunt."""
    whom = value[0]
    if whom == READY:
        return _said(_ready(question, now))
    if now.side != TOWN:
        return _said(f"call.{_hunt(now, whom)}", seat=whom)
    if now.scores[whom] >= KNOWN:
        return _said("call.known", seat=whom)
    return _said("call.suspect" if now.scores[whom] > now.calm else "call.along", seat=whom)


def _hunt(now: Situation, whom: int) -> str:
    """Why somebody of the other side names this player: to pay back, to win by a lie, or to go along."""
    if whom in now.accusers_of((now.me,)):
        return "back"
    return "lie" if whom not in now.nominees and whom == lie(now) else "join"


def _ready(question: Question, now: Situation) -> str:
    """Why nobody is named: the day is cut short, it can as well go by, or nobody is left to name."""
    if now.side != TOWN:
        return "call.cut"
    return "call.wait" if len(question.choices) > 1 else "call.ready"


def _vote(question: Question, value: Value, now: Situation) -> Reason:
    return _burning(now.view.ballots[-1].polls[-1][0], now, burns=value == BURN)


def _ballot(question: Question, value: Value, now: Situation) -> Reason:
    return _said("ballot.none") if value is None else _burning(value, now, burns=True)


def _burning(nominee: int, now: Situation, *, burns: bool) -> Reason:
    """Why this nominee should burn, or not."""
    if nominee == now.me:
        return _said("vote.self")
    if now.side != TOWN:
        side = "mate" if nominee in now.team else "prey"
        return _said(f"vote.{side}.{'burn' if burns else 'spare'}", seat=nominee)
    if burns:
        return _said("vote.burn", seat=nominee)
    worst = now.guiltiest_standing if isinstance(now, StrongSituation) else None
    return (
        _said("vote.wait", seat=nominee) if worst in (None, nominee) else _said("vote.other", seat=nominee, worst=worst)
    )


def _victim(question: Question, value: Value, now: Situation) -> Reason:
    agreed = any(seat != now.me and victim == value for seat, victim in now.view.picks.items())
    return _said("victim.agreed", seat=value) if agreed else _of("victim", value)


def _protect(question: Question, value: Value, now: Situation) -> Reason:
    return _said("protect.self") if value == now.me else _of("protect", value)


def _heal(question: Question, value: Value, now: Situation) -> Reason:
    return _said("heal.self") if value == now.me else _of("heal", value)


def _peek(question: Question, value: Value, now: Situation) -> Reason:
    return _said("peek.none" if value is None else "peek")


def _by_key(key: str) -> Callable[[Question, Value, Situation], Reason]:
    return lambda question, value, now: _of(key, value)


REASONS: dict[str, Callable[[Question, Value, Situation], Reason]] = {
    "day.call": _call,
    "day.vote": _vote,
    "day.ballot": _ballot,
    "night.suspect": _by_key("suspect"),
    "night.investigate": _by_key("investigate"),
    "night.protect": _protect,
    "night.heal": _heal,
    "night.assassinate": _by_key("shoot"),
    "huntsman.shot": _by_key("shoot"),
    "night.mute": _by_key("mute"),
    "night.peek": _peek,
    "night.victim": _victim,
    "night.murder": _by_key("victim"),
    "night.jinx": _by_key("hinder"),
    "night.toad": _by_key("hinder"),
    "night.watch": _by_key("watch"),
}
"""How the answer to each kind of question is explained."""
