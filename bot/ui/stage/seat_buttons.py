"""The buttons below what a seat is shown in secret. Below a hand of cards, which is high, those that are rarely wanted
stand on a page of their own, so that a hand and what it is asked fit the screen of a phone."""

from __future__ import annotations

from bot.matches.dealing_anew import may_deal_anew
from bot.matches.lessons import is_practice
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.ui.panels import TINT, Button, Page, Panel, Row, custom_id
from bot.ui.stage.anywhere_pages import end_button
from bot.ui.stage.controls import ANEW, is_small_table, lessons_button, text_button
from bot.ui.wording import Wording

RARELY = "rarely"
"""Kind of the button that shows the buttons which are rarely wanted."""


def seat_rows(
    match: MatchSnapshot, foot: tuple[Button, ...], words: Wording, *, with_text: bool, holds_hand: bool
) -> tuple[Row, ...]:
    """What stands below a seat's page: the game's own buttons, the words of its pictures, and what is rarely wanted;
    lessons for whoever practises, as they are wanted after each decision."""
    first = (*foot, *((text_button(match.id, words),) if with_text else ()))
    rare = _rare(match, words)
    if holds_hand and len(rare) > 1:
        rare = (Button(custom_id(RARELY, match.id), words.say("button.rarely")),)
    practises = match.running and is_practice(match) and not is_tutorial(match.row)  # nobody needs two teachers
    lessons = (lessons_button(match.id, words),) if practises else ()
    rows: tuple[Row, ...] = ((*first, *lessons, *rare),) if holds_hand else ((*first, *rare), lessons)
    return tuple(row for row in rows if row)


def rare_page(match: MatchSnapshot, words: Wording) -> Page:
    """What stands behind **More**, for its owner alone."""
    return Page(panels=(Panel(words.say("stage.rarely"), (_rare(match, words),)),), tint=TINT)


def _rare(match: MatchSnapshot, words: Wording) -> tuple[Button, ...]:
    """At a small table the way to a pause, and before the first night the way to another deal; what a player keeps for
    themselves, and the way out of the game."""
    if match.row.anywhere:
        return () if match.over else (end_button(match.id, words),)
    buttons = []
    if is_small_table(match) and match.running:
        buttons.append(Button(custom_id("sleep", match.id), words.say("button.pause"), "secondary", "🌙"))
    if match.running and may_deal_anew(match):
        buttons.append(Button(custom_id(ANEW, match.id), words.say("button.anew"), "secondary", "🔀"))
    buttons.append(Button(custom_id("mine", match.id), words.say("button.mine"), "secondary", "📓"))
    if not match.over:
        buttons.append(Button(custom_id("leave", match.id), words.say("button.leave"), "secondary", "🚪"))
    return tuple(buttons)
