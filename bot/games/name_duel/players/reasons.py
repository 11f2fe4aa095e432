"""Why the strong duelist answers as it does: the figures behind its choice, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Reason
from bot.games.name_duel.notebook import in_hand
from bot.games.name_duel.players.strong import GUARDS, StrongSituation
from bot.games.name_duel.players.thoughtful import GUESSES, NEAR
from bot.games.name_duel.views import NameDuelView


def why(question: Question, view: NameDuelView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None for who begins, which makes no difference."""
    reason = REASONS.get(question.key)
    return reason(question, value, StrongSituation(view)) if reason is not None else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"duel.why.{key}", values=values)


def percent(share: float) -> int:
    """A chance, from 0 to 1, as people read it."""
    return round(100 * share)


def _play(question: Question, value: Value, now: StrongSituation) -> Reason:
    """What the card may win, what it saves its owner from, or what it is good for until it is time to guess."""
    chance, danger = percent(max(now.theirs.values(), default=0.0)), percent(now.danger())
    if value in GUESSES:
        return _said("play.guess", chance=chance, danger=danger)
    if value in GUARDS:
        return _said("play.stir", chance=chance, danger=danger)
    return _said(f"play.{value}", chance=chance)


def _guess(question: Question, value: Value, now: StrongSituation) -> Reason:
    """How likely this name is right, and that it cannot be saved any more."""
    chance = percent(now.theirs.get(value, 0.0))
    if len(now.theirs) == 1:
        return _said("guess.only")
    alike = _as_good(question, value, now)
    if (question.values or {})["card"] == "drum_drum":
        held = percent(in_hand(now.view, now.other).get(value, 0.0))
        return _said("guess.drum" if chance else "guess.drum.held", chance=chance, held=held, alike=alike)
    free = percent(now.bare().get(value, 0.0))
    return _said("guess" if free else "guess.flees", count=len(now.theirs), chance=chance, free=free, alike=alike)


def _as_good(question: Question, value: Value, now: StrongSituation) -> int:
    """How many other names promise as much."""
    blows = now.blows(str((question.values or {})["card"]))
    mine = blows.get(value, 0.0)
    return sum(name != value and abs(blows.get(name, 0.0) - mine) < NEAR for name in question.choices)


def _react(question: Question, value: Value, now: StrongSituation) -> Reason:
    values = question.values or {}
    if values["guess"] == values["bottom"]:
        return _said("react.lost" if value is None else "react.flee")
    return _said("react.still" if value is None else "react.bluff")


def _flip(question: Question, value: Value, now: StrongSituation) -> Reason:
    return _said(f"flip.{value}")


def _exchange(question: Question, value: Value, now: StrongSituation) -> Reason:
    return _said("exchange.keep" if value is None else "exchange")


def _always(key: str) -> Callable[[Question, Value, StrongSituation], Reason]:
    """The same reason for every answer."""
    return lambda question, value, now: _said(key)


REASONS: dict[str, Callable[[Question, Value, StrongSituation], Reason]] = {
    "duel.play": _play,
    "duel.guess": _guess,
    "duel.react": _react,
    "flippy.deck": _flip,
    "shenanigan.deck": _always("peep"),
    "hobyah.draw": _always("draw"),
    "hobyah.top": _always("put_back"),
    "rumpelstiltskin.regain": _always("regain"),
    "yallery_brown.look": _always("look"),
    "yallery_brown.exchange": _exchange,
}
"""How the answer to each kind of question is explained."""
