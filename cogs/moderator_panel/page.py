"""The moderator's panel: where the game stands, and the buttons of the person who leads it. Pure: a match -> a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Question
from bot.matches import fouls
from bot.matches.moderator import MAY_ASK, knows_all, leads
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.game_words import game_title
from bot.ui.panels import TEXT_MOST, TINT, Button, Page, Panel, custom_id
from bot.ui.phone_pages import room_of
from bot.ui.render_context import RenderContext
from bot.ui.stage.questions import public_questions
from bot.ui.wording import Wording
from cogs.moderator_panel.reading import reading

PANEL = "desk"
MORE_S = 30
BOARD_MOST = 2200
"""Characters of the board on the panel, so that what is below it has room."""
CARDS_MOST = TEXT_MOST - BOARD_MOST - 900
BOARD_ROOM = 8
"""Lines of a phone for the board on the panel, and what stands above it."""
ROOM = 23
"""Lines of a phone for what is told on the panel, beside its buttons at night."""


def panel_page(
    match: MatchSnapshot,
    face: Face,
    words: Wording,
    *,
    reader: int,
    decisions: Sequence[Entry] = (),
    lines: Sequence[str] = (),
) -> Page:
    """Everything that a person at the table would have in front of them who leads the game.

    reader     who will see it: should somebody else lead by then, no card is on it
    decisions  what was chosen in this round, shown to a moderator who knows all cards
    lines      what is said above the panel
    """
    context = RenderContext.of(match, words)
    head = [f"## {words.say('chair.title', game=game_title(words, match.row.game), number=match.id)}"]
    if match.over:
        return Page(panels=(Panel("\n".join([*head, words.say("chair.over")])),), lines=tuple(lines), tint=TINT)
    panels = [Panel("\n".join([*head, _next_step(match, context)])), Panel(_board(match, face, context, lines))]
    night = len(panels)
    if leads(match, reader) and knows_all(match):
        told = [*_cards(match, face, context), *_secret_acts(decisions, face, context)]
        panels.append(Panel(_cut("\n".join(told), CARDS_MOST)))
    elif leads(match, reader) and match.row.moderator_sees == MAY_ASK:
        want = Button(custom_id(PANEL, match.id, "cards"), words.say("chair.cards.do"), "danger", "👁️")
        panels.append(Panel(words.say("chair.cards.ask"), ((want,),)))
    if face.is_locked(match.view(SPECTATOR)):
        room = ROOM - sum(map(room_of, (*lines, *(panel.text for panel in panels))))
        panels[night:night] = _night(match, face, words, room)
    panels.append(Panel("", (_buttons(match, words),)))
    return Page(panels=tuple(panels), lines=tuple(lines), tint=TINT)


def _night(match: MatchSnapshot, face: Face, words: Wording, room: int) -> list[Panel]:
    """What is read aloud: as a whole, where a phone has so much room, and, with a button, step by step."""
    order = [f"{place}. {one.line}" for place, one in enumerate(reading(match, face, words), start=1)]
    if not order:
        return []
    sheet = custom_id(PANEL, match.id, "sheet", match.checkpoint, 0)
    button = Button(sheet, words.say("sheet.open"), "primary", "🌙", disabled=not match.running)
    whole = "\n".join([words.say("chair.night"), *order])
    told = whole if room_of(whole) <= room else words.say("chair.night.by_step", button=words.say("sheet.open"))
    return [Panel(told, ((button,),))]


def whose_time(match: MatchSnapshot, face: Face, words: Wording) -> str:
    """Whose time is up, or of which moment."""
    context = RenderContext.of(match, words)
    asked = [question.seat for question in public_questions(match, face) if question.seat != MIRROR]
    if not asked:
        return words.say("chair.time_is_up", moment=face.moment(match.view(SPECTATOR), context))
    return words.say("chair.time_is_up.for", names=context.listed(list(dict.fromkeys(asked))))


def _next_step(match: MatchSnapshot, context: RenderContext) -> str:
    """What begins when the moderator says Next."""
    if match.paused:
        return context.words.say("chair.paused")
    step = match.waiting_step()
    return context.words.say("chair.next") if step is None else _step_in_words(step, context)


def _step_in_words(step: Question, context: RenderContext) -> str:
    values = step.values or {}
    seat = values.get("seat", values.get("nominee"))
    key = f"chair.{step.key}"
    if not context.words.has(key):
        return context.words.say("chair.step")
    named: dict[str, Any] = {"name": context.name(seat)} if seat is not None else {}
    return context.words.say(key, **named)


def _board(match: MatchSnapshot, face: Face, context: RenderContext, lines: Sequence[str]) -> str:
    """The public board in words: who is asked, which votes are missing, nominees, fouls, clocks. Where a phone has no
    room for all who live, they are counted: **Text** of the table names them."""
    panels = face.board(match.view(SPECTATOR), public_questions(match, face), context)
    whole, brief = ("\n\n".join(one.whole for one in each if one.whole) for each in (panels, _in_brief(panels)))
    return _cut(whole if room_of("\n".join([*lines, whole])) <= BOARD_ROOM else brief, BOARD_MOST)


def _in_brief(panels: Sequence[Panel]) -> list[Panel]:
    return [panel.without_picture() for panel in panels]


def _cards(match: MatchSnapshot, face: Face, context: RenderContext) -> list[str]:
    """What everybody holds; a line each where there is one card, else everything a seat sees."""
    lines = [context.words.say("chair.cards")]
    for seat in match.seats:
        view: Any = match.view(seat)
        lines.append(f"{seat}. {context.name(seat)}: {face.held(view, context)}")
    return lines


def _secret_acts(decisions: Sequence[Entry], face: Face, context: RenderContext) -> list[str]:
    """What was chosen in secret in this round, as far as it is written down; of who changed their mind, the last."""
    told: dict[tuple[int, str], str] = {}
    for entry in decisions:
        if entry.key not in face.open_acts:
            told.pop((entry.seat, entry.key), None)
            told[entry.seat, entry.key] = face.act_told(entry, context)
    lines = [f"• {line}" for line in told.values() if line]
    return [context.words.say("chair.acts"), *lines] if lines else []


def _buttons(match: MatchSnapshot, words: Wording) -> tuple[Button, ...]:
    standing = not match.running
    onward = custom_id(PANEL, match.id, "next", match.moment())
    buttons = [Button(onward, words.say("chair.next.do"), "success", "▶️", disabled=standing)]
    if match.deadlines:
        more = custom_id(PANEL, match.id, "more")
        buttons.append(Button(more, words.say("chair.more.do", seconds=MORE_S), disabled=standing))
    if fouls.whistle(match) is not None:
        foul = custom_id(PANEL, match.id, "fouls")
        buttons.append(Button(foul, words.say("chair.foul.do"), "secondary", "🟨", disabled=standing))
    buttons.append(Button(custom_id(PANEL, match.id, "look"), words.say("chair.look.do"), "secondary", "🔄"))
    buttons.append(Button(custom_id(PANEL, match.id, "back"), words.say("chair.back.do"), "secondary", "🪞"))
    return tuple(buttons)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
