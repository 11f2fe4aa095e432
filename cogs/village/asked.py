"""What a question of the village says to the one whom it asks: its panel, its form, and the sentence once answered."""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Question
from bot.games.hidden_roles.claims import is_claim
from bot.games.village.values import READY
from bot.games.village.views import VillageView
from bot.ui.panels import Panel
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.face import two
from cogs.village import board, bonus_words


def panel(question: Question, context: RenderContext, *, prompt: str) -> Panel | None:
    """The panel of a question that has one of its own shape; None where a menu of people does. `prompt` is what any
    panel asks, and until when."""
    if question.key in bonus_words.WITHOUT_NO:
        return bonus_words.menu_panel(question, context)
    if question.key == "introduction":
        return Panel(prompt, board.alias_rows(question, context))
    if question.key == "day.last_words":
        rows = board.speech_buttons(question.occasion, context), board.phrases(question, question.occasion, context)
        return Panel(prompt, rows)
    return None


def about_whom(question: Question, view: VillageView, context: RenderContext) -> str:
    """Whose fire is voted on: answered, the question alone does not say it any more. Empty for any other question."""
    if question.key != "day.vote":
        return ""
    return context.words.say("ask.day.vote.whom", nominee=context.name(view.ballots[-1].polls[-1][0]))


def done(question: Question, value: Any, context: RenderContext) -> str | None:
    """What an answer of this kind led to; None where the choice says it."""
    if question.kind == "several":
        ending = "done" if value else "nothing"
        chosen = two([context.name(seat) for seat in value], context)
        return context.words.say(f"ask.{question.key}.{ending}", choice=chosen)
    if question.kind == "text" and value is not None and not (question.says is not None and is_claim(value)):
        return context.words.say(f"ask.{question.key}.done", choice=board.spoken(context, value))
    return None


def form(
    question: Question, choice: Any, view: VillageView, context: RenderContext
) -> tuple[str, str, str | None] | None:
    words = context.words
    if question.key == "day.call":
        if choice == READY or view.player(question.seat).speech == "muted":
            return None  # who has no voice nominates without a word
        return words.say("board.reason_for", name=context.labels[choice]), words.say("form.day.call"), None
    return words.say(f"form.title.{question.key}"), words.say(f"form.{question.key}"), None
