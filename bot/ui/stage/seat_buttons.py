"""The buttons below what a seat is shown in secret. Those that are rarely wanted stand on a page of their own, so that
a card or a hand, and what its holder is asked, fit the screen of a phone."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.matches.dealing_anew import may_deal_anew
from bot.matches.lessons import is_practice
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.ui.face import Face
from bot.ui.panels import TINT, Button, Page, Panel, Row, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.stage.anywhere_pages import end_button
from bot.ui.stage.controls import ANEW, is_small_table, lessons_button, picture_button, text_button
from bot.ui.wording import Wording

DECK = "deck"
"""Kind of the button that shows what each card of the game does."""
RARELY = "rarely"
"""Kind of the button that shows the buttons which are rarely wanted."""


def seat_rows(
    match: MatchSnapshot,
    face: Face,
    foot: tuple[Button, ...],
    words: Wording,
    *,
    with_text: bool,
    with_picture: bool = False,
) -> tuple[Row, ...]:
    """What stands below a seat's page: the game's own buttons, the picture of a hand that is written with emojis, the
    words of its pictures, and what is rarely wanted; lessons for whoever practises, as they are wanted after each
    decision."""
    picture = (picture_button(match.id, words),) if with_picture else ()
    first = (*foot, *picture, *((text_button(match.id, words),) if with_text else ()))
    rare = _rare(match, face, words)
    if len(rare) > 1:
        rare = (Button(custom_id(RARELY, match.id), words.say("button.rarely")),)
    practises = match.running and is_practice(match) and not is_tutorial(match.row)  # nobody needs two teachers
    lessons = (lessons_button(match.id, words),) if practises else ()
    row = (*first, *lessons, *rare)
    return (row,) if row else ()


def rare_page(match: MatchSnapshot, face: Face, words: Wording) -> Page:
    """What stands behind **More**, for its owner alone."""
    return Page(panels=(Panel(words.say("stage.rarely"), (_rare(match, face, words),)),), tint=TINT)


def _rare(match: MatchSnapshot, face: Face, words: Wording) -> tuple[Button, ...]:
    """What the cards of the game do, where that is not on one's own page; at a small table the way to a pause, and
    before the first night the way to another deal; what a player keeps for themselves, and the way out of the game."""
    if match.row.anywhere:
        return () if match.over else (end_button(match.id, words),)
    buttons = []
    if not match.over and face.deck_told(match.view(SPECTATOR), RenderContext.of(match, words)):
        buttons.append(Button(custom_id(DECK, match.id), words.say("button.deck"), "secondary", "🃏"))
    if is_small_table(match) and match.running:
        buttons.append(Button(custom_id("sleep", match.id), words.say("button.pause"), "secondary", "💤"))
    if match.running and may_deal_anew(match):
        buttons.append(Button(custom_id(ANEW, match.id), words.say("button.anew"), "secondary", "🔀"))
    buttons.append(Button(custom_id("mine", match.id), words.say("button.mine"), "secondary", "📓"))
    if not match.over:
        buttons.append(Button(custom_id("leave", match.id), words.say("button.leave"), "secondary", "🚪"))
    return tuple(buttons)
