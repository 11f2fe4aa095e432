"""What somebody who practises is shown, to them alone. Pure."""

from __future__ import annotations

from bot.matches.lessons import Lesson
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face, quoted
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.stage.controls import LESSONS
from bot.ui.stage.public_pages import SMALL
from bot.ui.wording import Wording

ASKED_LINES = 2
"""So many lines of a question say what it is about; below them it explains itself."""


BACK, NEWEST = "back", "newest"
"""What to show instead of the lesson that stands there."""


def lesson_page(
    lesson: Lesson, match: MatchSnapshot, face: Face, words: Wording, *, is_first: bool = False, is_newest: bool = True
) -> Page:
    """A lesson, the way to those before it and back to the newest, and the way to be told no more.

    is_first  whether nothing that was decided before has a lesson
    """
    text = _in_words(lesson, match, face, words)
    turns: list[Button] = []
    if lesson.place and not is_first:
        earlier = custom_id(LESSONS, match.id, BACK, lesson.place)
        turns.append(Button(earlier, words.say("lessons.earlier"), emoji="◀️"))
    if not is_newest:
        turns.append(Button(custom_id(LESSONS, match.id, NEWEST), words.say("lessons.newest"), emoji="▶️"))
    if is_first:
        text += f"\n{words.say('lessons.first')}"
    return Page(panels=(Panel(text, ((*turns, _wish(match, words, wanted=True)),)),), tint=TINT)


def practice_page(match: MatchSnapshot, face: Face, words: Wording, lesson: Lesson | None, *, wanted: bool) -> Page:
    """What practice is, whether this person is told after each decision, and the lesson of the last one."""
    last = words.say("lessons.none")
    if lesson is not None:
        last = words.say("lessons.last", lesson=_in_words(lesson, match, face, words))
    text = f"{words.say('lessons.on' if wanted else 'lessons.off')}\n{last}"
    return Page(panels=(Panel(text, ((_wish(match, words, wanted=wanted),),)),), tint=TINT)


def stopped_page(words: Wording) -> Page:
    """That somebody is told no more, where they have no practice at this table to come back to."""
    return Page(panels=(Panel(words.say("lessons.stopped"), ()),), tint=TINT)


def _wish(match: MatchSnapshot, words: Wording, *, wanted: bool) -> Button:
    """Turns the wish round."""
    key, style = ("lessons.on.do", "secondary") if wanted else ("lessons.off.do", "primary")
    return Button(custom_id(LESSONS, match.id, int(not wanted)), words.say(key), style)


def _in_words(lesson: Lesson, match: MatchSnapshot, face: Face, words: Wording) -> str:
    """What reads the same is the same: where order makes no difference, it does not stand there."""
    context = RenderContext.of(match, words)
    mine, better = (
        quoted(face.chosen(lesson.asked, value, lesson.view, context)) for value in (lesson.given, lesson.better)
    )
    why, asked = face.because(lesson.reason, context), _asked(lesson, face, context)
    if mine == better:
        return asked + words.say("lesson.same", mine=mine, why=why)
    return asked + words.say("lesson.other", mine=mine, better=better, why=why)


def _asked(lesson: Lesson, face: Face, context: RenderContext) -> str:
    """What the decision was about, in small print: a name alone does not say whether it was nominated or searched."""
    told = face.panel(lesson.asked, lesson.view, context).text.splitlines()
    lines = [line.removeprefix("### ").replace("**", "") for line in told if line and not line.startswith(SMALL)]
    return f"{SMALL}{' '.join(lines[:ASKED_LINES])}\n" if lines else ""
