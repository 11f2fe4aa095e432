"""Buttons that pages of every game have, and where they go. They have no icons: more of them stand side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import ROW_MOST, Button, Panel, Shown, custom_id
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording

ANEW = "anew"
"""Kind of the button with which people vote to deal all cards again."""
NOTES_IN_RECAP = "inrecap"
"""Kind of the buttons with which people say whether their notes stand in the recap."""
WATCH = "watch"
"""Kind of the buttons for guests."""
LESSONS = "lessons"
"""Kind of the buttons of whoever plays alone among computers and practises."""
PICTURE = "picture"
"""Kind of the button that shows a hand as a picture, where it is written with emojis."""
OWN_PANEL = "own"
"""Kind of the button on a board that shows whoever is asked all there is to answer with."""
LEARN, CHOOSE = "learn", "choose"
"""Kind of the buttons of tutorials, and the one with which one of them is chosen."""
SMALL_TABLE = 5
"""So many seats at most make a table at which the players may agree on a pause."""


def is_small_table(match: MatchSnapshot) -> bool:
    return len(match.seats) <= SMALL_TABLE


def with_buttons(panels: Sequence[Panel], buttons: Sequence[Button]) -> tuple[Panel, ...]:
    """The panels with these buttons at the end of the last row of buttons, or in a row of their own."""
    last = panels[-1] if panels else Panel("")
    rows = list(last.rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) + len(buttons) <= ROW_MOST:
        rows[-1] = (*rows[-1], *buttons)
    else:
        rows.append(tuple(buttons))
    return (*panels[:-1], replace(last, rows=tuple(rows)))


def notes_in_recap(match_id: int, words: Wording) -> Panel:
    """Whether notes may stand in the recap; without an answer they do not."""
    yes = Button(custom_id(NOTES_IN_RECAP, match_id, 1), words.say("mine.in_recap.no.do"), "secondary", "📓")
    no = Button(custom_id(NOTES_IN_RECAP, match_id, 0), words.say("mine.in_recap.yes.do"))
    return Panel(words.say("mine.in_recap.ask"), ((yes, no),))


def my_seat_button(match_id: int, words: Wording) -> Button:
    return Button(custom_id("seat", match_id), words.say("button.my_seat"))


def watch_button(match_id: int, words: Wording) -> Button:
    """For whoever has no seat: the board as everybody may see it, to them alone and whenever they like. A board has no
    room for it: there My seat shows it to them."""
    return Button(custom_id(WATCH, match_id), words.say("button.watch"))


def lessons_button(match_id: int, words: Wording) -> Button:
    """What the strong player would have done, to whoever plays alone among computers."""
    return Button(custom_id(LESSONS, match_id), words.say("button.lessons"))


def minute_button(match_id: int, words: Wording) -> Button:
    """A minute more for whoever is awaited: the board says above who that is."""
    return Button(custom_id("minute", match_id), words.say("button.minute"))


def tutorials_button(words: Wording, label: str = "button.tutorials") -> Button:
    """To all tutorials there are."""
    return Button(custom_id(LEARN, CHOOSE), words.say(label), "success")


def text_button(match_id: int, words: Wording) -> Button:
    """Everything that the pictures show, in words."""
    return Button(custom_id("text", match_id), words.say("button.text"))


def picture_button(match_id: int, words: Wording) -> Button:
    """One's own hand as a picture."""
    return Button(custom_id(PICTURE, match_id), words.say("button.picture"))


def shown(picture: Picture | None, words: Wording) -> tuple[Shown, ...]:
    """A picture with its alt text, where there is one."""
    return (Shown.of(picture, words),) if picture is not None else ()
