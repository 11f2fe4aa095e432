"""What the pictures of statistics show, in words: for whoever cannot see them, a press away as at a table. Pure."""

from __future__ import annotations

from bot.ui.pages import in_words
from bot.ui.panels import TINT, Button, Page, Panel
from bot.ui.wording import Wording

TEXT = "text"
"""The part of a button's id that asks for the words."""


def text_button(ident: str, words: Wording) -> Button:
    return Button(ident, words.say("button.text"))


def text_page(page: Page) -> Page:
    """All that the pictures of this page show; the page itself, where it has none."""
    if not page.pictures:
        return page
    return Page(tuple(Panel(in_words(one)) for one in page.pictures), tint=TINT)
