"""How high a page is on a phone, reckoned from what is on it: about what Chromium shows of it 390 pixels wide."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.ui.panels import Page, Shown
from bot.ui.phone_height import GAP, LINE, ONLY_YOU, SCREEN, height_of_panels
from bot.ui.phone_pages import room_of
from bot.ui.pictures.art import Art
from bot.ui.pictures.picture import Picture

__all__ = ["LINE", "SCREEN", "board_height", "height", "height_of", "seat_height"]
PICTURE_WIDE = 342
ART = Art()


def height(page: Page) -> int:
    """In pixels, without pictures."""
    texts = ("\n".join(page.lines), "\n".join(page.small_print))
    return height_of_panels(page.panels) + LINE * sum(map(room_of, texts))


def board_height(page: Page) -> int:
    """The same of a board, with its pictures and what its panels say beside these; without the news above it and the
    small print below."""
    return seat_height(page) - ONLY_YOU


def seat_height(page: Page) -> int:
    """The same of a page for one person."""
    panels = tuple(panel.in_words(page.pictures) for panel in page.panels)
    return height(replace(page, panels=panels, lines=(), small_print=())) + sum(map(height_of, page.pictures))


def height_of(shown: Shown) -> int:
    """In pixels, of one picture."""
    return GAP + _picture(shown.picture)


@cache
def _picture(picture: Picture) -> int:
    image = picture.draw(ART)
    return round(image.height * PICTURE_WIDE / image.width)
