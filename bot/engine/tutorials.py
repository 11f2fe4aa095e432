"""A game's tutorial: a first table for one person among computers, with a stacked deck, and what is explained there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.engine.questions import Question, Seat, Value

SEED: Final = "tutorial."
"""How the seed of a tutorial begins. Seeds that are drawn are hexadecimal: so a match says by its seed that its deck
was stacked, and it can be dealt and dealt again like any other."""
LEARNER: Final[Seat] = 1
"""Where the person sits who learns."""


@dataclass(frozen=True)
class Hint:
    """The one thing that matters beside a question.

    key     names its words, `tutorial.<game>.<key>`
    good    the answers that follow it; empty where all are as good. To any other one `<key>.otherwise` is said, kindly
    values  what stands in the words, by the keys of other words; seats: the players who are named there
    must    any other answer would lose the game before it has taught anything: it is not taken, and the kind word says
            why
    """

    key: str
    good: Sequence[Value] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, Seat] = field(default_factory=dict)
    must: bool = False

    def is_followed_by(self, question: Question, value: Value) -> bool:
        """Whether this answer is as good as the best; what is said on the way to one always is."""
        chosen = value[0] if question.kind == "reasoned" and not question.is_said(value) else value
        return not self.good or chosen in self.good or question.is_said(value)


def leads_nobody(question: Question, learner: Any) -> Value | None:
    """The computers think for themselves."""
    return None


@dataclass(frozen=True)
class Tutorial:
    """How one learns a game.

    seed     deals a game in which everything that matters is met soon; computer players think by it as well
    seats    so many sit there; options: those that are other than usual
    hint     from a question to the learner, and the learner's view (a bystander's, where it is asked in public), to
             what is explained there; None where the question explains itself. Pure
    lead     from a question to a computer, and the learner's view, to what it answers so that a first game is kind;
             None where it thinks for itself. Pure
    """

    seed: str
    seats: int
    options: Mapping[str, Any]
    hint: Callable[[Question, Any], Hint | None]
    lead: Callable[[Question, Any], Value | None] = leads_nobody
