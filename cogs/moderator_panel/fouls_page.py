"""The pages with which a moderator calls a foul. Pure: a match -> a page."""

from __future__ import annotations

from typing import Any

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Question, Seat
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, Row, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording
from cogs.moderator_panel.page import PANEL


def fouls_page(match: MatchSnapshot, question: Question, words: Wording, panel: str = PANEL) -> Page:
    """Whom to call which foul on. A choice is `<seat>.<kind>.<fouls so far>`: only what was shown is done."""
    labels, so_far = RenderContext.of(match, words).labels, fouls_so_far(match)
    rows: list[Row] = []
    for kind in dict.fromkeys(kind for _, kind in question.choices):
        seats = [seat for seat, one in question.choices if one == kind]
        options = tuple(MenuOption(f"{seat}.{kind}.{so_far[seat]}", f"{seat}. {labels[seat]}") for seat in seats)
        # Two menus on one message need two ids; the value says what is called.
        ident = custom_id(panel, match.id, "foul", match.checkpoint, kind)
        rows.append(Menu(ident, words.say(f"chair.foul.{kind}"), options))
    rows.append((_cancel(match, words, panel),))
    return Page(panels=(Panel(words.say("chair.foul.ask"), tuple(rows)),), tint=TINT)


def leaving_page(match: MatchSnapshot, seat: Seat, choice: str, words: Wording, panel: str = PANEL) -> Page:
    """The question before somebody has to leave for a foul; `sure` is the same choice again."""
    name = RenderContext.of(match, words).name(seat)
    sure = custom_id(panel, match.id, "foul", match.checkpoint, "sure", choice)
    row = (Button(sure, words.say("chair.foul.sure"), "danger", "🟥"), _cancel(match, words, panel))
    return Page(panels=(Panel(words.say("chair.foul.leaves", name=name), (row,)),), tint=TINT)


def fouls_so_far(match: MatchSnapshot) -> dict[Seat, int]:
    """What everybody sees: fouls by seat."""
    view: Any = match.view(SPECTATOR)
    return {player.seat: player.fouls for player in view.players}


def _cancel(match: MatchSnapshot, words: Wording, panel: str) -> Button:
    return Button(custom_id(panel, match.id, "look"), words.say("chair.cancel" if panel == PANEL else "powers.back"))
