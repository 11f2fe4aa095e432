"""Why the strong duelist answers as it does: the figures behind its choice, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Reason
from bot.games.name_duel.events import Event
from bot.games.name_duel.notebook import in_hand
from bot.games.name_duel.players.strong import GUARDS, StrongSituation
from bot.games.name_duel.players.thoughtful import FEAR, GUESSES, HOPE, NEAR, STIRS
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
    name, danger = str(value), now.danger()
    chance = percent(max(now.theirs.values(), default=0.0))
    if name in GUESSES:
        return _said(f"play.guess.{_way_to_guess(name, now)}", chance=chance, danger=percent(danger))
    if name not in GUARDS:
        return _said(f"play.{name}", chance=chance)
    if name == "flippy" and _gain(now) > max(_relief(now), NEAR):
        return _said("play.flippy", chance=chance)
    relief = danger - now.danger(Event(now.me, "played", (name,)), Event(now.me, STIRS[name]))
    return _said("play.stir" if relief > NEAR else "play.least", chance=chance, danger=percent(danger))


def _way_to_guess(name: str, now: StrongSituation) -> str:
    """The card, where what it does besides can happen; a plain guess where there is nothing to show or take back."""
    held, lying = now.view.duelist(now.other).cards, now.view.duelist(now.me).discard
    idle = {"noggin": not held, "drum_drum": not held, "rumpelstiltskin": not lying}
    return "plain" if idle.get(name, False) else name


def _gain(now: StrongSituation) -> float:
    """What it brings to turn the other deck over."""
    return HOPE * (now.attack(Event(now.other, "inverted")) - now.attack())


def _relief(now: StrongSituation) -> float:
    """What it saves to turn the own deck over."""
    return FEAR * (now.danger() - now.danger(Event(now.me, "inverted")))


def _guess(question: Question, value: Value, now: StrongSituation) -> Reason:
    """How likely this name is right, and that it cannot be saved any more."""
    chance = percent(now.theirs.get(value, 0.0))
    if len(now.theirs) == 1:
        return _said("guess.only")
    alike = _as_good(question, value, now)
    if (question.values or {})["card"] == "drum_drum":
        held = percent(in_hand(now.view, now.other).get(value, 0.0))
        if held:
            key = "guess.drum" if chance else "guess.drum.held"
            said = _said(key, chance=chance, held=held, alike=len(alike))
            return said.model_copy(update={"as_good": alike})
    free = percent(now.bare().get(value, 0.0))
    key = "guess.flees" if not free else "guess.free" if free == chance else "guess"
    said = _said(key, count=len(now.theirs), chance=chance, free=free, alike=len(alike))
    return said.model_copy(update={"as_good": alike})


def _as_good(question: Question, value: Value, now: StrongSituation) -> tuple[Value, ...]:
    """The other names that promise as much."""
    blows = now.blows(str((question.values or {})["card"]))
    mine = blows.get(value, 0.0)
    return tuple(name for name in question.choices if name != value and abs(blows.get(name, 0.0) - mine) < NEAR)


def _react(question: Question, value: Value, now: StrongSituation) -> Reason:
    values = question.values or {}
    if values["guess"] == values["bottom"]:
        return _said("react.lost" if value is None else "react.flee")
    return _said("react.still" if value is None else "react.bluff")


def _flip(question: Question, value: Value, now: StrongSituation) -> Reason:
    """What turning this deck brings; or that turning the other one would be worse."""
    brings = _relief(now) if value == "own" else _gain(now)
    return _said(f"flip.{value}" if brings > NEAR else f"flip.{value}.rather")


def _regain(question: Question, value: Value, now: StrongSituation) -> Reason:
    """A way to flee for whoever holds none; else what is worth most later."""
    flees = value in GUARDS and GUARDS.isdisjoint(now.view.hand)
    return _said("regain.flee" if flees else "regain")


def _exchange(question: Question, value: Value, now: StrongSituation) -> Reason:
    """Whether the name that will lie there is the hardest to guess, or the other card is worth more in hand."""
    bottom = str((question.values or {})["bottom"])
    before, after = now.guesses_at(), now.guesses_at(Event(now.me, "exchanged"))
    guessed = {
        name: before.get(bottom, 0.0) if name is None else after.get(str(name), 0.0) for name in question.choices
    }
    key = "exchange.keep" if value is None else "exchange"
    return _said(key if guessed[value] <= min(guessed.values()) + NEAR else f"{key}.worth")


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
    "rumpelstiltskin.regain": _regain,
    "yallery_brown.look": _always("look"),
    "yallery_brown.exchange": _exchange,
}
"""How the answer to each kind of question is explained."""
