"""What a tutorial explains beside the real buttons, in words. Pure: made from what its reader may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.tutorials import LEARNER, Hint
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import tutorial_of
from bot.ui.panels import Panel
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording


def explained(match: MatchSnapshot, questions: Sequence[Question], view: Any, words: Wording) -> tuple[Panel, ...]:
    """The one thing that matters now, about the first of these questions to the learner that needs it; nothing in a
    match that is no tutorial."""
    hints = (_hint(match, question, view) for question in questions)
    hint = next((one for one in hints if one is not None), None)
    return () if hint is None else (Panel(words.say("tutorial.hint", hint=_said(match, hint, hint.key, words))),)


def where_to_look(match: MatchSnapshot, words: Wording) -> tuple[Panel, ...]:
    """On the board of a tutorial: that the learner is asked something in secret, and where it is explained."""
    if tutorial_of(match) is None or not match.open_for(LEARNER):
        return ()
    return (Panel(words.say("tutorial.look", button=words.say("button.my_seat"))),)


def kindly(match: MatchSnapshot, question: Question, value: Value, words: Wording) -> str:
    """What is said to an answer that did not follow the explanation; empty for nothing. `match` is as it was asked."""
    hint = _hint(match, question, match.view(question.seat))
    if hint is None or hint.is_followed_by(question, value):
        return ""
    return _said(match, hint, f"{hint.key}.otherwise", words)


def held_back(match: MatchSnapshot, question: Question, value: Value, words: Wording) -> str:
    """Why this answer is not taken from somebody who learns; empty where it is. Nothing has happened then."""
    hint = _hint(match, question, match.view(question.seat))
    return kindly(match, question, value, words) if hint is not None and hint.must else ""


def _hint(match: MatchSnapshot, question: Question, view: Any) -> Hint | None:
    tutorial = tutorial_of(match)
    return tutorial.hint(question, view) if tutorial is not None and question.seat == LEARNER else None


def _said(match: MatchSnapshot, hint: Hint, key: str, words: Wording) -> str:
    context = RenderContext.of(match, words)
    values: dict[str, Any] = {name: words.say(value) for name, value in hint.values.items()}
    values |= {name: context.name(seat) for name, seat in hint.seats.items()}
    return words.say(f"tutorial.{match.row.game}.{key}", **values)
