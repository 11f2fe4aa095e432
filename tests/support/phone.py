"""How high a page is on a phone, reckoned from what is on it: about what Chromium shows of it 390 pixels wide."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.ui.panels import Page, Shown
from bot.ui.phone_height import GAP, LINE, ONLY_YOU, SCREEN, height_of_message, height_of_panels
from bot.ui.phone_pages import PHONE_LINE, room_of
from bot.ui.pictures.art import Art
from bot.ui.pictures.picture import Picture

__all__ = [
    "LINE",
    "SCREEN",
    "board_height",
    "height",
    "height_of",
    "message_height",
    "page_height",
    "seat_height",
    "size_of",
    "told_height",
]
SMALL = "-# "
SMALL_LINE, SMALL_LETTERS = 19, 44
"""Pixels of a line of small print, and its letters."""
PICTURE_WIDE, PHONE_WIDE = 342, 390
"""Pixels of a picture on a wide screen's message, and where it fills a phone."""
ART = Art()


def height(page: Page) -> int:
    """In pixels, without pictures."""
    texts = ("\n".join(page.lines), "\n".join(page.small_print))
    return height_of_panels(page.panels) + LINE * sum(map(room_of, texts))


def told_height(text: str) -> int:
    """In pixels, of a text that may have small print, which is lower and has more letters in a line."""
    small = "\n".join(line for line in text.splitlines() if line.startswith(SMALL))
    usual = "\n".join(line for line in text.splitlines() if not line.startswith(SMALL))
    return LINE * room_of(usual) + SMALL_LINE * -(-room_of(small) * PHONE_LINE // SMALL_LETTERS)


def board_height(page: Page) -> int:
    """The same of a board, with its pictures and what its panels say beside these; without the news above it and the
    small print below."""
    return seat_height(page) - ONLY_YOU


def seat_height(page: Page) -> int:
    """The same of a page for one person."""
    panels = tuple(panel.in_words(page.pictures) for panel in page.panels)
    return height(replace(page, panels=panels, lines=(), small_print=())) + sum(map(height_of, page.pictures))


def page_height(page: Page) -> int:
    """The same of all that stands on it, with the news above the board and the small print below."""
    return seat_height(page) + sum(map(told_height, (*page.lines, *page.small_print)))


def message_height(page: Page) -> int:
    """Of a message to everybody with all that stands on it, as the bot reckons it, with its pictures as they are."""
    sizes = [size_of(shown.picture) for shown in page.pictures]
    return height_of_message(page, sum(round(down * PHONE_WIDE / across) for across, down in sizes))


def height_of(shown: Shown) -> int:
    """In pixels, of one picture."""
    across, down = size_of(shown.picture)
    return GAP + round(down * PICTURE_WIDE / across)


@cache
def size_of(picture: Picture) -> tuple[int, int]:
    """Its pixels, across and down."""
    return picture.draw(ART).size
