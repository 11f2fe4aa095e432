"""The village's tutorial: the Sheriff finds the one Rumplestiltskin, and has to win the village over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Seat
from bot.engine.tutorials import LEARNER, SEED, Hint, Tutorial
from bot.games.village.values import BURN, READY, SPARE
from bot.games.village.views import VillageView

CULPRIT: Final[Seat] = 3
"""Whom this deck makes the Rumplestiltskin."""
FIRST_NIGHT: Final[Mapping[str, Seat]] = {"night.victim": 5, "night.toad": 8}
"""Whom it chooses on the first night: whoever learns is there on the first day, and no toad."""


def hint(question: Question, view: VillageView) -> Hint | None:
    """What matters when the village asks this."""
    made = HINTS.get(question.key)
    return made(question, view) if made is not None else None


def _investigate(question: Question, view: VillageView) -> Hint:
    """The Sheriff asks about one player a night (S0-15)."""
    if view.night == 1:
        return Hint("investigate", good=(CULPRIT,), seats={"suspect": CULPRIT})
    known = [*_found(view, guilty=True), *_found(view, guilty=False)]
    return Hint("investigate.again", good=[seat for seat in question.choices if seat not in (None, *known)])


def _call(question: Question, view: VillageView) -> Hint:
    """Who knows somebody's card names them, with the reason (S0-21)."""
    if view.seat == SPECTATOR:
        if any(said.by == LEARNER for said in view.nominated_today()):
            return Hint("call.ready.public")
        return Hint("call.public", values={"button": "button.my_seat"})
    if tuple(question.choices) == (READY,):
        return Hint("call.ready")
    found = [seat for seat in _found(view, guilty=True) if seat in question.choices]
    return Hint("call.found", good=found, seats={"suspect": found[0]}) if found else Hint("call")


def _vote(question: Question, view: VillageView) -> Hint:
    """Vote by what you know (S0-22)."""
    if view.seat == SPECTATOR:
        return Hint("vote.public", values={"button": "button.my_seat"})
    nominee = int(question.occasion.split(".")[3])
    if nominee in _found(view, guilty=True):
        return Hint("vote.burn", good=(BURN,), seats={"suspect": nominee})
    if nominee == view.seat or nominee in _found(view, guilty=False):
        return Hint("vote.spare", good=(SPARE,))
    return Hint("vote")


def _found(view: VillageView, *, guilty: bool) -> list[Seat]:
    """Whom the Sheriff has found to be one, or to be none."""
    verdicts = (fact.values for fact in view.learnt if fact.key == "night.verdict")
    return [verdict["suspect"] for verdict in verdicts if verdict["guilty"] == guilty]


def _last_words(question: Question, view: VillageView) -> Hint:
    """What one says before the vote may turn it."""
    return Hint("last_words")


def lead(question: Question, learner: VillageView) -> Seat | str | None:
    """Whoever learns can speak and vote on the first day. And the village listens to a Sheriff who names the one they
    found: it burns nobody else, and where it comes to the last vote, it votes with them."""
    if question.key in FIRST_NIGHT and learner.night == 1:
        return FIRST_NIGHT[question.key]
    if question.key != "day.vote" or question.seat == CULPRIT:
        return None
    _, _, rerun, nominee, *_ = question.occasion.split(".")
    named = {(said.by, said.nominee) for said in learner.nominated_today()}
    is_listened_to = (LEARNER, CULPRIT) in named and CULPRIT in _found(learner, guilty=True)
    is_the_last_vote = int(rerun) > 0 or {nominated for _, nominated in named} == {CULPRIT}
    if int(nominee) == CULPRIT:
        return BURN if is_listened_to and is_the_last_vote else None
    return SPARE if is_listened_to or int(nominee) == LEARNER else None


HINTS: Final[Mapping[str, Callable[[Question, VillageView], Hint]]] = {
    "night.investigate": _investigate,
    "day.call": _call,
    "day.vote": _vote,
    "day.last_words": _last_words,
}

TUTORIAL = Tutorial(
    seed=f"{SEED}village.4241",
    seats=8,
    options={
        "casts": {8: {"rumplestiltskin": 1, "sheriff": 1, "villager": 6}},
        "introductions": False,
        "night_seconds": 3600,
        "quick_nights": True,
        "day_seconds": 3600,
        "warning_seconds": 1800,
        "vote_seconds": 900,
        "last_words_seconds": 20,
        "all_must_point": False,
        "powers_seconds": 5,
    },
    hint=hint,
    lead=lead,
)
