"""Mafia's tutorial: the Sheriff finds two black cards, and has to win the votes of the days.

With two of them, and nobody leaving by a tie, no first day ends the game: the night is always met, which
is what one learns here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Seat
from bot.engine.tutorials import LEARNER, SEED, Hint, Tutorial
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView

CULPRIT: Final[Seat] = 6
"""To whom this deck gives a black card."""
BLACK: Final[tuple[Seat, ...]] = (2, CULPRIT)
"""The Don, and the Mafia."""
DONE: Final = {"button": "mafia.choice.speech.floor.pass"}
"""How the button is called with which one gives the floor back."""


def hint(question: Question, view: MafiaView) -> Hint | None:
    """What matters when the table asks this."""
    made = HINTS.get(question.key)
    return made(question, view) if made is not None else None


def _investigate(question: Question, view: MafiaView) -> Hint:
    """The Sheriff asks about one player a night (S3-5)."""
    known = [fact.values["suspect"] for fact in view.learnt if fact.key == "night.verdict"]
    if not known and CULPRIT in question.choices:
        return Hint("investigate", good=(CULPRIT,), seats={"suspect": CULPRIT})
    return Hint("investigate.again", good=[seat for seat in question.choices if seat not in (None, *known)])


def _speech(question: Question, view: MafiaView) -> Hint:
    """Who has the floor may name one player (S3-2)."""
    if tuple(question.choices) == (PASS,):
        return Hint("speech.done", values=DONE)
    if view.seat == SPECTATOR and view.day > 1:
        return Hint("speech.public", values={"button": "button.my_seat"})
    found = [seat for seat in _black(view) if seat in question.choices]
    if not found:
        return Hint("speech", values=DONE)
    return Hint("speech.found", good=found, seats={"suspect": found[0]})


def _vote(question: Question, view: MafiaView) -> Hint:
    """A hand is raised once; who raises none votes for the last nominee (R3-6)."""
    if view.seat == SPECTATOR and view.day > 1:
        return Hint("vote.public", values={"button": "button.my_seat"})
    nominee, black = (question.values or {})["nominee"], _black(view)
    if nominee in black:
        return Hint("vote.found", good=(YES,), seats={"suspect": nominee})
    return Hint("vote.other", good=(NO,)) if black else Hint("vote")


def _black(view: MafiaView) -> list[Seat]:
    """Whom the Sheriff has found to be black, and who is still there."""
    verdicts = [fact.values for fact in view.learnt if fact.key == "night.verdict"]
    found = [verdict["suspect"] for verdict in verdicts if verdict["black"]]
    return [seat for seat in found if view.player(seat).alive]


def _floor(question: Question, view: MafiaView) -> Hint:
    """A defence, or the last words."""
    return Hint(question.key, values=DONE)


def lead(question: Question, learner: MafiaView) -> Seat | str | None:
    """Nobody shoots the Sheriff who is learning. And the red ones vote with a Sheriff who names the one they found, and
    never against them."""
    if question.key == "night.victim":
        victim: Seat = next(seat for seat in question.choices if seat not in (LEARNER, *BLACK))
        return victim
    if question.key != "vote.hand" or question.seat in BLACK:
        return None
    nominee = (question.values or {})["nominee"]
    if nominee == LEARNER:
        return NO
    named = [said for day, by, said in learner.nominations if (day, by) == (learner.day, LEARNER)]
    found = [said for said in named if said in _black(learner)]
    if found:
        return YES if nominee in found else NO
    # Who has raised no hand votes for the last nominee (R3-6): where that is the learner, the first one gets the votes.
    first, *_, last = learner.votes[-1].nominees
    return YES if last == LEARNER and nominee == first else None


HINTS: Final[Mapping[str, Callable[[Question, MafiaView], Hint]]] = {
    "night.investigate": _investigate,
    "speech.floor": _speech,
    "vote.hand": _vote,
    "defence.floor": _floor,
    "final.floor": _floor,
}

TUTORIAL = Tutorial(
    seed=f"{SEED}mafia.861",
    seats=7,
    options={
        "casts": {7: {"don": 1, "mafia": 1, "sheriff": 1, "citizen": 4}},
        "first_night_kill": False,
        "ties": "mild",
        "one_nominee": "leaves_after_first_day",
        "quick_nights": True,
        "night_seconds": 3600,
        "speech_seconds": 3600,
        "defence_seconds": 3600,
        "final_seconds": 3600,
        "vote_seconds": 3600,
    },
    hint=hint,
    lead=lead,
)
