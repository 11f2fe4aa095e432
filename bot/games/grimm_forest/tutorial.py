"""The forest's tutorial: one house of straw, from the first walk to the fields to its roof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Value
from bot.engine.tutorials import SEED, Hint, Tutorial
from bot.games.grimm_forest.goods import FIELDS, STRAW, TYPES
from bot.games.grimm_forest.values import DONE, GAIN, PARTS, UNDO
from bot.games.grimm_forest.views import GrimmForestView

BUILD: Final = "build."
"""How the choices of sections begin."""
WAIT_ROUNDS: Final = 8
"""So long the other pig builds no roof: by then somebody who follows has built theirs."""


def hint(question: Question, view: GrimmForestView) -> Hint | None:
    """What matters when the forest asks this."""
    return HINTS.get(question.key, _card)(question, view) if view.seat != SPECTATOR else None


def _card(question: Question, view: GrimmForestView) -> Hint:
    """What a single card asks."""
    return Hint("card", values={"button": "button.text"})


def _place(question: Question, view: GrimmForestView) -> Hint:
    """Straw lies in the fields; whoever is alone there takes all of it (S2-6)."""
    return Hint("place" if view.round == 1 else "place.again", good=(FIELDS,))


def _fable(question: Question, view: GrimmForestView) -> Hint:
    """Nobody has to play one (R2-3)."""
    return Hint("fable")


def _build(question: Question, view: GrimmForestView) -> Hint:
    """Floor, walls, roof, and what is missing for the next of them (S2-7, S2-8)."""
    houses = view.pig(question.seat).houses
    undo = [choice for choice in question.choices if choice == UNDO]  # to think again is never wrong
    if any(house.sections == len(PARTS) for house in houses):
        return Hint("done.roof", good=(DONE,))
    for part in PARTS:
        section = f"build.{STRAW}.{part}"
        if section in question.choices and not (part == PARTS[0] and houses):
            return Hint(part, good=(section, *undo))
    others = [str(choice) for choice in question.choices if str(choice).startswith(BUILD)]
    if others:
        return Hint("other", good=(*others, *undo))
    if GAIN + STRAW in question.choices:
        return Hint("gain", good=(GAIN + STRAW, *undo))
    return Hint("done", good=(DONE,))


def _friend(question: Question, view: GrimmForestView) -> Hint:
    """Who has built walls meets somebody (S2-9)."""
    return Hint("friend")


def _gift(question: Question, view: GrimmForestView) -> Hint:
    """The first house of its kind is rewarded (S2-10)."""
    return Hint("gift")


ROOFS: Final = tuple(f"{BUILD}{kind}.{PARTS[-1]}" for kind in TYPES)
HINTS: Final[Mapping[str, Callable[[Question, GrimmForestView], Hint]]] = {
    "gather.place": _place,
    "gather.fable": _fable,
    "build.act": _build,
    "friend.keep": _friend,
    "first_builder.gift": _gift,
}


def lead(question: Question, learner: GrimmForestView) -> Value | None:
    """The other pig finishes no house before whoever learns has had time for theirs: not in the same round either, in
    which a house of brick would win."""
    roofs = [choice for choice in question.choices if str(choice).startswith(ROOFS)]
    return DONE if roofs and learner.round <= WAIT_ROUNDS else None


TUTORIAL = Tutorial(
    seed=f"{SEED}grimm_forest.1",
    seats=2,
    options={"first_house_wins": True, "choice_seconds": 604800, "build_seconds": 604800},
    hint=hint,
    lead=lead,
)
