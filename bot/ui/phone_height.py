"""How high a page is on a phone 390 pixels wide, reckoned from what is on it, so that the less important part of a page
can be put a press away before it fills more than a screen. Rather too high than too low."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from textwrap import wrap

from bot.ui.panels import Menu, Page, Panel, Row, in_fair_rows
from bot.ui.phone_pages import room_of
from bot.ui.phone_rows import lines_of, width_of

SCREEN = 844
"""Pixels that a phone shows."""
AROUND = 125
"""Who wrote it, and what Discord adds below."""
ONLY_YOU = 30
"""Of that: the line that only one person sees this, which a message to everybody has not."""
LINE, SEPARATOR = 22, 17
ROW, GAP = 45, 8

HEAD, FRAME, RULE, GAP_BETWEEN, BUTTON, HEADING = 14, 38, 5, 8, 44, 8
"""Of a message to everybody: its first line, what surrounds its panels, the line between two, the room between two
things on a panel, a line of buttons, and how much higher than another line a heading is."""
TEXT_LINE, SMALL_LINE = 22.4, 19.0
"""Pixels of a line of text, and of small print."""
LETTERS, SMALL_LETTERS, PANEL_LETTERS, LETTERS_LESS_IN_BOLD = 43, 51, 39, 3
"""Letters of such a line, and of one on a panel; so many fewer where all are in bold."""
_NAMED = re.compile(r"<(?:@[!&]?|#)\d+>")
_MARKS = re.compile(r"\*\*|^#+ |^-# ")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_NAME = "@" + 14 * "x"
SMALL = "-# "


def height_of_message(page: Page, pictures: int) -> int:
    """In pixels, of a message to everybody, of which so many are its pictures: as near as can be reckoned. Of 300 that
    were measured the reckoning was 10 too high on average, and seldom 30 too low."""
    texts = sum(_tall(text, LETTERS) for text in (*page.lines, *page.small_print))
    panels = [panel.in_words(page.pictures) for panel in page.panels]
    parts: list[float] = []
    for place, panel in enumerate(panel for panel in panels if panel.whole or panel.rows):
        if panel.whole:
            parts += [RULE] if place else []
            parts.append(_tall(panel.whole, PANEL_LETTERS))
        parts += [GAP_BETWEEN + _row_in_full(row) for row in in_fair_rows(panel.rows)]
    framed = FRAME + sum(parts) + GAP_BETWEEN * (len(parts) - 1) if parts else 0
    return round(HEAD + texts + framed + pictures)


def _tall(text: str, letters: int) -> float:
    return sum(_tall_line(line, letters) for line in text.splitlines())


def _tall_line(line: str, letters: int) -> float:
    seen = _MARKS.sub("", _NAMED.sub(_NAME, line))
    if line.startswith(SMALL):
        return SMALL_LINE * max(1, len(wrap(seen, letters * SMALL_LETTERS // LETTERS)))
    bold = sum(map(len, _BOLD.findall(line))) / max(1, len(seen))
    rows = max(1, len(wrap(seen, round(letters - LETTERS_LESS_IN_BOLD * bold))))
    return TEXT_LINE * rows + (HEADING if line.startswith("#") else 0)


def _row_in_full(row: Row) -> int:
    if not isinstance(row, tuple):
        return BUTTON
    lines = len(lines_of([width_of(button.label, has_emoji=button.emoji is not None) for button in row]))
    return BUTTON * lines + GAP_BETWEEN * (lines - 1)


def with_most(page: Callable[[int], Page], most: int, least: int = 0) -> Page:
    """This page for one person with as many lines of a kind as a phone shows whole: `most`, or fewer."""
    while True:
        shown = page(most)
        if most <= least or height_of_panels(shown.panels) + LINE * sum(map(room_of, shown.lines)) <= SCREEN:
            return shown
        most -= 1


def height_of_panels(panels: Sequence[Panel]) -> int:
    """In pixels, of a message of these panels, with all that they say."""
    rows = sum(_row(row) for panel in panels for row in in_fair_rows(panel.rows))
    shown = [panel for panel in panels if panel.whole or panel.rows]
    between = sum(bool(panel.whole) for panel in shown[1:])
    return AROUND + LINE * sum(room_of(panel.whole) for panel in panels) + rows + SEPARATOR * between


def _row(row: Row) -> int:
    if isinstance(row, Menu):
        chosen = ", ".join(option.label for option in row.options if option.chosen)
        return GAP + ROW + LINE * (max(1, room_of(chosen)) - 1)
    if not isinstance(row, tuple):
        return GAP + ROW
    widths = [width_of(button.label, has_emoji=button.emoji is not None) for button in row]
    return GAP + ROW * len(lines_of(widths))
