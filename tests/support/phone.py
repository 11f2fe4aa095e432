"""How high a page is on a phone, reckoned from what is on it: about what Chromium shows of it 390 pixels wide."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.ui.panels import Menu, Page, Row, Shown, in_fair_rows
from bot.ui.phone_pages import room_of
from bot.ui.phone_rows import lines_of, width_of
from bot.ui.pictures.art import Art
from bot.ui.pictures.picture import Picture

SCREEN = 844
AROUND = 125
"""Who wrote it, and what Discord adds below."""
LINE, SEPARATOR = 22, 17
ROW, GAP = 45, 8
ONLY_YOU = 30
"""Of what stands around: the line that only one person sees this, which a board has not."""
PICTURE_WIDE = 342
ART = Art()


def height(page: Page) -> int:
    """In pixels, without pictures."""
    texts = ("\n".join(page.lines), *(panel.whole for panel in page.panels), "\n".join(page.small_print))
    rows = sum(_row(row) for panel in page.panels for row in in_fair_rows(panel.rows))
    return AROUND + LINE * sum(map(room_of, texts)) + rows + SEPARATOR * (len(page.panels) - 1)


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


def _row(row: Row) -> int:
    if isinstance(row, Menu):
        chosen = ", ".join(option.label for option in row.options if option.chosen)
        return GAP + ROW + LINE * (max(1, room_of(chosen)) - 1)
    if not isinstance(row, tuple):
        return GAP + ROW
    widths = [width_of(button.label, has_emoji=button.emoji is not None) for button in row]
    return GAP + ROW * len(lines_of(widths))
