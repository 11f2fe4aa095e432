"""Why a builder who counts goes where they go and builds what they build, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Reason
from bot.games.grimm_forest.goods import TYPES
from bot.games.grimm_forest.players.gather import Forest
from bot.games.grimm_forest.players.outlook import of_type
from bot.games.grimm_forest.players.thoughtful import way_for
from bot.games.grimm_forest.views import GrimmForestView


def why(question: Question, view: GrimmForestView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None where it is left to chance."""
    reason = REASONS.get(question.key)
    if reason is not None:
        return reason(value, Forest(view))
    return _said("worth") if way_for(question.key) is not None else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _place(value: Value, forest: Forest) -> Reason:
    """What is needed most, and how likely one is alone there."""
    alone = forest.alone(str(value))
    key = "place.alone" if alone >= 1 / 2 else "place.shared"
    return _said(key, chance=round(100 * alone), need=_needed(forest))


def _needed(forest: Forest) -> str:
    """The goods of which one more would help most."""
    return max(TYPES, key=lambda kind: forest.worth(of_type(TYPES.index(kind))))


def _fable(value: Value, forest: Forest) -> Reason:
    return _said("fable.none" if value is None else "fable")


def _act(value: Value, forest: Forest) -> Reason:
    kind = str(value).partition(".")[0]
    return _said(f"act.{kind}", need=_needed(forest)) if kind in ACTS else _said("worth")


ACTS = ("build", "gain", "draw", "special", "discard", "done")
"""The kinds of Build actions, as their answers begin."""
REASONS: dict[str, Callable[[Value, Forest], Reason]] = {
    "gather.place": _place,
    "gather.fable": _fable,
    "build.act": _act,
}
"""How the answer to the questions of every round is explained; what a single card asks has one reason."""
