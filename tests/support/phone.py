"""How high a page is on a phone, reckoned from what is on it: about what Chromium shows of it 390 pixels wide."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.ui.panels import Button, Menu, Page, Row
from bot.ui.phone_pages import room_of
from bot.ui.pictures.art import Art
from bot.ui.pictures.picture import Picture

SCREEN = 844
AROUND = 125
"""Who wrote it, and what Discord adds below."""
LINE, SEPARATOR = 22, 17
ROW, GAP = 45, 8
WIDE = 310
"""Pixels of a row of buttons."""
PICTURE_WIDE = 342
ART = Art()


def height(page: Page) -> int:
    """In pixels, without pictures."""
    texts = ("\n".join(page.lines), *(panel.whole for panel in page.panels), "\n".join(page.small_print))
    rows = sum(_row(row) for panel in page.panels for row in panel.rows)
    return AROUND + LINE * sum(map(room_of, texts)) + rows + SEPARATOR * (len(page.panels) - 1)


def board_height(page: Page) -> int:
    """In pixels: its pictures, and its panels with all that they say beside these; not the news above, nor the small
    print below."""
    panels = tuple(replace(panel, text=panel.beside(page.pictures), in_picture="") for panel in page.panels)
    return height(replace(page, panels=panels, lines=(), small_print=())) + sum(
        GAP + _picture(shown.picture) for shown in page.pictures
    )


@cache
def _picture(picture: Picture) -> int:
    image = picture.draw(ART)
    return round(image.height * PICTURE_WIDE / image.width)


def _row(row: Row) -> int:
    if isinstance(row, Menu):
        chosen = ", ".join(option.label for option in row.options if option.chosen)
        return GAP + ROW + LINE * (max(1, room_of(chosen)) - 1)
    if not isinstance(row, tuple):
        return GAP + ROW
    lines, left = 1, WIDE
    for width in map(_width, row):
        if width > left:
            lines, left = lines + 1, WIDE
        left -= width + GAP
    return GAP + ROW * lines


def _width(button: Button) -> int:
    return 34 + round(8.5 * len(button.label)) + (24 if button.emoji else 0)
