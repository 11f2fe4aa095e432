"""The night sheet: one card after another, whom to wake, what to ask, what was answered. Pure: a match -> a page.

A moderator who knows no cards reads the same whatever is done at night. Only a moderator who knows all cards sees who
holds them and what was answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Seat
from bot.matches.moderator import knows_all, leads
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.night_steps import NO_STEP, NightStep
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording
from cogs.moderator_panel.page import PANEL
from cogs.moderator_panel.reading import Reading, reading

SHEET, ONWARD, PASS, AGAIN = "sheet", "onward", "pass", "again"


@dataclass(frozen=True)
class Sheet:
    """The steps of this night, and the hour that is open now."""

    match: MatchSnapshot
    face: Face
    words: Wording

    @property
    def readings(self) -> list[Reading]:
        return reading(self.match, self.face, self.words)

    def step(self, place: int) -> NightStep:
        return self.face.night_steps.get(self.readings[place].card, NO_STEP)

    @property
    def is_night(self) -> bool:
        return not self.match.over and self.face.is_locked(self.match.view(SPECTATOR))

    @property
    def hour(self) -> str:
        """The clock that is open now; empty where none is."""
        clocks = (one.key for one in self.match.open if one.seat == MIRROR and one.key in self.face.night_hours)
        return next(clocks, "")

    def must_close(self, place: int) -> bool:
        """Whether the hour that is open has to end before this step: its card is asked later, or the sun rises."""
        if not self.hour:
            return False
        if place == len(self.readings) - 1:
            return True
        hours, step = self.face.night_hours, self.step(place)
        return bool(step.keys) and hours.index(step.hour) > hours.index(self.hour)


def sheet_page(
    sheet: Sheet, place: int, *, reader: int, decisions: Sequence[Entry] = (), lines: Sequence[str] = ()
) -> Page:
    """One step. `decisions` is what was chosen in this round; only a moderator who knows all cards is shown it."""
    words, match = sheet.words, sheet.match
    readings = sheet.readings
    place = min(max(place, 0), len(readings) - 1)
    view: Any = match.view(SPECTATOR)
    step = sheet.step(place)
    sees = leads(match, reader) and knows_all(match)
    text = [
        f"## {words.say('sheet.title', place=place + 1, count=len(readings))}",
        words.say("sheet.read", line=readings[place].line),
    ]
    if step.keys:
        unknown = words.say("sheet.unknown.team" if step.team else "sheet.unknown")
        text += _card(sheet, readings[place].card, step, decisions) if sees else [unknown]
        text.append(words.say("sheet.ask", what=words.say(f"sheet.{match.row.game}.{readings[place].card}")))
    else:
        text.append(words.say("sheet.everybody.last" if place else "sheet.everybody", night=_night(view)))
    if sheet.hour and sheet.hour != sheet.face.night_hours[0]:
        text.append(words.say(_hour_key(sheet.hour, words)))
    if place + 1 < len(readings) and sheet.must_close(place + 1):
        text.append(words.say("sheet.ends" if place + 2 == len(readings) else "sheet.closes"))
    buttons = _buttons(sheet, place, step)
    back = (Button(custom_id(PANEL, match.id, "look"), words.say("chair.cancel")),)
    return Page(panels=(Panel("\n\n".join(text), (buttons, back)),), lines=tuple(lines), tint=TINT)


def _night(view: Any) -> int:
    return int(getattr(view, "night", 0))


def _hour_key(hour: str, words: Wording) -> str:
    key = f"sheet.{hour}"
    return key if words.has(key) else "sheet.clock"


def _card(sheet: Sheet, card: str, step: NightStep, decisions: Sequence[Entry]) -> list[str]:
    """The people who wake, and what they have chosen."""
    context = RenderContext.of(sheet.match, sheet.words)
    holders = _holders(sheet, card, step)
    if not holders:
        return [sheet.words.say("sheet.nobody")]
    answers = [line for seat in holders for line in _answers(sheet, seat, step, decisions, context)]
    return [
        sheet.words.say("sheet.wake", names=context.listed(holders)),
        "\n".join([sheet.words.say("sheet.answered"), *answers]),
    ]


def _holders(sheet: Sheet, card: str, step: NightStep) -> list[Seat]:
    """The living who have this card, of people or of the bonus deck, or are on the side that wakes."""
    found = []
    for seat in sheet.match.seats:
        view: Any = sheet.match.view(seat)
        held = {view.role, getattr(view, "bonus", None)}
        if view.alive and (view.side == step.team if step.team else card in held):
            found.append(seat)
    return found


def _answers(
    sheet: Sheet, seat: Seat, step: NightStep, decisions: Sequence[Entry], context: RenderContext
) -> list[str]:
    words, name = sheet.words, context.name(seat)
    chosen = {entry.key: entry for entry in decisions if entry.seat == seat and entry.key in step.keys}
    told = [sheet.face.act_told(entry, context) or words.say("sheet.nothing", name=name) for entry in chosen.values()]
    waiting = [one for one in sheet.match.open_for(seat) if one.key in step.keys and one.key not in chosen]
    if waiting:
        told.append(words.say("sheet.waiting", name=name))
    return [f"• {line}" for line in dict.fromkeys(told or [words.say("sheet.not_asked", name=name)])]


def _buttons(sheet: Sheet, place: int, step: NightStep) -> tuple[Button, ...]:
    match, words = sheet.match, sheet.words
    standing = not match.running
    moment = match.moment()
    buttons = []
    if place:
        back = custom_id(PANEL, match.id, SHEET, match.checkpoint, place - 1)
        buttons.append(Button(back, words.say("sheet.back"), "secondary", "◀️"))
    if step.keys:
        skip = custom_id(PANEL, match.id, PASS, match.checkpoint, place)
        buttons.append(Button(skip, words.say("sheet.skip"), "secondary", "⏭️", disabled=standing))
        again = custom_id(PANEL, match.id, AGAIN, match.checkpoint, place)
        buttons.append(Button(again, words.say("sheet.again"), "secondary", "🔁", disabled=standing))
    onward = custom_id(PANEL, match.id, ONWARD, match.checkpoint, place + 1, moment)
    buttons.append(Button(onward, words.say("sheet.onward"), "success", "▶️", disabled=standing))
    return tuple(buttons)
