"""What may be answered for a player, until they take it back."""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import LEAVES_OPEN, StandingOrder


def no_reaction(question: Question, view: Any) -> Value:
    """Let every guess stand, whatever is in the hand."""
    return None if question.key == "duel.react" else LEAVES_OPEN


ORDERS = (StandingOrder("no_reaction", no_reaction),)
